#!/usr/bin/env bash
# The three packages on a machine that has nothing: they install in a minimal Debian 12, the program starts from another folder and says
# every option in its manual page, a program of ten lines is built with libweir-dev, and when all are removed only the visitor's own files
# are left.
#   tests/fresh/deb_test.sh FOLDER    with weir_*.deb, libweir0_*.deb and libweir-dev_*.deb, as `cpack` in the build folder makes them
# Needs what root.sh says, and that the packages were made on Debian 12. Exit status: 0; 1; 77 when this machine does not let a root be made.
set -euo pipefail
packages=$(cd "${1:?usage: deb_test.sh FOLDER}" && pwd)
suite=bookworm name=deb_test.sh
source=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
# shellcheck source=tests/fresh/root.sh
. "$source/tests/fresh/root.sh"

failures=0
check() { # WHAT COMMAND: as the visitor, in a folder that belongs to neither user
  local status=0
  within visitor "cd /tmp && $2" </dev/null || status=$?
  [ "$status" = 0 ] && say "ok: $1" || { failures=$((failures + 1)); say "FAIL: $1: exit status $status"; }
}
install() { within root "DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $* >/dev/null 2>&1"; }

within root 'apt-get update -qq'
within root 'useradd --create-home --shell /bin/bash visitor'
within root 'find / -xdev -type f -not -path "/var/*" -not -path "/tmp/*" | sort >/before'
mkdir "$root/packages"
cp "$packages"/weir_*.deb "$packages"/libweir0_*.deb "$packages"/libweir-dev_*.deb "$root/packages"
# man-db and the compiler are not what is tried: without the rule of minimal images that keeps manual pages away.
rm -f "$root"/etc/dpkg/dpkg.cfg.d/*docker* "$root"/etc/dpkg/dpkg.cfg.d/excludes
install /packages/weir_*.deb man-db || { say "FAIL: weir does not install"; exit 1; }

check "it says its version" 'weir --version'
check "it runs from another folder, without a window" 'weir river --headless --steps 20 --stats - | grep -q "\"finite\": *true"'
check "its manual page shows every option" 'man weir 2>/dev/null | col -b >page || man weir >page
  for option in $(weir --help | grep -oE "^  --[a-z-]+"); do grep -q -- "$option" page || { echo "no $option"; exit 1; }; done'
check "bash completes its options" 'bash -c ". /usr/share/bash-completion/completions/weir; COMP_WORDS=(weir --solv); COMP_CWORD=1; _weir
  [ \"\${COMPREPLY[*]}\" = --solver ]"'
check "the desktop knows it" 'test -s /usr/share/applications/weir.desktop && test -s /usr/share/mime/packages/weir.xml'

install /packages/libweir0_*.deb /packages/libweir-dev_*.deb gcc libc6-dev pkgconf || { say "FAIL: libweir-dev does not install"; exit 1; }
cat >"$root/tmp/drop.c" <<'C'
#include <stdio.h>
#include <weir/weir.h>
int main(void) {
  const WeirWaterDef def = weir_water_def_default();
  WeirWater *water = weir_water_create(&def, NULL);
  weir_water_add(water, 16, 16, 4, 10);
  for (int n = 0; n < 100; n++) weir_water_step(water, 0.02f);
  printf("%.3f m\n", (double)weir_water_surface_at(water, 16, 16));
  weir_water_destroy(water);
}
C
check "a program of ten lines builds and runs" 'gcc -std=c17 /tmp/drop.c $(pkg-config --cflags --libs weir) -o drop && ./drop'

within visitor 'mkdir -p ~/.config/weir && echo "muted = yes" >~/.config/weir/config'
within root 'apt-get purge -qq -y weir libweir0 libweir-dev >/dev/null 2>&1; apt-get purge -qq -y --autoremove man-db gcc libc6-dev pkgconf >/dev/null 2>&1'
within root 'find / -xdev -type f -not -path "/var/*" -not -path "/tmp/*" | sort >/after; comm -13 /before /after | grep -i weir | grep -v "^/packages/"' >"$root/left" || true
[ "$(cat "$root/left")" = /home/visitor/.config/weir/config ] && say "ok: only the visitor's own file is left" || {
  failures=$((failures + 1)); say "FAIL: what is left: $(tr '\n' ' ' <"$root/left")"; }
say "$failures failures, $SECONDS s in all"
[ "$failures" = 0 ]
