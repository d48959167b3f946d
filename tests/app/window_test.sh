#!/bin/bash
# The program in a real window: Xvfb for a screen, xdotool for a person. What the person does must show, in the picture
# and in the figures that --stats writes. Usage: window_test.sh PROGRAM. Exit status 77: tools are missing, nothing said.
set -u
program=$(realpath "${1:?usage: window_test.sh PROGRAM}")
python=/usr/bin/python3
for tool in Xvfb xdotool "$python"; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
work=$(mktemp -d)
server= weir= failures=0 checks=0
cleanup() {
  [ -n "$weir" ] && kill -9 "$weir" 2>/dev/null
  [ -n "$server" ] && kill "$server" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work" || exit 1

# The server finds itself a free display and says which; its screen lies in a file that can be read at any time.
mkdir screen
# -noreset: it would start anew when its last client leaves, and refuse whoever comes in that moment.
Xvfb -displayfd 3 -noreset -screen 0 640x480x24 -nolisten tcp -fbdir screen 3>display >xvfb.log 2>&1 &
server=$!
for _ in $(seq 100); do [ -s display ] && break; sleep 0.1; done
[ -s display ] || { echo "skipped: Xvfb does not start: $(head -1 xvfb.log)"; exit 77; }
DISPLAY=:$(cat display)
export DISPLAY SDL_VIDEODRIVER=x11
unset WAYLAND_DISPLAY

cat >tool.py <<'PY'
import ctypes, json, struct, sys

def screen():  # an X window dump, as Xvfb keeps it
    data = open("screen/Xvfb_screen0", "rb").read()
    head = struct.unpack(">25I", data[:100])
    return data[head[0] + 12 * head[19]:], head[12]

def grab(path, x, y, w, h):
    pixels, stride = screen()
    open(path, "wb").write(b"".join(pixels[(y + r) * stride + 4 * x:(y + r) * stride + 4 * (x + w)] for r in range(h)))

def differ(a, b):  # pixels that have changed by more than a hair
    a, b = open(a, "rb").read(), open(b, "rb").read()
    return sum(1 for n in range(0, len(a), 4) if any(abs(a[n + c] - b[n + c]) > 6 for c in range(3)))

def close(window):  # what a window manager sends when its cross is clicked
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    d = ctypes.c_void_p(x.XOpenDisplay(None))
    x.XInternAtom.restype = ctypes.c_ulong
    class Message(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("d", ctypes.c_void_p),
                    ("window", ctypes.c_ulong), ("kind", ctypes.c_ulong), ("format", ctypes.c_int),
                    ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 24)]
    m = Message(type=33, window=window, kind=x.XInternAtom(d, b"WM_PROTOCOLS", 0), format=32)
    m.data[0] = x.XInternAtom(d, b"WM_DELETE_WINDOW", 0)
    x.XSendEvent(d, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(m))
    x.XFlush(d)

def value(path, expression):
    print(eval(expression, {"s": json.load(open(path))}))

verb, rest = sys.argv[1], sys.argv[2:]
if verb == "grab": grab(rest[0], *map(int, rest[1:]))
if verb == "differ": print(differ(*rest))
if verb == "close": close(int(rest[0]))
if verb == "value": value(*rest)
PY

