/* Memory, threads and messages of the program's own, in the place of the library's. */
#include "base/error.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/weir.h"

bool weir_set_hooks(const WeirHooks *hooks) {
  const WeirHooks h = hooks ? *hooks : (WeirHooks){0};
  if (!h.allocate != !h.release || !memory_set_source(h.allocate, h.release, h.user)) return false;
  team_set_runner(h.run, h.user);
  check_set_report(h.report, h.user);
  return true;
}
