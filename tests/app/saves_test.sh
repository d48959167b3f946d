#!/bin/bash
# Saved games and logs of inputs on the command line and, where a display can be had, in a window: what was saved goes on to the bit, what was
# logged is done again to the bit, damage is told in one line. Usage: saves_test.sh PROGRAM
set -u
here=$(dirname "$(readlink -f "$0")")
program=$(realpath "${1:?usage: saves_test.sh PROGRAM}")
# shellcheck source=tests/app/screen.sh
. "$here/screen.sh"
unset DISPLAY
fail() { echo "FAIL: $*"; exit 1; }
run() { timeout 300 "$program" "$@" >out 2>err </dev/null || fail "weir $*: status $?: $(head -c 300 err)"; [ ! -s err ] || fail "weir $*: $(head -c 300 err)"; }
refused() { # STATUS WORD ARGUMENT...
  local status=$1 word=$2
  shift 2
  timeout 300 "$program" "$@" >out 2>err </dev/null
  local got=$?
  [ $got -eq "$status" ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "$word" err || fail "weir $*: status $got, not $status, with '$word': $(head -c 300 err)"
}
hash_in() { grep -oE '"state_hash": *"[^"]*"' "$1"; }

# --- without a window ------------------------------------------------------------------------------------------------------------------
run river --grid 64 --headless --steps 150 --drop 6 --threads 1 --save half.weir --log-input half.log
run --load half.weir --headless --steps 100 --threads 2 --stats on.json
run river --grid 64 --headless --steps 250 --drop 6 --threads 1 --stats whole.json
[ -n "$(hash_in whole.json)" ] && [ "$(hash_in on.json)" = "$(hash_in whole.json)" ] || fail "a saved game goes on otherwise: $(hash_in on.json), $(hash_in whole.json)"
run half.weir --headless --steps 100 --set gravity=5 --stats lighter.json
[ "$(hash_in lighter.json)" != "$(hash_in whole.json)" ] || fail "--set beside a saved game changes nothing"
run verify half.log
grep -q 'all the same' out || fail "verify: $(cat out)"
run --replay half.log --headless --threads 2 --save again.weir
run --load again.weir --headless --steps 100 --stats again.json
[ "$(hash_in again.json)" = "$(hash_in whole.json)" ] || fail "a replay ends otherwise"
refused 1 "input log" half.log --headless --steps 1
refused 1 "not an input log" --replay half.weir --headless
refused 1 "not an input log" verify half.weir
refused 1 "No such file" --load nothing.weir --headless --steps 1
refused 1 "nothing to go on with" --resume --headless --steps 1
cp half.log half.log.0f1e2d # as a run that was killed leaves it
timeout 300 "$program" pool --grid 32 --headless --steps 2 --log-input half.log >out 2>err </dev/null || fail "a log beside one that was not ended"
grep -q 'did not end its log: half.log.0f1e2d ' err && [ "$(wc -l <err)" -eq 1 ] || fail "a log that was not ended is not told: $(cat err)"
mv half.log.0f1e2d half.log
refused 2 "verify" verify
head -c 9000 half.weir >cut.weir
refused 1 "cut.weir: damaged" --load cut.weir --headless --steps 1
head -c 2000 half.log >cut.log
refused 1 "cut.log" verify cut.log
if [ -w /dev/full ]; then refused 1 "/dev/full" pool --grid 32 --headless --steps 2 --log-input /dev/full; fi

# --- in a window ------------------------------------------------------------------------------------------------------------------------
screen_begin 640x480 || exit 0
window() { # ARGUMENT...: starts the program and waits for its window
  "$program" --size 320x200 "$@" 2>err &
  weir=$!
  soon find_window || fail "no window: $(head -c 300 err)"
  soon xdotool windowfocus "$window" 2>/dev/null
}
is_river() { # its scene, by its title
  [[ $(xdotool getwindowname "$window" 2>/dev/null) = *River* ]]
}
is_land() { # its scene, by its title
  [[ $(xdotool getwindowname "$window" 2>/dev/null) = *"Your own land"* ]]
}
leave() { # closes the window as a person does
  xdotool key Escape
  local until=$((SECONDS + 120))
  while kill -0 $weir 2>/dev/null && [ $SECONDS -lt $until ]; do xdotool key Return; sleep 0.1; done
  wait $weir || fail "status $?: $(head -c 300 err)"
  weir=
  [ ! -s err ] || fail "$(head -c 300 err)"
}

# The dam goes, a picture is taken and a game saved; the session's log is played again without a window.
window river --grid 64 --log-input window.log
xdotool mousemove --window "$window" 160 120 click 1
xdotool key Return F5
soon [ -s data/weir/quick.png ] || fail "F5 saves nothing"
xdotool key F12
soon [ -s weir-001.png ] || fail "F12 takes no picture"
xdotool key space F12
soon [ -s weir-002.png ] || fail "F12 takes no second picture"
leave
run verify window.log --threads 1
[ -s data/weir/autosave.png ] || fail "nothing was kept for --resume"
run --resume --headless --steps 1
run weir-001.png --headless --steps 40 --stats picture.json
# The picture in a fresh window, then without: the same 40 ticks.
"$program" --size 320x200 weir-001.png --steps 40 --stats fresh.json 2>err & # not looked for: it may have ended by then
weir=$!
wait $weir || fail "status $?: $(head -c 300 err)"
weir=
[ -n "$(hash_in picture.json)" ] && [ "$(hash_in fresh.json)" = "$(hash_in picture.json)" ] || fail "a picture goes on otherwise in a window"
# The picture of standing time, dropped on a window with another scene: there it stands too, and 40 single steps are those 40 ticks.
if command -v python3 >/dev/null && python3 -c 'import ctypes; ctypes.CDLL("libX11.so.6")' 2>/dev/null; then
  run weir-002.png --headless --steps 40 --stats picture.json
  window pool --grid 64 --stats dropped.json
  python3 "$here/drop.py" "$window" weir-002.png || fail "the window takes no dropped file"
  soon is_river || fail "a dropped picture is not opened"
  soon xdotool windowfocus "$window" 2>/dev/null
  for n in {1..40}; do xdotool key period; done
  xdotool key F12
  soon [ -s weir-003.png ] || fail "F12 takes no picture of what was dropped"
  leave
  [ "$(hash_in dropped.json)" = "$(hash_in picture.json)" ] || fail "a dropped picture goes on otherwise"
  # An elevation grid is asked about first: left by Escape, the pool stays; made by Enter, it is the ground, in its proportions.
  { printf 'ncols 40\nnrows 30\nxllcorner 0\nyllcorner 0\ncellsize 5\n'; for n in {1..1200}; do echo $((n % 37)); done; } >land.asc
  for key in Escape Return; do
    window pool --grid 64 --stats land.json
    python3 "$here/drop.py" "$window" land.asc || fail "the window takes no dropped grid"
    sleep 1
    xdotool key $key
    [ $key = Escape ] || soon is_land || fail "a dropped grid is not made the ground"
    leave
    grep -q '"grid": *\[64, 48\]' land.json && made=Return || made=Escape
    [ $made = $key ] || fail "$key on a dropped grid: $(head -c 300 land.json)"
  done
fi
# A replay that is watched, faster than it was played, and logged once more.
window --replay window.log --set time_scale=4 --log-input watched.log
xdotool mousemove --window "$window" 160 120 click 1 key F5
soon [ data/weir/quick.png -nt weir-001.png ] || fail "a replay cannot be saved"
xdotool key F9 Return # the saved game takes the replay's place
leave
run verify watched.log
echo "saved games and logs go on to the bit"
