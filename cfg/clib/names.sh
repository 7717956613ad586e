#!/bin/sh
# Writes names.txt: the functions that the headers of glibc declare, and those
# that other C libraries and later standards have in addition (names.more). It
# needs gcc, and glibc's headers where gcc looks for them.
#
#   ./names.sh >names.txt
set -e
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Those of debuggers and auditors are left out, for which the program has the
# functions, and those of the kernel's interface.
headers=$(cd /usr/include && find . "./$(gcc -print-multiarch)" -name '*.h' 2>/dev/null | sed "s,^\./,,;s,^$(gcc -print-multiarch)/,," |
	sort -u | grep -E '^([a-z_]+\.h|(sys|arpa|net|netinet)/[a-z_]+\.h)$' | grep -vxE 'thread_db.h|proc_service.h|regexp.h|link.h')
for h in $headers; do
	dpkg-query -S "*/include/$h" "*/include/$(gcc -print-multiarch)/$h" 2>/dev/null | grep -q '^libc6-dev' || continue
	printf '#define _GNU_SOURCE\n#include <sys/types.h>\n#include <stdio.h>\n#include <%s>\n' "$h" >"$tmp/t.c"
	gcc -w -fsyntax-only -aux-info "$tmp/t.aux" "$tmp/t.c" 2>/dev/null || continue
	sed "s,^,$h ," "$tmp/t.aux" >>"$tmp/all"
done

# A prototype is "HEADER /* FILE:LINE:NC */ extern int f (int, ...);". A function
# belongs to the file that declares it, or to the header that is meant to be
# included for it. Of several names for one function, the plain one stays.
sed -E 's/^[^;]*<command-line>.*//;s,/\* [^ ]*/include/(x86_64-linux-gnu/)?([^ :]*):[0-9]*:[A-Z]* \*/ ,\2 ,' "$tmp/all" |
awk '
$3 == "static" || $2 ~ /^(linux|asm|asm-generic|scsi)\// || $2 == "/*" { next }
{
	header = $1; file = $2
	$1 = ""; $2 = ""; sub(/; .*$|;$/, "")
	if (!match($0, /[A-Za-z_][A-Za-z_0-9]* \(/)) next
	name = substr($0, RSTART, RLENGTH - 2); rest = substr($0, RSTART + RLENGTH)
	depth = 1; n = 1; all = ""
	for (i = 1; i <= length(rest) && depth > 0; i++) {
		c = substr(rest, i, 1)
		if (c == "(") depth++
		if (c == ")") depth--
		if (c == "," && depth == 1) n++
		if (depth > 0) all = all c
	}
	if (all == "void") n = 0
	if (all == "" || all ~ /\.\.\.$/) n = "-"
	print name, n, (file ~ /^bits\// ? header : file)
}' | cat - names.more | awk '
!seen[$1]++ { arity[$1] = $2; header[$1] = $3 }
END {
	for (n in arity) {
		plain = n; sub(/^__/, "", plain)
		if (plain != n && plain in arity) continue
		if (match(n, /(f32|f64|f128|f32x|f64x)(_r)?$/)) continue # float of the width, by another name
		print header[n], n "/" arity[n]
	}
}' | LC_ALL=C sort | awk '
$1 != last { if (NR > 1) print line; last = $1; line = $1 ":" }
{ line = line " " $2 }
END { print line }'
