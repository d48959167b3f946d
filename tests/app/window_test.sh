#!/bin/bash
# The program in a real window: Xvfb for a screen, xdotool for a person. What the person does must show, in the picture
# and in the figures that --stats writes. It waits for what is to be seen, never for a time: how long a busy machine takes says
# nothing about the program. Usage: window_test.sh PROGRAM. Exit status 77: tools are missing, nothing said.
set -u
program=$(realpath "${1:?usage: window_test.sh PROGRAM}")
# shellcheck source=tests/app/screen.sh
. "$(dirname "$(readlink -f "$0")")/screen.sh"
failures=0 checks=0
mkdir screen # the screen lies in a file there that can be read at any time
screen_begin 640x480 -fbdir screen || exit 77
mkdir -p config/weir
# No first hints: that they go where they are followed would be taken for what the water shows.
echo 'hints = move drop push look tool' >config/weir/config

grab() { look grab "$@"; }

ok() { # ok WHAT STATUS
  checks=$((checks + 1))
  [ "$2" -eq 0 ] && echo "  ok: $1" && return
  echo "  FAIL: $1"
  failures=$((failures + 1))
}
is() { # is WHAT EXPRESSION: of the figures of the last run
  local got
  got=$("$python" "$watcher" value stats.json "$2" 2>&1)
  [ "$got" = True ]
  ok "$1" $?
}

# Still water, seen from above; nothing moves until the person does something.
cat >still.scene <<'S'
[scene]
title = Still
solver = pipe
grid = 64 64
cell = 0.25
look = tank
[water]
pool = 0 0 1 1 2
[camera]
eye = 0.5 16 1.5
target = 0.5 2 0.5
[camera low]
eye = 0.5 4 1.1
target = 0.5 2 0.2
[params]
tool_radius = 2
tool_strength = 0.6
friction = 2
S

drawn() { # its middle is no longer black
  grab middle $((X + 190)) $((Y + 140)) 20 20
  tr -d '\0\377' <middle | head -c 200 | grep -q .
}
start() { # start ARGUMENTS: returns when the window stands and draws; without the line that a software driver has at the start
  start_as_is --set quality=0 --set resolution=100 --fps-max 10 "$@"
}
start_as_is() {
  rm -f stats.json weir-*.png
  pictures=0
  "$program" "$@" --size 400x300 --stats stats.json 2>err &
  weir=$!
  window=
  soon find_window || { echo "  FAIL: no window: $(head -c 300 err)"; failures=$((failures + 1)); return; }
  eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
  soon drawn
}
point() { xdotool mousemove $((X + $1)) $((Y + $2)); }
key() { for k in "$@"; do xdotool key "$k"; sleep 0.15; done; }
# Esc asks before it quits, and closes panel and overlay before it asks; a question that stands it takes back.
leave() { key Escape Escape Escape Return; }
taken() { # a picture by F12: it leaves a message at the top
  pictures=$((pictures + 1))
  key F12
  soon [ -s "$(printf 'weir-%03d.png' $pictures)" ]
}
see() { grab "$1" "$X" "$Y" 400 235; } # all but the hint at the foot
top() { grab "$1" $((X + 100)) "$Y" 200 70; } # where messages appear
aside() { grab "$1" $((X + 95)) $((Y + 130)) 60 80; } # of a crate in the middle
changed() { look differ "$1" "$2" && echo "$answer"; }
differs_by() { "$4" "$2"; [ "$(changed "$1" "$2")" -ge "$3" ]; }
differs_least() { "$4" "$2"; [ "$(changed "$1" "$2")" -le "$3" ]; }
seen() { soon differs_by "$@"; } # seen A B LEAST TAKE: the picture comes to differ from A in so many pixels at least
gone() { soon differs_least "$@"; } # gone A B MOST TAKE: the picture comes to differ from A in so many pixels at most
alike() { # alike MOST TAKE: three looks, half a second apart, find hardly anything changed
  local n
  "$2" look
  for n in 1 2; do
    sleep 0.5
    "$2" again
    [ "$(changed look again)" -le "$1" ] || return 1
  done
}
still() { soon alike "${1:-400}" "${2:-see}"; }
ended() { ! kill -0 $weir 2>/dev/null; }
finish() { # finish WHAT: the program has been asked to end
  soon ended
  kill -0 $weir 2>/dev/null && kill -9 $weir
  wait $weir
  local status=$?
  weir=
  local said bad=0
  said=$(head -c 200 err)
  { [ $status -ne 0 ] || [ -n "$said" ]; } && bad=1
  ok "$1: exit status 0 and nothing on standard error ($status$said)" $bad
}

