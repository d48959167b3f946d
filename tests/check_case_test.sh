#!/usr/bin/env bash
# A known answer is met, and its rows are those in docs/validation.md. Usage: check_case_test.sh PROGRAM SOURCE_FOLDER CASE [--coarse]
# The rows have three digits and no times: the same on every machine. With --coarse a long case runs on coarse grids, and a
# row that is missed there as the page says is a known fault.
set -u
export LC_ALL=C
program=$1 page=$2/docs/validation.md case=$3 coarse=${4:-}
rows() { grep -E "^\| $case \|"; }
fresh=$("$program" check --case "$case" ${coarse:+"$coarse"} --markdown)
status=$?
told=$(sed -n "/^<!-- begin: weir check ${coarse:+--case [a-z,-]* $coarse }--markdown -->\$/,/^<!-- end -->\$/p" "$page" | rows)
[ "$status" -ne 1 ] || [ -z "$coarse" ] || ! grep -q '| MISS |$' <<<"$told" || status=0
[ -n "$told" ] || { echo "docs/validation.md has no row of $case"; exit 1; }
if ! diff <(printf '%s\n' "$told") <(printf '%s\n' "$fresh" | rows); then
  echo "docs/validation.md (<) is not what comes out (>): docs/update.sh '${coarse:-weir check} --markdown' writes it again"
  status=1
fi
exit $status
