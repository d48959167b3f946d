#!/usr/bin/env bash
# Who may know whom (README, "Where things are"): each room's includes against what it may include.
set -u
cd "$1" || exit 1
bad=0
forbid() { # room, extended regular expression of includes it must not have, why
  local found
  found=$(grep -rnE "^ *# *include *[<\"]($2)" "src/$1" 2>/dev/null)
  [ -z "$found" ] && return
  printf '%s\nsrc/%s: %s\n' "$found" "$1" "$3"
  bad=1
}
forbid base '(weir|check|world|render|app)/|SDL|glad|GL/|ode|imgui|cglm|stb|ini\.h' 'base knows nothing of the project'
forbid weir '(check|world|render|app)/|SDL|glad|GL/|ode|imgui|cglm|stb|ini\.h' 'the library knows base alone'
forbid check '(world|render|app)/|SDL|glad|GL/|ode|imgui|cglm|stb|ini\.h' 'known answers know base and the library'
forbid world '(check|render|app)/|SDL|glad|GL/|imgui|cglm' 'the world knows base, the library, ODE, stb and inih'
forbid render '(weir|check|world|app)/|SDL|ode|imgui|ini\.h' 'the renderer knows base, cglm, glad and stb'
forbid app 'ode' 'rigid bodies are the world'"'"'s'
private=$(grep -rnE '# *include *"weir/' src/check | grep -v '"weir/weir.h"')
[ -z "$private" ] || { echo "$private"; echo "src/check: of the library its public header alone"; bad=1; }
panels=$(grep -rlE '# *include *[<"]imgui' src | wc -l)
[ "$panels" -le 1 ] || { echo "Dear ImGui is included by $panels files; one is allowed"; bad=1; }
gl=$(grep -rlE '# *include *[<"]glad' src/app | grep -v -E 'window|panel')
[ -z "$gl" ] || { echo "OpenGL outside render and the window: $gl"; bad=1; }
# The test must be able to fail: there are rooms to look at.
for room in base weir check world render app; do
  [ -n "$(ls src/$room/*.c 2>/dev/null)" ] || { echo "src/$room: no sources"; bad=1; }
done
exit $bad
