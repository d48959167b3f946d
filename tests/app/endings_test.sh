#!/bin/bash
# How the program ends: the first signal ends everything with what is done written, whatever it is at; a file is written whole
# or not at all; and what could not be written is never a success. Usage: endings_test.sh PROGRAM
set -u
program=$(realpath "${1:?usage: endings_test.sh PROGRAM}")
work=$(mktemp -d)
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failures=0
checks=0
feeders=()

finish() {
  [ ${#feeders[@]} -eq 0 ] || kill "${feeders[@]}" 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

one_line() { # what
  [ "$(wc -l <err)" -eq 1 ] && grep -q '^weir: ' err || fail "$1: not one line on standard error: $(head -c 300 err)"
}

# ends SIGNAL STATUS FILE WORD -- ARGUMENTS: sends the signal once WORD stands in FILE (at once where WORD is empty); within 5 s
# the program has ended so, with one line.
ends() {
  local signal=$1 status=$2 file=$3 word=$4 tries=0 got pid
  shift 5
  checks=$((checks + 1))
  : >"$file"
  timeout -s KILL 60 "$program" "$@" >out 2>err </dev/null &
  pid=$!
  while [ -n "$word" ] && ! grep -qE -- "$word" "$file" && [ $tries -lt 400 ]; do sleep 0.05; tries=$((tries + 1)); done
  [ -n "$word" ] || sleep 0.5
  # the program itself, not the timeout around it
  pkill -"$signal" -P $pid || fail "weir $*: has ended by itself before the signal: $(head -c 300 err)"
  tries=0
  while kill -0 $pid 2>/dev/null && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
  kill -0 $pid 2>/dev/null && { fail "weir $*: goes on 5 s after $signal"; pkill -KILL -P $pid; }
  wait $pid
  got=$?
  [ $got -eq "$status" ] || fail "weir $*: status $got after $signal, not $status"
  one_line "weir $* after $signal"
}

# full WORD -- ARGUMENTS: with standard output on a full disk: status 1 and one line.
full() {
  checks=$((checks + 1))
  shift
  timeout 60 "$program" "$@" >/dev/full 2>err </dev/null
  local got=$?
  [ $got -eq 1 ] || fail "weir $* on a full disk: status $got, not 1"
  one_line "weir $* on a full disk"
}

echo "signals"
mkfifo pipe.scene pipe.png
sleep 60 >pipe.scene & feeders+=($!) # holds the pipe open for writing without writing anything
sleep 60 >pipe.png & feeders+=($!)
for signal in INT:130 TERM:143; do
  ends ${signal%:*} ${signal#*:} out "" -- pipe.scene --headless --steps 1
done
checks=$((checks + 1))
timeout 20 "$program" pool --terrain pipe.png --headless --steps 1 >out 2>err || grep -q pipe.png err || fail "an image that never comes: $(cat err)"
ends TERM 143 out 'memory, before|substeps' -- bench --grid 512 --frames 100000 --threads 1 --variant default
ends INT 130 out '^dam' -- bench --coupling --case dam,chaos --method displace --json coupling.json
ends INT 130 out '^symmetry' -- check --case symmetry,stoker,ritter,open-edge --threads 1 --json check.json
grep -q '"symmetry"' check.json && grep -q '^]}' check.json || fail "check --json after a signal: $(head -c 300 check.json)"
ends TERM 143 out '^membrane.* 2 ' -- bench --grid 64,1024 --objects 0,2 --frames 100 --repeats 1 --threads 1 --variant default --json bench.json
grep -q '"pool"' bench.json && grep -q '^]}' bench.json || fail "bench --json after a signal: $(head -c 300 bench.json)"
ends INT 1 out "" -- pool --grid 64 --headless --seconds 1e7 --stats run.json
grep -q 'state_hash' run.json || fail "--stats after a signal: $(cat run.json)"

echo "standard output on a full disk"
quick=(pool --grid 32 --headless --steps 2)
if [ -e /dev/full ]; then
  for words in --help --version --list-params --list-scenes "check --list" "check --help" "bench --help" \
    "check --case symmetry --solver pipe" "${quick[*]} --stats -" \
    "bench --grid 32 --objects 0 --frames 2 --repeats 1 --threads 1 --solver swe"; do
    # shellcheck disable=SC2086
    full -- $words
  done
fi

# keeps FILE STATUS -- ARGUMENTS: ends so, and the file has the bytes it had, with nothing new beside it.
keeps() {
  local file=$1 status=$2
  shift 3
  checks=$((checks + 1))
  [ -e "$file" ] || echo "what was there" >"$file"
  timeout 60 "$program" "$@" >out 2>err </dev/null
  local got=$?
  [ $got -eq "$status" ] || fail "weir $*: status $got, not $status"
  one_line "weir $*"
  [ "$(cat "$file")" = "what was there" ] || fail "weir $*: $file has changed: $(head -c 60 "$file")"
  [ "$(find . -name "$(basename "$file")*" | wc -l)" -eq 1 ] || fail "weir $*: leaves $(ls "$file"*)"
}

echo "files stay as they were until there is something to put in their place"
keeps kept.json 2 -- "${quick[@]}" --stats kept.json --gird 7
keeps kept.json 1 -- nowhere.scene --headless --steps 1 --stats kept.json
keeps kept.json 1 -- pool --terrain-height 3 --headless --steps 1 --stats kept.json

# A disk with room for 40 KiB, where this shell may mount one.
mkdir small
if mount -t tmpfs -o size=40k tmpfs small 2>/dev/null; then
  "$program" "${quick[@]}" --screenshot probe.png 2>/dev/null && pictures=yes || pictures=
  [ -z "$pictures" ] || keeps small/a.png 1 -- pool --headless --steps 2 --size 640x360 --screenshot small/a.png
  echo "what was there" >small/a.json
  head -c 36k /dev/zero >small/filler 2>/dev/null # what there is room for
  keeps small/a.json 1 -- "${quick[@]}" --stats small/a.json
  umount small
else
  echo "(no small disk can be mounted here)"
fi
# /dev/full as a picture, which must be called so
if [ -e /dev/full ] && "$program" "${quick[@]}" --screenshot probe.png 2>/dev/null; then
  ln -s /dev/full full.png
  checks=$((checks + 1))
  "$program" "${quick[@]}" --screenshot full.png >out 2>err
  got=$?
  [ $got -eq 1 ] || fail "--screenshot on a full disk: status $got"
  one_line "--screenshot on a full disk"
fi

echo "links and rights"
echo old >real.json
chmod 640 real.json
ln -s real.json link.json
"$program" "${quick[@]}" --stats link.json || fail "--stats through a link"
[ -L link.json ] && grep -q state_hash real.json || fail "--stats replaces the link instead of the file"
[ "$(stat -c %a real.json)" = 640 ] || fail "--stats changes the file's rights to $(stat -c %a real.json)"
(umask 027 && "$program" "${quick[@]}" --stats new.json)
[ "$(stat -c %a new.json)" = 640 ] || fail "a new file has the rights $(stat -c %a new.json), not 640"

echo "$checks command lines, $failures failures"
[ $failures -eq 0 ]