ok() { # ok WHAT STATUS
  checks=$((checks + 1))
  [ "$2" -eq 0 ] && echo "  ok: $1" && return
  echo "  FAIL: $1"
  failures=$((failures + 1))
}
is() { # is WHAT EXPRESSION: of the figures of the last run
  local got
  got=$("$python" tool.py value stats.json "$2" 2>&1)
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
[params]
tool_radius = 2
tool_strength = 0.6
friction = 2
S

start() { # start ARGUMENTS: returns when the window stands and draws
  rm -f stats.json
  "$program" "$@" --size 400x300 --stats stats.json 2>err &
  weir=$!
  window=
  for _ in $(seq 100); do
    window=$(xdotool search --pid $weir 2>/dev/null | tail -1)
    [ -n "$window" ] && break
    sleep 0.1
  done
  [ -n "$window" ] || { echo "  FAIL: no window: $(head -c 300 err)"; failures=$((failures + 1)); return; }
  eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=')"
  for _ in $(seq 60); do # its middle is no longer black
    "$python" tool.py grab middle $((X + 190)) $((Y + 140)) 20 20
    tr -d '\0\377' <middle | head -c 200 | grep -q . && break
    sleep 0.1
  done
  sleep 0.3
}
point() { xdotool mousemove $((X + $1)) $((Y + $2)); }
key() { for k in "$@"; do xdotool key "$k"; sleep 0.15; done; }
see() { "$python" tool.py grab "$1" "$X" "$Y" 400 235; } # all but the hint at the foot
top() { "$python" tool.py grab "$1" $((X + 100)) "$Y" 200 70; } # where messages appear
changed() { "$python" tool.py differ "$1" "$2"; }
# seen A B LEAST TAKE: within some seconds the picture differs from A in at least so many pixels.
seen() {
  for _ in $(seq 40); do
    "$4" "$2"
    [ "$(changed "$1" "$2")" -ge "$3" ] && return 0
    sleep 0.1
  done
  return 1
}
gone() { # gone A B MOST TAKE: ... in at most so many
  for _ in $(seq 60); do
    "$4" "$2"
    [ "$(changed "$1" "$2")" -le "$3" ] && return 0
    sleep 0.1
  done
  return 1
}
still() { # two looks half a second apart find hardly anything changed
  for _ in $(seq 30); do
    see look
    sleep 0.5
    see again
    [ "$(changed look again)" -le 400 ] && return 0
  done
  return 1
}
finish() { # finish WHAT: the program has been asked to end
  for _ in $(seq 80); do kill -0 $weir 2>/dev/null || break; sleep 0.1; done
  kill -0 $weir 2>/dev/null && kill -9 $weir
  wait $weir
  local status=$?
  weir=
  local said bad=0
  said=$(head -c 200 err)
  { [ $status -ne 0 ] || [ -n "$said" ]; } && bad=1
  ok "$1: exit status 0 and nothing on standard error ($status$said)" $bad
}

echo "a click"
start still.scene
point 200 170
sleep 0.4
see before
xdotool click 1
seen before after 300 see
ok "a click shows a crate" $?
sleep 1.6
key Escape
finish "Esc"
is "one click is one crate" 's["bodies"] == 1 and s["bodies_dropped"] == 1'
is "its splash spreads: the surface is level no more" 's["surface_m"]["max"] - s["surface_m"]["min"] > 0.01'
is "no water is lost" 's["volume_m3"]["error_relative"] < 1e-5 and s["finite"]'
is "the first frame came within 2 s" "0 < s['first_frame_s'] < 2 * ${WEIR_TEST_SLACK:-1}"

echo "a body held, thrown, taken away"
sed 's/^\[camera\]/[bodies]\nstone = 0.5 0.5 0 0 size 4 3 4 set\n[camera]/' still.scene >block.scene
start block.scene
point 200 140
sleep 0.4
see before
xdotool keydown ctrl mousedown 1
for y in 135 125 110 95; do point 200 $y; sleep 0.1; done
seen before after 800 see
ok "Ctrl+drag lifts a block of stone" $?
sleep 0.6 # held still, it is let go, not thrown
xdotool mouseup 1 keyup ctrl
still # it has fallen back
for x in 200 185 215; do # a slow machine may have let it go a little aside
  point $x 140
  sleep 0.4
  key Delete
done
sleep 0.4
key Escape
finish "Esc"
is "Delete takes it away, and nothing was dropped" 's["bodies"] == 0 and s["bodies_dropped"] == 1'

echo "Shift+drag, keys, panel, pictures"
start still.scene
point 200 170
sleep 0.4
see before
xdotool keydown shift mousedown 1
for x in 205 215 225 235 245; do point $x 165; sleep 0.06; done
xdotool mouseup 1 keyup shift
seen before after 300 see
ok "Shift+drag shows waves" $?
sleep 2 # until they and the ring are small
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
key F12 F12
for _ in $(seq 30); do [ -s weir-002.png ] && break; sleep 0.1; done
[ -s weir-001.png ] && [ -s weir-002.png ] && head -c 4 weir-001.png | grep -q PNG
ok "F12 writes pictures, none over another" $?
see before
key p
seen before after 15000 see
ok "P shows the panel" $?
point 60 280
xdotool click 1 click 1
sleep 0.3
key p
xdotool windowsize "$window" 300 200
sleep 0.4
"$python" tool.py close "$window"
finish "the window's cross"
is "a click on the panel does not reach the water" 's["bodies"] == 0'
is "Shift+drag drops nothing, and no water is lost" 's["bodies_dropped"] == 0 and s["volume_m3"]["error_relative"] < 1e-5'
is "two presses up and one down: gravity is 10.79" 'abs(s["params"]["gravity"] - 10.791) < 1e-3'
is "up and down again is where it was" 'abs(s["params"]["density"] - 1000) < 0.01'

echo "scene, solver, pause, step"
start pool --grid 48
key Tab m
sleep 0.3
key space
# What Tab and M said has to fade first, and a driver may still be compiling; water that runs on would never hold still.
held=1
for _ in $(seq 12); do
  see before
  sleep 0.8
  see after
  [ "$(changed before after)" -le 2000 ] && { held=0; break; }
done
[ "$held" = 0 ]
ok "Space holds the picture still" $?
key period period
sleep 0.3
key Escape
finish "Esc while paused"
is "Tab goes on to the next scene" 's["scene"] == "gate"'
is "M takes the next solver" 's["solver"] == "swe"'
is "Space stops time" 's["sim_seconds"] < s["wall_seconds"] - 1'

echo "reset, a key held back, signals"
start still.scene --drop 3
point 200 170
see before
xdotool click 1
seen before after 300 see # the first crate may have a shader compiled for it
key h r
sleep 1.5
kill -TERM $weir
finish "SIGTERM"
is "R starts again without the crates" 's["bodies"] == 0'
is "... and keeps the parameters" 's["params"]["splash"] > 1.05'
start still.scene
key h 3
point 200 170
xdotool mousedown 1
sleep 0.8
xdotool mouseup 1
sleep 0.2
key R
sleep 1.5
kill -INT $weir
finish "SIGINT"
is "Shift+R puts the parameters back as well" 'abs(s["params"]["splash"] - 1) < 1e-3'

echo "liquids, sides, parameters that need Alt"
start still.scene
key l l L b b alt+v alt+v
sleep 0.3
key Escape
finish "Esc after L and B"
is "L takes the next liquid, Shift+L the one before" 's["liquid"] == "muddy water" and abs(s["params"]["density"] - 1150) < 0.1'
is "B takes the next kind of sides" 's["sides"] == ["open"] * 4'
is "Alt and a key raise a parameter" 'abs(s["params"]["viscosity"] - 1.3 * 1.3 * 2e-4) < 1e-6'

echo "a window that somebody else destroys"
start still.scene --drop 2
xdotool windowclose "$window"
finish "windowclose"
is "... with the figures of the run" 's["finite"] and s["steps"] > 0'

echo "pouring, looking about"
start still.scene --seconds 3 --screenshot end.png
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
sleep 0.7
xdotool mouseup 1
finish "--seconds ends a window too"
is "pouring adds water and says so" 's["volume_m3"]["added"] > 1 and s["volume_m3"]["error_relative"] < 1e-5'
is "it ended on time" 'abs(s["sim_seconds"] - 3) < 1e-6'
[ -s end.png ]
ok "with the last frame as a picture" $?

echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
