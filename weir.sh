#!/usr/bin/env bash
# Weir in two commands, on Debian 12 and 13 or Ubuntu 24.04:
#   ./weir.sh [WORDS...]      installs what is missing, builds (Release) and starts the demo with WORDS
#   ./weir.sh test            the same, then builds and runs every test; needs no display and no GPU
#   ./weir.sh test quick      a minute of them; further words go to ctest
#   ./weir.sh build           the same, without starting anything
#   ./weir.sh page            builds the program for a browser, as one HTML file: build/page/weir.html
#   ./weir.sh windows         builds the program for Windows, as an archive that runs where it is unpacked: build/windows/weir.zip
#   ./weir.sh site            all that can be read and played as a folder for a host, with both of these: build/site/index.html
#   ./weir.sh amalgamate DIR  writes the library as two files, DIR/weir.c and DIR/weir.h; needs python3 alone
# It says what it installs and how much that is, asks before it uses sudo (WEIR_YES=1 answers yes), and does nothing twice.
set -euo pipefail
here=$PWD # file names among WORDS are the caller's
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
root=$PWD

tools="cmake ninja-build gcc g++ pkg-config python3-glad"
libraries="libsdl2-dev libode-dev libcglm-dev libstb-dev libimgui-dev libinih-dev libcjson-dev libzstd-dev libtiff-dev libcmocka-dev libavcodec-dev libavformat-dev libavutil-dev"
drivers="libgl1 libegl1 libgl1-mesa-dri"
testers="xvfb xdotool xauth glslang-tools gdal-bin"
windows="cmake ninja-build pkg-config python3-glad clang g++-mingw-w64-x86-64-win32 xz-utils libcglm-dev libstb-dev"
pages="cmake ninja-build pkg-config emscripten xz-utils libcglm-dev libstb-dev"

say() { printf 'weir.sh: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

missing() { # packages -> those that are not installed
  local package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || printf '%s ' "$package"
  done
}

download() { # packages -> how much apt would fetch for them, as far as its lists know
  # Lines of 'URI' NAME BYTES HASH. The lock is root's; only reading needs none.
  # shellcheck disable=SC2068
  apt-get install -qq --print-uris --no-install-recommends -o Debug::NoLocking=1 $@ 2>/dev/null | awk '
    $1 ~ /^\047/ { bytes += $3; files++ }
    END {
      if (files) printf "%.0f MB to download in %d packages", bytes / 1e6, files
      else print "how much there is to download, apt knows after apt-get update"
    }' || true
}

install() { # packages
  local wanted as_root=""
  wanted=$(missing "$@")
  [ -n "$wanted" ] || return 0
  command -v apt-get >/dev/null || fail "needs these packages, and there is no apt-get to install them: $wanted"
  say "these packages are missing: $wanted"
  say "with what they need: $(download "$wanted")"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "run this as root, or install sudo: apt-get install $wanted"
    if [ "${WEIR_YES:-}" != 1 ]; then
      [ -t 0 ] || fail "no terminal to ask on; WEIR_YES=1 ./weir.sh agrees to: sudo apt-get install $wanted"
      read -r -p "weir.sh: install them with sudo apt-get? [y/N] " answer
      case "$answer" in y | Y | yes) ;; *) fail "nothing was installed" ;; esac
    fi
    as_root=sudo
  fi
  # A list of packages from another day may name versions that are gone: renewed once before it is used.
  $as_root apt-get update -q >&2
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $wanted >&2
}

build() { # preset, then targets
  local preset=$1
  shift
  [ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" >"build-$preset.log" 2>&1 || {
    cat "build-$preset.log" >&2
    fail "cmake could not configure; its words stand above"
  }
  rm -f "build-$preset.log"
  cmake --build --preset "$preset" "$@" >&2
}

display() { # where SDL would open a window, if anywhere
  [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}${SDL_VIDEODRIVER:-}" ] || [ -S "${XDG_RUNTIME_DIR:-/nowhere}/wayland-0" ]
}

needs_window() { # words of the program
  local word
  case "${1:-}" in bench | check | pictures | verify | doctor | manual | completion) return 1 ;; esac
  for word in "$@"; do
    case "$word" in --headless | --help | -h | --version | --list-*) return 1 ;; esac
  done
}

tests() { # words for ctest; "quick" first: those with that label
  local jobs select=()
  jobs=$(nproc)
  if [ "${1:-}" = quick ]; then
    select=(-L quick)
    shift
  fi
  # Each test's COST is its time in seconds on one core of 2023.
  ctest --test-dir build/release ${select[@]+"${select[@]}"} "$@" --show-only=json-v1 | /usr/bin/python3 -c '
import json, sys
costs = [next((p["value"] for p in t.get("properties", []) if p["name"] == "COST"), 0.5) for t in json.load(sys.stdin)["tests"]]
print("weir.sh: %d tests on %s cores, about %.1f minutes on an idle machine" %
      (len(costs), sys.argv[1], sum(costs) / 60 / int(sys.argv[1])))' "$jobs" >&2
  local report=$root/build/release/Testing/report.xml status=0
  env -u DISPLAY -u WAYLAND_DISPLAY ctest --test-dir build/release --output-on-failure -j "$jobs" --output-junit "$report" \
    ${select[@]+"${select[@]}"} "$@" || status=$?
  # What was left out here, in whole or in part, with the reason: CTest names whole tests alone.
  [ ! -f "$report" ] || /usr/bin/python3 -c '
import sys, xml.etree.ElementTree as tree
for test in tree.parse(sys.argv[1]).getroot().iter("testcase"):
    for line in (test.findtext("system-out") or "").splitlines():
        if "skipped" in line or line.startswith("not run"): print("weir.sh: %s: %s" % (test.get("name"), line.strip()))' "$report" >&2
  exit $status
}

case "${1:-}" in
  --help | -h)
    if [ -x build/release/weir ]; then exec build/release/weir --help; fi
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' weir.sh
    say "the program's own options: ./weir.sh --help once it is built, and README.md"
    ;;
  test)
    shift
    # shellcheck disable=SC2086
    install $tools $libraries $drivers $testers
    build release
    tests "$@"
    ;;
  amalgamate)
    [ $# = 2 ] || fail "amalgamate takes one word: the folder for weir.c and weir.h"
    cd "$here"
    exec /usr/bin/python3 "$root/src/weir/package/amalgamate.py" "$2"
    ;;
  page)
    # shellcheck disable=SC2086
    install $pages
    exec src/page/build.sh
    ;;
  windows)
    # shellcheck disable=SC2086
    install $windows
    exec src/windows/build.sh
    ;;
  site)
    # shellcheck disable=SC2086
    install $pages $windows cmark-gfm
    src/page/build.sh
    src/windows/build.sh
    exec /usr/bin/python3 docs/site/build.py build/site
    ;;
  build)
    # shellcheck disable=SC2086
    install $tools $libraries $drivers
    build release --target weir
    ;;
  *)
    if needs_window "$@" && ! display; then
      fail "there is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are empty). Start it from a desktop, or without" \
        "a window: ./weir.sh --headless --seconds 9 --drop 24 --screenshot water.png"
    fi
    # shellcheck disable=SC2086
    install $tools $libraries $drivers
    build release --target weir
    cd "$here"
    exec "$root/build/release/weir" "$@"
    ;;
esac
