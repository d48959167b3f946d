#!/usr/bin/env bash
# Results of a run in a window: recorded by a key, drawn, saved as the files of a run without one; --out with a window; and what goes wrong is a
# line in the window, after which recording goes on. Usage: record_test.sh PROGRAM. Exit status 77: tools are missing, nothing said.
set -u
export LC_ALL=C
program=$(realpath "${1:?usage: record_test.sh PROGRAM}")
# shellcheck source=tests/app/screen.sh
. "$(dirname "$(readlink -f "$0")")/screen.sh"
failures=0
mkdir screen
screen_begin 900x640 -fbdir screen || exit 77
mkdir -p config/weir
echo 'hints = move drop push look tool' >config/weir/config

fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

cat >flume.scene <<'SCENE'
[scene]
title = A dam break in a flume
solver = swe
grid = 96 32
cell = 0.25
look = tank
[terrain]
shape = flat
[water]
pool = 0 0 0.4 1 1.5
[gauges]
gauge = upstream 0.2 0.5
gauge = downstream 0.9 0.25
line = middle 0.5 0 0.5 1
SCENE
sed '/^\[gauges\]/,$d' flume.scene >bare.scene

window() { # window ARGUMENTS: returns when the window stands and draws
  "$program" --set quality=0 --set resolution=50 --size 800x560 "$@" >out.txt 2>err </dev/null &
  weir=$!
  soon find_window || fail "no window: $(head -c 300 err)"
  soon xdotool windowfocus "$window" 2>/dev/null
  heard || fail "the window does not answer"
}
leave() { # leave WANTED: ends the run by the system's signal, and looks at its status
  kill -TERM $weir
  wait $weir
  local status=$?
  weir=
  [ $status = "$1" ] || fail "status $status: $(head -c 300 err)"
}
key() {
  xdotool key "$1"
  heard || fail "the window does not answer after $1"
}
rows() { tail -n +2 "$1" 2>/dev/null | wc -l; }
has_maps() { # has_maps FOLDER: the last map is written last
  local map
  for map in depth_max speed_max hazard_max arrival depth_last; do [ -s "$1/$map.png" ] && [ -s "$1/$map.asc" ] || return 1; done
}
plots() { # the part of the screen where the plots stand
  look grab "$1" $((X + 400)) $((Y + 200)) 380 260
}
are_apart() { # are_apart NAME over|under PIXELS: takes their picture, and asks by how many pixels it differs from the one with them
  plots "$1"
  look differ open "$1"
  if [ "$2" = over ]; then [ "$answer" -gt "$3" ]; else [ "$answer" -lt "$3" ]; fi
}

echo "from the start to the end"
# Not asked whether it answers: it may be over by then.
"$program" --set quality=0 --set resolution=50 --size 800x560 flume.scene --seconds 3 --out whole >out.txt 2>err </dev/null ||
  fail "a run of 3 s with --out in a window: status $?: $(head -c 300 err)"
"$program" --headless --seconds 3 flume.scene --out alone >/dev/null 2>&1
for file in gauges.csv lines.csv depth_max.asc arrival.asc hazard_max.asc; do
  cmp -s whole/$file alone/$file || fail "$file of a window differs from that of a run without one"
done

echo "by keys"
window flume.scene --set time_scale=2
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
key ctrl+s # there is nothing to be saved
[ ! -e weir-results-001 ] || fail "results are saved that were not recorded"
key ctrl+r
sleep 1
key space # the picture stands
plots open
key ctrl+p
# On a busy machine the next picture comes late.
soon are_apart closed over 20000 || fail "no plots are shown: $answer pixels are others without them"
key ctrl+p
soon are_apart again under 10000 || fail "the plots are not shown again: $answer pixels are others"
key space
key ctrl+s
soon has_maps weir-results-001 || fail "nothing is saved: $(ls)"
first=$(rows weir-results-001/gauges.csv)
if [ "$first" -lt 5 ] || [ "$(rows weir-results-001/lines.csv)" != "$first" ]; then fail "$first rows are saved"; fi
head -1 weir-results-001/gauges.csv | grep -q '^time_s,upstream_level_m,.*,downstream_level_m,' || fail "the head: $(head -1 weir-results-001/gauges.csv)"
# It goes on.
sleep 1
key ctrl+s
soon has_maps weir-results-002 || fail "nothing is saved the second time"
[ "$(rows weir-results-002/gauges.csv)" -gt "$first" ] || fail "no row came to the $first after a save"
# Another world ends it, and what there is can be saved still.
key r
key ctrl+s
soon has_maps weir-results-003 || fail "what was recorded of the world before is not saved"
[ "$(rows weir-results-003/gauges.csv)" -ge "$(rows weir-results-002/gauges.csv)" ] || fail "rows were lost with their world"
leave 0

echo "a scene without gauges"
window bare.scene
key ctrl+r
key ctrl+s
soon has_maps weir-results-004 || fail "no maps of a scene without gauges"
[ ! -e weir-results-004/gauges.csv ] || fail "a scene without gauges has gauges.csv"
key ctrl+r
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
xdotool mousemove $((X + 400)) $((Y + 330))
key shift+p
key ctrl+r
sleep 0.5
key ctrl+s
soon has_maps weir-results-005 || fail "nothing is saved of a probe"
head -1 weir-results-005/gauges.csv 2>/dev/null | grep -q '^time_s,probe_level_m,' || fail "the probe's place is no gauge: $(ls weir-results-005)"
leave 0

echo "a disk that is full"
mkdir small
if mount -t tmpfs -o size=4m tmpfs small 2>/dev/null; then
  cd small || exit 1
  window ../flume.scene
  key ctrl+r
  sleep 1
  head -c 5000000 /dev/zero >filling 2>/dev/null # there is room for the folder, and hardly for a file
  key ctrl+s
  sleep 1
  is_gone() { [ ! -e weir-results-001 ]; }
  soon is_gone || fail "a part of results stays: $(ls weir-results-001)"
  rm filling
  key ctrl+s
  soon has_maps weir-results-001 || fail "results cannot be saved any more after a disk was full"
  [ "$(rows weir-results-001/gauges.csv)" -ge 5 ] || fail "rows were lost with a disk that was full"
  leave 0
  cd .. || exit 1
  umount small
else
  echo "(no small disk can be mounted here)"
fi

echo "$failures failures"
[ $failures = 0 ]
