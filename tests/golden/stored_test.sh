#!/usr/bin/env bash
# Files that earlier versions wrote open today: saved games and pictures (the pool with three crates, a tank with rules and series) go on to the states that they went on
# to then, and logs are played and compared. Files: NAME-COMMIT.EXT in stored/; states: stored/states.txt, FILE STATE after a second.
# After a change of the physics that is meant: --update. Usage: stored_test.sh PROGRAM FOLDER ODE_VERSION [--update]
set -u
weir=$1
stored=$2
ode=$3
update=${4-}
failures=0
made_with=0.16.2 # the ODE of the states; others round contacts in other ways
fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

[ "$update" = --update ] && : >"$stored/states.txt"
for file in "$stored"/*.weir "$stored"/*.png; do
  name=${file##*/}
  if ! report=$("$weir" --load "$file" --headless --seconds 1 --stats - 2>&1); then
    fail "$name: $report"
    continue
  fi
  state=$(sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p' <<<"$report")
  [ "$update" = --update ] && echo "$name $state" >>"$stored/states.txt"
  known=$(awk -v name="$name" '$1 == name { print $2 }' "$stored/states.txt")
  [ -n "$known" ] || fail "$name has no line in states.txt"
  [ "$ode" != "$made_with" ] || [ "$state" = "$known" ] || fail "$name goes on to the state $state, not $known"
done
for file in "$stored"/*.log; do
  said=$("$weir" verify "$file" 2>&1) || { [ "$ode" = "$made_with" ] && fail "${file##*/}: $said"; }
  grep -q 'ticks in 1 worlds\|differ' <<<"$said" || fail "${file##*/} is not read: $said"
done
[ "$(wc -l <"$stored/states.txt")" -ge 4 ] || fail "states.txt has fewer lines than there were files in 2026"
[ "$ode" = "$made_with" ] || echo "the states were made with ODE $made_with, this is $ode: files are read, states are not compared"
[ "$failures" = 0 ] && echo "stored files open and go on as they did"
exit $((failures > 0))
