#!/usr/bin/env bash
# Weir in two commands, on Debian 12 or a current Ubuntu:
#   ./weir.sh [WORDS...]   installs what is missing, builds (Release) and starts the demo with WORDS
#   ./weir.sh test         the same, then builds and runs every test; needs no display and no GPU
#   ./weir.sh build        the same, without starting anything
# It says what it installs, asks before it uses sudo (WEIR_YES=1 answers yes), and does nothing twice.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

tools="cmake ninja-build gcc g++ pkg-config python3-glad"
libraries="libsdl2-dev libode-dev libcglm-dev libstb-dev libimgui-dev libinih-dev libcjson-dev libcmocka-dev"
drivers="libgl1 libegl1 libgl1-mesa-dri"
testers="xvfb xdotool xauth"

say() { printf 'weir.sh: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

missing() { # packages -> those that are not installed
  local package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || printf '%s ' "$package"
  done
}

install() { # packages
  local wanted as_root=""
  wanted=$(missing "$@")
  [ -n "$wanted" ] || return 0
  command -v apt-get >/dev/null || fail "needs these packages, and there is no apt-get to install them: $wanted"
  say "these packages are missing: $wanted"
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

case "${1:-}" in
  test)
    # shellcheck disable=SC2086
    install $tools $libraries $drivers $testers
    build release
    exec env -u DISPLAY ctest --test-dir build/release --output-on-failure
    ;;
  build)
    # shellcheck disable=SC2086
    install $tools $libraries $drivers
    build release --target weir
    ;;
  *)
    # shellcheck disable=SC2086
    install $tools $libraries $drivers
    build release --target weir
    exec build/release/weir "$@"
    ;;
esac
