#!/bin/bash
# A real window that is pressed, clicked and dragged to other sizes at random: it must end with status 0 and say nothing, which means
# that not one OpenGL error was counted (nor, in a debug build, one frame with a pixel that is not a number), and that all that was done,
# run again from its recording, gave the same states; and its memory must stay flat.
# What is pressed follows from the seed alone. Usage: keys_test.sh PROGRAM [ROUNDS [SEED]]; a round is a size, eight keys or clicks,
# and a picture. KEYS_TEST_LOG=FILE notes all that it is given.
# Exit status 77: tools are missing, nothing said.
set -u
program=$(realpath "${1:?usage: keys_test.sh PROGRAM [ROUNDS [SEED]]}")
rounds=${2:-12} seed=${3:-1}
RANDOM=$seed
# shellcheck source=tests/app/screen.sh
. "$(dirname "$(readlink -f "$0")")/screen.sh"
screen_begin 800x600 || exit 77
mkdir -p config/weir
# No first hints: that they go where they are followed would be taken for what the water shows.
# Keys are fixed: F12, by which the test hears that the window answers, could else be given to something else in F1.
printf 'hints = move drop push look tool\nkeys = fixed\n' >config/weir/config

fail() {
  echo "FAIL: $* (seed $seed, $rounds rounds, round ${round:-0}; the last it was given: ${given:-nothing}) $(head -c 300 err)"
  exit 1
}
"$program" pool --grid 64 --size 400x300 --check-replay --stats stats.json 2>err &
weir=$!
soon find_window || fail "no window"

# Every key that the program knows but Esc, which would quit, and G, which could ask for a grid beyond all memory; twice what matters most.
keys=(1 2 3 4 7 8 space space period Delete Return r shift+r Tab Tab shift+Tab m l shift+l b shift+b v v shift+v Next Prior Home o p F1 F2
  F11 w a s d q e Up Down Left Right j k alt+f grave alt+m alt+v alt+c alt+s alt+u alt+l n x alt+a alt+z y u i semicolon alt+r alt+i alt+t h f ctrl+z alt+w alt+b apostrophe
  backslash t bracketright alt+g alt+h alt+x alt+p bracketleft F3 F3 alt+e alt+k alt+d F4 alt+q alt+o alt+1 alt+1 alt+2 F8 equal minus comma slash F6 F7 J K I shift+Up shift+Left shift+F6
  shift+F7 shift+F3 5 6 9 0 shift+9 shift+0 shift+7 shift+8 shift+7 Insert z shift+z shift+1 shift+2 shift+3 shift+4 shift+m c c
  shift+p shift+p F5 F5 F9 BackSpace ctrl+b ctrl+b ctrl+z ctrl+shift+z shift+period shift+period)
act() {
  given="${given-} $*"
  xdotool "$@" 2>>xdotool.log
}
# Another size: now and then a pixel or a line of them, else up to 500x400.
wide=400 high=300
resize() {
  wide=$((1 + RANDOM % 500)) high=$((1 + RANDOM % 400))
  case $((RANDOM % 8)) in
    0) wide=1 high=1 ;;
    1) wide=1 ;;
    2) high=1 ;;
  esac
  act windowsize "$window" $wide $high
  act mousemove --window "$window" $((RANDOM % wide)) $((RANDOM % high))
}
# The bar of time at the foot of the window, from anywhere to anywhere; most of the time let go where time has been rewound.
drag_time() {
  act mousemove --window "$window" $((RANDOM % wide)) $((high > 4 ? high - 4 : 0)) mousedown 1
  for _ in 1 2 3 4; do act mousemove --window "$window" $((RANDOM % wide)) $((high > 4 ? high - 4 : 0)) sleep 0.03; done
  act mouseup 1
}
press() {
  case $((RANDOM % 20)) in
    0 | 1) act click $((1 + RANDOM % 5)) ;;
    2 | 3) act keydown shift click 1 keyup shift ;;
    4) drag_time ;;
    5) act keydown BackSpace sleep 0.2 keyup BackSpace ;;
    *) act key "${keys[RANDOM % ${#keys[@]}]}" ;;
  esac
}
# All that was given has been taken in and drawn: the picture that F12 asks for is there.
taken() {
  act key F12
  soon [ -s weir-001.png ] || fail "it does not answer any more"
  rm -f weir-*.png
}
resident() { # KiB
  awk '/^VmRSS/ {print $2}' /proc/$weir/status
}

# The panel in each width from where it has no room to where it has some: nothing in it may be of no size.
act key p
for ((wide = 60; wide <= 140; wide++)); do
  act windowsize "$window" $wide 640
  sleep 0.03
done
heard || fail "it does not answer any more"
act key p

for ((round = 1; round <= rounds; round++)); do
  given=
  if ((round % 8 == 0)); then # what a window manager does when it minimises and when it shows again
    act windowunmap "$window"
    press
    act windowmap --sync "$window"
    soon act windowfocus "$window" || fail "it does not show again"
  fi
  resize
  for n in 1 2 3 4 5 6 7 8; do press; done
  ((round % 8 == 4)) && act key shift+g key Return key g key Return # coarser, then finer; Return where it asks
  taken
  [ -z "${KEYS_TEST_LOG-}" ] || echo "$round: $(resident) KiB: $given" >>"$KEYS_TEST_LOG"
done

# Its memory: what is pressed changes scenes and has shaders compiled, so it is watched over sizes alone, from a second pass over them on. A
# picture of them has 9 MB in textures, the colours alone 2.6: were these left over from each size, 60 sizes would come to 150 MB. What the
# driver keeps for later comes and goes by 44 MB.
allowed=65536 # KiB
grep -qaE '__(asan|tsan)_init' "$program" && allowed=1048576 # sanitizers keep what was freed, AddressSanitizer 256 MB of it
sizes() { # a machine too slow to draw each of them draws fewer
  local n
  given=
  for n in {1..20}; do
    act windowsize "$window" $((790 - 10 * n)) $((400 + 8 * n))
    sleep 0.1
  done
  heard || fail "it does not answer any more"
}
round=sizes
sizes
# What the driver takes once for all may fall into any of these; what leaks is in each.
for attempt in 1 2 3 4; do
  sizes
  before=$(resident)
  for pass in 1 2 3; do sizes; done
  after=$(resident)
  [ $((after - before)) -gt $allowed ] || break
done
[ $((after - before)) -le $allowed ] || fail "memory grows from $before to $after KiB over 60 sizes"
ended() { ! kill -0 $weir 2>/dev/null; }
until_ended=$((SECONDS + 120))
until ended || [ $SECONDS -ge $until_ended ]; do # Esc closes what is open, one thing after the other, and then asks; Enter says yes
  act key Escape key Return
  sleep 0.3
done
ended || fail "Esc and Enter do not end it"
wait $weir
status=$?
weir=
{ [ $status -eq 0 ] && [ ! -s err ]; } || fail "exit status $status"
grep -q '"finite": *true' stats.json || fail "the water's state is not a number somewhere"
frames=$(sed -n 's/.*"frames": *\([0-9]*\).*/\1/p' stats.json)
echo "$rounds sizes, $((8 * rounds)) keys and clicks, $frames frames: no error; $before KiB, and $after after 60 more"
