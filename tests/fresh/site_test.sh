#!/usr/bin/env bash
# ./weir.sh page, windows and site on a machine that has nothing, as a stranger gives them: a minimal Debian in a folder, a clone of this
# checkout's HEAD. Prints what apt downloads and how long each takes, then runs what was built with node (and wine: not in the root).
#   tests/fresh/site_test.sh bookworm|trixie
# Needs root, 4 GB below ${TMPDIR:-/var/tmp} and the mirror that apt uses here; 77 where no root can be made. By hand: it takes half an hour.
set -euo pipefail
suite=${1:?usage: site_test.sh bookworm|trixie}
source=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

name=site_test.sh
# shellcheck source=tests/fresh/root.sh
. "$source/tests/fresh/root.sh"
git -c safe.directory='*' -C "$source" bundle create -q "$root/weir.bundle" HEAD
within root 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends git sudo' >/dev/null 2>&1
within root 'useradd --create-home --shell /bin/bash visitor && echo "visitor ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/visitor'
within visitor 'git clone -q /weir.bundle weir 2>/dev/null && cd weir && git log -1 --format="%h %s"'

failures=0
try() { # WORD: of weir.sh
  local started=$SECONDS status=0
  within visitor "cd weir && WEIR_YES=1 ./weir.sh $1 >log 2>&1" </dev/null || status=$?
  within visitor 'cd weir && grep -E "^(weir.sh|page|windows|site): " log' || true
  say "./weir.sh $1: exit status $status after $((SECONDS - started)) s"
  [ "$status" = 0 ] || { within visitor 'cd weir && tail -20 log'; failures=$((failures + 1)); }
}
try page
try windows
try site
within visitor 'cd weir && NODE_PATH=/usr/share/nodejs node build/page/program/golden_hashes.js tests/golden/hashes.txt --short' || failures=$((failures + 1))
say "$failures failures, $SECONDS s in all"
[ "$failures" = 0 ]