# A large crate from high up, and water that nothing slows: after three minutes its waves are still 7 cm high, however late the window is
# looked at.
sed 's/^friction = 2/friction = 0\ncrate_size = 3\ndrop_height = 6/' still.scene >lively.scene

echo "a click"
start lively.scene
point 200 170
still
see before
aside calm
xdotool click 1
seen before after 300 see
ok "a click shows a crate" $?
seen calm ring 30 aside
ok "its ring comes by" $?
leave
finish "Esc"
is "one click is one crate" 's["bodies"] == 1 and s["bodies_dropped"] == 1'
is "its splash spreads: the surface is level no more" 's["surface_m"]["max"] - s["surface_m"]["min"] > 0.01'
is "no water is lost" 's["volume_m3"]["error_relative"] < 1e-5 and s["finite"]'
is "--fps-max 10 is kept" 's["fps"] < 10.5'
# of a machine to itself; beside other programs by so much more as there wait for each core
read -r _ _ _ running _ </proc/loadavg
waiting=$((${running%/*} / $(nproc) + 1))
is "the first frame came within 6 s ($waiting to a core)" "0 < s['first_frame_s'] < 6 * $waiting * ${WEIR_TEST_SLACK:-1}"

echo "a body held, thrown, taken away"
sed 's/^\[camera\]/[bodies]\nstone = 0.5 0.5 0 0 size 4 3 4 set\n[camera]/' still.scene >block.scene
start block.scene
point 200 140
patience=8 still # the water about the block may never be quite at rest
see before
xdotool keydown ctrl mousedown 1
for y in 135 125 110 95; do point 200 $y; sleep 0.1; done
seen before after 800 see
ok "Ctrl+drag lifts a block of stone" $?
still # let go now, it is not thrown
xdotool mouseup 1 keyup ctrl
still # it has fallen back
for x in 200 185 215; do # a slow machine may have let it go a little aside
  point $x 140
  heard # the program knows where the pointer is
  key Delete
  heard
done
leave
finish "Esc"
is "Delete takes it away, and nothing was dropped" 's["bodies"] == 0 and s["bodies_dropped"] == 1'

echo "the time bar"
start lively.scene
still
point 200 140
see before
xdotool click 1
seen before after 300 see
ok "a crate is there" $?
sleep 4 # of past with the crate in it: else its last keyframe may be without
middle_of_bar() { grab "$1" $((X + 120)) $((Y + 292)) 200 6; }
point 385 296
xdotool mousedown 1
soon alike 0 middle_of_bar # held, but not moved: filled up to the pointer
middle_of_bar filled
for x in 300 200 100 40 3; do point $x 296; sleep 0.1; done
seen filled after 600 middle_of_bar
ok "a drag of the bar: its mark follows the pointer" $?
xdotool mouseup 1
point 200 140
key space
heard
leave
finish "Esc"
is "... and the water is where it was let go, before the crate" 's["bodies"] == 0 and s["finite"]'

echo "Shift+drag, keys, panel, pictures"
start still.scene
point 200 170
still
see before
xdotool keydown shift mousedown 1
for x in 205 215 225 235 245; do point $x 165; sleep 0.06; done
xdotool mouseup 1 keyup shift
seen before after 300 see
ok "Shift+drag shows waves" $?
still 40 top # until they and the ring are small
top before
key j
seen before after 60 top
ok "a parameter's key shows its value" $?
key j J k Shift+k
gone before after 400 top
ok "the value fades" $?
see before
key F1
seen before after 20000 see
ok "F1 shows all keys" $?
key F1
gone before after 6000 see
ok "F1 again takes them away" $?
see before
key Next
seen before after 20000 see
ok "PageDown shows the scene from its next camera" $?
key Next
gone before after 6000 see
ok "PageDown again comes back to the first" $?
key Home
seen before after 20000 see
ok "Home flies round the cameras" $?
key Prior Next # a camera that is chosen ends the flight; from the low one no water looks still
gone before after 6000 see && still
ok "PageUp and PageDown end the flight, where they lead" $?
key F12 F12
soon [ -s weir-002.png ]
[ -s weir-001.png ] && [ -s weir-002.png ] && head -c 4 weir-001.png | grep -q PNG
ok "F12 writes pictures, none over another" $?
see before
key p
seen before after 15000 see
ok "P shows the panel" $?
point 16 20
xdotool click 1 click 1
key p
heard
xdotool windowsize "$window" 300 200
heard
"$python" "$watcher" close "$window"
finish "the window's cross"
is "a click on the panel does not reach the water" 's["bodies"] == 0'
is "Shift+drag drops nothing, and no water is lost" 's["bodies_dropped"] == 0 and s["volume_m3"]["error_relative"] < 1e-5'
is "two presses up and one down: gravity is 10.79" 'abs(s["params"]["gravity"] - 10.791) < 1e-3'
is "up and down again is where it was" 'abs(s["params"]["density"] - 1000) < 0.01'

echo "a picture of the water alone"
below() { grab "$1" "$X" $((Y + 70)) 400 165; } # where no message appears, nor the hint
unchanged() { below after; cmp -s before after; }
# Blending comes to rest after 32 frames that are the same, and shows one picture for 7 of them before, so that seconds say nothing.
settled() { local n; for n in {1..12}; do heard || return 1; done; } # 3 frames each
# Time stands at the scene's start, so that only what is drawn over the water and how well it is drawn can make two pictures differ.
for quality in 0 1; do
  start still.scene --set quality=$quality
  point 200 170 # a ring shows where the tool would act
  key space r
  still 10 below
  settled
  below before
  taken
  soon unchanged # to the last pixel: tiers may differ by a hair alone
  ok "the window shows what it did before F12, at quality $quality" $?
  mv weir-001.png plain-$quality.png
  pictures=0 # the next one has this name again
  "$python" "$watcher" picture plain-$quality.png
  see before
  key p o
  seen before after 20000 see && taken
  ok "panel and overlay are shown, at quality $quality" $?
  "$python" "$watcher" picture weir-001.png
  cmp weir-001.png plain-$quality.png
  ok "F12 leaves panel and overlay out, at quality $quality" $?
  leave
  finish "Esc after F12"
  is "F12 leaves the quality as it was" "s['params']['quality'] == $quality"
done
cmp plain-0.png plain-1.png
ok "F12 takes the highest quality, whatever the window has" $?

start still.scene --set quality=0 --set resolution=40
key space r
still 10 below
taken
mv weir-001.png plain-40.png
"$python" "$watcher" picture plain-40.png
leave
finish "Esc at 40 % of each side"
is "the window drew 40 % of each side" 'abs(s["picture_share"]["last"] - 0.4) < 1e-6'
cmp plain-0.png plain-40.png
ok "F12 takes a whole picture, whatever the window has" $?

echo "the first seconds"
loads() { # its window stands, beside the hidden one of the second compiler, and says that it is not ready
  window=$(xdotool search --onlyvisible --pid "$weir" 2>/dev/null | tail -1)
  [ -n "$window" ] && [ "$(xdotool getwindowname "$window" 2>/dev/null)" = 'Weir (loading)' ]
}
rm -f stats.json
XDG_CACHE_HOME=$work/no-cache "$program" river --size 400x300 --stats stats.json 2>err &
weir=$!
soon loads
ok "without a driver's cache a window stands before its first picture" $?
"$python" "$watcher" close "$window"
finish "the cross of a window that loads"
XDG_CACHE_HOME=$work/no-cache start_as_is river
leave
finish "Esc after loading"
is "something is shown before the first picture" "0 < s['first_shown_s'] < 0.7 * s['first_frame_s']"

echo "the probe"
start still.scene
point 130 150
key space r
still 10 below
below before
key shift+p
seen before after 8000 below # as large as its window beside the pointer
ok "Shift+P shows what the water under the pointer does" $?
key shift+p
gone before after 400 below
ok "Shift+P again takes it away" $?
leave
finish "Esc after the probe"

echo "a line tells of a reduced picture"
start still.scene
point 200 170
still 40 top
top before
leave
finish "Esc, with the quality given"
told=1
for _ in 1 2 3; do # the line stays for ten seconds, which a busy machine may let pass before it is looked for
  start_as_is still.scene --set resolution=100 # a picture that gets other pixels would differ, too
  point 200 170
  patience=15 seen before after 400 top && told=0
  [ $told = 0 ] && gone before after 60 top || told=1
  leave
  finish "Esc, with the quality left to the program"
  [ $told = 0 ] && break
done
ok "a software driver's window tells that its picture is reduced, then no more" $told

echo "scene, solver, pause, step"
# Tells paused time from water that comes to rest: R lets the dam break again, which changes 300 pixels in half a second for
# half a minute, and water is poured all the while, which changes 15 for ever. A paused picture changes in none.
moving() { # three looks, each at least 300 pixels off the one before
  local n
  see look
  for n in 1 2; do
    sleep 0.5
    see again
    [ "$(changed look again)" -ge 300 ] || return 1
    mv again look
  done
}
start pool --grid 48
see before
key Tab
heard # the window is done with loading, and has drawn since
gone_on() { see after; [ "$(changed before after)" -ge 20000 ]; }
soon gone_on
ok "Tab shows another scene" $?
key m 3
point 200 150
xdotool mousedown 1
key r Return # something has been poured
soon moving
ok "its water runs" $?
key space
patience=60 still 10
ok "Space holds the picture still" $?
key r Return space
soon moving
ok "Space again lets it go on" $?
key space
patience=60 still 10
ok "and holds it still once more" $?
key period period
heard
leave
finish "Esc while paused"
xdotool mouseup 1
is "Tab goes on to the next scene" 's["scene"] == "gate"'
is "M takes the next solver" 's["solver"] == "swe"'

echo "reset, a key held back, signals"
start still.scene --drop 3
point 200 170
see before
xdotool click 1
seen before after 300 see # the first crate may have a shader compiled for it
key alt+t r Return
heard
kill -TERM $weir
finish "SIGTERM"
is "R starts again without the crates" 's["bodies"] == 0'
is "... and keeps the parameters" 's["params"]["splash"] > 1.05'
start still.scene
key alt+t 3
point 200 170
xdotool mousedown 1
sleep 0.8
xdotool mouseup 1
key R Return
heard
kill -INT $weir
finish "SIGINT"
is "Shift+R puts the parameters back as well" 'abs(s["params"]["splash"] - 1) < 1e-3'

echo "liquids, sides, parameters that need Alt"
start still.scene
key l l L b b alt+v alt+v
leave
finish "Esc after L and B"
is "L takes the next liquid, Shift+L the one before" 's["liquid"] == "muddy water" and abs(s["params"]["density"] - 1150) < 0.1'
is "B takes the next kind of sides" 's["sides"] == ["open"] * 4'
is "Alt and a key raise a parameter" 'abs(s["params"]["viscosity"] - 1.3 * 1.3 * 2e-4) < 1e-6'

echo "two waters side by side"
left() { grab "$1" "$X" $((Y + 40)) 170 105; } # without its name
right() { grab "$1" $((X + 200)) $((Y + 40)) 170 105; }
start lively.scene --compare pipe,swe
still 400 left
left before
right before2
point 100 75
xdotool click 1
seen before after 60 left
ok "a click shows a crate in the first" $?
seen before2 after 60 right
ok "and in the second" $?
see before
key ctrl+b
seen before after 5000 see
ok "Ctrl+B ends it" $?
leave
finish "Esc after two waters"
is "the person's world has the one crate" 's["bodies"] == 1'

echo "a car that is steered"
start hill --grid 48
xdotool keydown Up
sleep 0.5
xdotool keyup Up
heard
key Tab
heard
leave
finish "Esc after a drive"
is "driving is not an edit: Tab asks nothing" 's["scene"] == "meadow"'

echo "a press beside a question"
start still.scene
still
see before
key Escape
seen before asked 300 see
ok "Esc asks" $?
point 60 60
xdotool click 1
seen asked after 300 see
ok "a press beside the question lets it go" $?
leave
finish "Esc after a press"
is "the press dropped nothing" 's["bodies"] == 0'

echo "a window that another program destroys"
start still.scene --drop 2
xdotool windowclose "$window"
finish "windowclose"
is "... with the figures of the run" 's["finite"] and s["steps"] > 0'

echo "... while it loads"
loads() { window=$(xdotool search --onlyvisible --pid "$weir" 2>/dev/null | head -1); [ -n "$window" ]; }
for pause in 0 0.3 0.6 0.9; do
  rm -rf cache
  XDG_CACHE_HOME=$work/cache "$program" river --size 400x300 2>err &
  weir=$!
  soon loads
  sleep $pause
  xdotool windowclose "$window"
  finish "windowclose $pause s after it stands"
done

echo "pouring, looking about"
start still.scene --seconds 12 --screenshot end.png # time enough to find the window in
key space # time waits while the view is turned
heard
still
see before
point 200 150
xdotool mousedown 3
for x in 210 230 250 270; do point $x 160; sleep 0.05; done
xdotool mouseup 3
seen before after 5000 see
ok "right drag turns the view" $?
see before
xdotool click 4 click 4 click 4
seen before after 3000 see
ok "the wheel comes closer" $?
key 3
xdotool mousedown 1
key space # until it ends
finish "--seconds ends a window too"
is "pouring adds water and says so" 's["volume_m3"]["added"] > 1 and s["volume_m3"]["error_relative"] < 1e-5'
xdotool mouseup 1
is "it ended on time" 'abs(s["sim_seconds"] - 12) < 1e-6'
[ -s end.png ]
ok "with the last frame as a picture" $?

echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
