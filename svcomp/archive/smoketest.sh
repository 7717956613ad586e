#!/bin/sh
# Proves one program safe and finds the bug of another, in the folder of an
# unpacked archive. It may be called from anywhere, and writes nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

expect() { # status, beginning of the first line, arguments
	status=$1 want=$2
	shift 2
	got=0
	out=$("$here/verify" "$@") || got=$?
	first=$(printf '%s\n' "$out" | head -n 1)
	echo "$first"
	case $first in
	"$want"*) ;;
	*) echo "smoketest: want a line that begins with: $want" >&2; exit 1 ;;
	esac
	if [ "$got" != "$status" ]; then
		echo "smoketest: exit status $got, want $status" >&2
		exit 1
	fi
}

expect 0 "" --version
expect 0 "TRUE unreach-call" --property "$here/smoketest/unreach-call.prp" --data-model LP64 --timeout 60s "$here/smoketest/safe.c"
expect 10 "FALSE unreach-call" --timeout 60s "$here/smoketest/bug.yml"
echo "smoketest: passed"
