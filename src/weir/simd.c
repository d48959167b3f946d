/* The vector width that the kernels run with: one table of each kind for each width. */
#include <stdatomic.h>
#include <string.h>

#include "weir/bodies/cut_rows.h"
#include "weir/displace/column_rows.h"
#include "weir/displace/raster_rows.h"
#include "weir/displace/ring_rows.h"
#include "weir/flow/flow.h"
#include "weir/membrane/membrane.h"
#include "weir/waves/wave_rows.h"

#if defined(WEIR_WIDTHS_X86)
static const Kernels widths[] = {{"sse2", &flow_rows_plain, &membrane_rows_plain, &column_rows_plain, &raster_rows_plain, &ring_rows_plain,
                                  &cut_cell_rows_plain, &cut_face_rows_plain, &wave_rows_plain},
                                 {"avx2", &flow_rows_avx2, &membrane_rows_avx2, &column_rows_avx2, &raster_rows_avx2, &ring_rows_avx2,
                                  &cut_cell_rows_avx2, &cut_face_rows_avx2, &wave_rows_avx2},
                                 {"avx512", &flow_rows_avx512, &membrane_rows_avx512, &column_rows_avx512, &raster_rows_avx512,
                                  &ring_rows_avx512, &cut_cell_rows_avx512, &cut_face_rows_avx512, &wave_rows_avx512}};
#else
static const Kernels widths[] = {{"plain", &flow_rows_plain, &membrane_rows_plain, &column_rows_plain, &raster_rows_plain, &ring_rows_plain,
                                  &cut_cell_rows_plain, &cut_face_rows_plain, &wave_rows_plain}};
#endif

/* Returns true if the processor can run the kernels of widths[width]: x86-64-v3 for avx2, x86-64-v4 for avx512, as far as kernels use
 * them. */
static bool machine_has(int width) {
#if defined(WEIR_WIDTHS_X86)
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd");
  if (width > 0) return width == 1 ? v3 : v4;
#endif
  return width == 0;
}

enum { WIDTHS = sizeof widths / sizeof widths[0] };

static _Atomic int chosen = -1;

const Kernels *kernels(void) {
  int at = atomic_load_explicit(&chosen, memory_order_relaxed);
  if (at >= 0) return &widths[at];
  for (at = WIDTHS - 1; at > 0 && !machine_has(at); at--) {}
  atomic_store_explicit(&chosen, at, memory_order_relaxed);
  return &widths[at];
}

const char *weir_simd_name(void) {
  return kernels()->name;
}

bool weir_simd_use(const char *name) {
  for (int n = 0; name && n < WIDTHS; n++)
    if (strcmp(widths[n].name, name) == 0 && machine_has(n)) {
      atomic_store_explicit(&chosen, n, memory_order_relaxed);
      return true;
    }
  return false;
}
