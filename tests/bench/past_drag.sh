#!/bin/bash
# By hand: how the picture follows the hand while the bar of time is dragged. `river` at 512 x 512 with swe and a hundred crates more, in a
# window of 640 x 360 on a screen without a GPU: PAST seconds of water, then the bar dragged to and fro for DRAG seconds. Prints the lengths
# of all frames and of those in which the past was looked at, ms (late: above 100), how many worlds of the past were shown, and the memory.
# Usage: past_drag.sh PROGRAM [PAST [DRAG]]. Exit status 77: tools are missing.
set -u
program=$(realpath "${1:?usage: past_drag.sh PROGRAM [PAST [DRAG]]}")
past=${2:-124} drag=${3:-25}
# shellcheck source=tests/app/screen.sh
. "$(dirname "$(readlink -f "$0")")/../app/screen.sh"
screen_begin 660x380 || exit 77
"$program" river --grid 512 --solver swe --size 640x360 --set quality=0 --drop 100 --stats stats.json 2>err &
weir=$!
soon find_window || { echo "no window: $(head -1 err)"; exit 1; }
at() { xdotool mousemove --window "$window" "$1" 356; }
sleep "$past"
at 600
sleep 0.5
xdotool mousedown 1
x=600 step=-6 until=$((SECONDS + drag))
while [ $SECONDS -lt $until ]; do
  x=$((x + step))
  [ $x -gt 10 ] || step=6
  [ $x -lt 630 ] || step=-6
  at $x
  sleep 0.02
done
at 300
sleep 0.2
xdotool mouseup 1
sleep 2
grep VmRSS /proc/$weir/status
kill -INT $weir
wait $weir
weir=''
/usr/bin/python3 -c '
import json
s = json.load(open("stats.json"))
for name in "bodies", "sim_seconds", "frame_ms", "past_frame_ms", "past_positions":
    print(name, s[name])'
