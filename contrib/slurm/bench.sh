#!/bin/bash
# Measures many programs with the machines of a Slurm cluster: one array job
# with a shard in each element, and a job that merges when all are done.
#
#   bench.sh -n SHARDS -o ALL.csv [-v VERIFY] [-r RETRIES] TASKS... [flags of verify bench]
#
#   -n  shards, one element of the array each
#   -o  the result file; those of the shards are in ALL.csv.parts
#   -v  the verify program (default: verify, as the shell finds it)
#   -r  how often an element that fails, or whose time is up, is queued again
#       (default: 5); each time it goes on where it was
#
# Options of sbatch come from its own variables (SBATCH_PARTITION, ...) and
# from VERIFY_SBATCH, for instance "--time=2:00:00 --mem=8G". The folders must
# be the same on all machines. When elements have failed for good, or the job
# was cancelled, the same command measures what is missing.
set -eu
usage() {
	echo "usage: ${0##*/} -n SHARDS -o ALL.csv [-v VERIFY] [-r RETRIES] TASKS... [flags of verify bench]" >&2
	exit 2
}
shards='' out='' verify=verify retries=5
while getopts n:o:v:r: option; do
	case $option in
	n) shards=$OPTARG ;;
	o) out=$OPTARG ;;
	v) verify=$OPTARG ;;
	r) retries=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
if ! [[ $shards =~ ^[1-9][0-9]*$ && $retries =~ ^[0-9]+$ && -n $out && $# -gt 0 ]]; then
	usage
fi
verify=$(command -v "$verify") || {
	echo "$verify: no such program" >&2
	exit 2
}
verify=$(realpath "$verify")
out=$(realpath -m "$out")
here=$(dirname "$(realpath "$0")")
parts=$out.parts
mkdir -p "$parts"
read -ra options <<<"${VERIFY_SBATCH:-}"
array=$(sbatch --parsable ${options[@]+"${options[@]}"} --array="1-$shards" --output="$parts/%a.log" \
	"$here/shard.sbatch" "$verify" "$parts" "$shards" "$retries" "$@")
array=${array%%;*} # a cluster's name may follow
merge=$(sbatch --parsable ${options[@]+"${options[@]}"} --dependency="afterok:$array" --kill-on-invalid-dep=yes --output="$parts/merge.log" \
	"$here/merge.sbatch" "$verify" "$parts" "$shards" "$out")
echo "shards: job $array, merge: job ${merge%%;*}, result: $out"
