#!/bin/bash
# Runs bench.sh on a Slurm cluster of its own: a controller and two nodes on
# this machine, on loopback addresses, in a temporary folder. One element dies
# at its first attempt. The merged results must be those of an undisturbed
# measurement, times aside.
#
#   contrib/slurm/test.sh [VERIFY]
#
# Exit status 0 if so, 1 if not, 77 if Slurm or munge is not installed (Debian:
# slurm-wlm).
set -eu
export PATH=$PATH:/usr/sbin:/sbin
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
for tool in slurmctld slurmd sbatch squeue scancel scontrol munged; do
	if ! command -v $tool >/dev/null; then
		echo "skipped: no $tool (Debian: slurm-wlm)"
		exit 77
	fi
done

dir=$(mktemp -d /tmp/verify-slurm.XXXXXX)
chmod 755 "$dir" # munged wants to trust the folder
daemons=()
end() {
	status=$?
	trap - EXIT
	if [ "$status" != 0 ]; then
		tail -n 20 "$dir"/log/* "$dir"/all.csv.parts/*.log 2>/dev/null || true
	fi
	timeout 10 scancel --user "$(id -un)" >/dev/null 2>&1 || true
	for ((i = 0; i < 50; i++)); do
		[ -n "$(timeout 5 squeue --noheader 2>/dev/null)" ] || break
		sleep 0.2
	done
	for pid in ${daemons[@]+"${daemons[@]}"}; do
		kill "$pid" 2>/dev/null || true
	done
	for ((i = 0; i < 100; i++)); do
		jobs -r | grep -q . || break
		sleep 0.1
	done
	for pid in ${daemons[@]+"${daemons[@]}"}; do
		kill -9 "$pid" 2>/dev/null || true
	done
	wait 2>/dev/null || true
	rm -rf "$dir"
	exit "$status"
}
trap end EXIT
trap 'exit 1' INT TERM HUP

verify=${1:-}
if [ -z "$verify" ]; then
	verify=$dir/verify
	(cd "$root" && CGO_ENABLED=0 go build -o "$verify" ./cmd/verify)
fi
verify=$(realpath "$verify")

# A cluster.
me=$(id -un)
port=$((20000 + RANDOM % 10000))
export SLURM_CONF=$dir/slurm.conf
mkdir "$dir/state" "$dir/log" "$dir/spool-n1" "$dir/spool-n2"
head -c 1024 /dev/urandom >"$dir/munge.key"
chmod 400 "$dir/munge.key"
cat >"$SLURM_CONF" <<C
ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket,cred_expire=5
CredType=cred/munge
SlurmUser=$me
SlurmdUser=$me
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool-%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/log/slurmctld
SlurmdLogFile=$dir/log/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=1,sched_interval=1
SlurmdParameters=config_overrides
MpiDefault=none
SwitchType=switch/none
MailProg=/bin/true
ReturnToService=2
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
C
start() {
	name=$1
	shift
	"$@" >"$dir/log/$name.out" 2>&1 &
	daemons+=($!)
}
# await SECONDS WHAT COMMAND... waits for a command to succeed.
await() {
	for ((i = 0; i < $1 * 5; i++)); do
		if "${@:3}" >/dev/null 2>&1; then
			return
		fi
		sleep 0.2
	done
	echo "no $2 after $1 s"
	exit 1
}
start munged munged --foreground --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" \
	--pid-file="$dir/munged.pid" --log-file="$dir/log/munged" --seed-file="$dir/munged.seed"
await 20 munged test -S "$dir/munge.socket"
start slurmctld slurmctld -D
await 20 controller timeout 5 scontrol ping
start n1 slurmd -D -N n1
start n2 slurmd -D -N n2
idle() { [ "$(timeout 5 sinfo --noheader --Node --format %T | sort | uniq -c | xargs)" = "2 idle" ]; }
await 30 "idle nodes" idle
sinfo --Node --long

# A verify whose first attempt at shard 2 is killed when it has a result.
cat >"$dir/mortal" <<C
#!/bin/bash
if [[ " \$* " == *" --shard 2/3 "* && ! -e $dir/died ]]; then
	touch $dir/died
	"$verify" "\$@" &
	child=\$!
	for ((i = 0; i < 300; i++)); do
		[ "\$(wc -l <$dir/all.csv.parts/2.csv.journal)" -lt 2 ] 2>/dev/null || break
		sleep 0.01
	done
	kill -9 \$child
	wait \$child
	exit
fi
exec "$verify" "\$@"
C
chmod +x "$dir/mortal"
echo "undisturbed:"
"$verify" bench "$root"/examples --timeout 20s --quiet -o "$dir/whole.csv"
echo "three shards on two nodes, the second of which dies once:"
"$here/bench.sh" -n 3 -o "$dir/all.csv" -v "$dir/mortal" "$root"/examples --timeout 20s
merged() { [ -s "$dir/all.csv" ]; }
await 90 "merged results" merged
cat "$dir"/all.csv.parts/[123].log | grep '^shard'

failed=0
check() {
	if "${@:2}" >/dev/null; then
		echo "ok: $1"
	else
		echo "NOT ok: $1"
		failed=1
	fi
}
check "both nodes worked" test "$(cat "$dir"/all.csv.parts/[123].log | grep -o ' on n[12],' | sort -u | wc -l)" = 2
check "shard 2 was killed" grep -q '^shard 2/3: exit status 137' "$dir/all.csv.parts/2.log"
check "and tried again" grep -q '^shard 2/3 on n[12], attempt 2' "$dir/all.csv.parts/2.log"
check "all rows are there" test "$(wc -l <"$dir/all.csv")" = "$(wc -l <"$dir/whole.csv")"
# Merging rows that differ in more than times is an error.
check "the results are those of the undisturbed measurement, times aside" "$verify" bench --merge "$dir/whole.csv" "$dir/all.csv"
exit $failed
