/* Presets name parameters that there are, within their ranges; parameters have titles, and say where they do not matter. */
#include <string.h>

#include "panel/presets.h"
#include "support.h"
#include "weir/weir.h"

static void presets_set_parameters_within_their_ranges(void **state) {
  (void)state;
  int count = 0;
  const Preset *presets = presets_table(&count);
  assert_true(count >= 5);
  for (int n = 0; n < count; n++) {
    Params params = params_default();
    presets_apply(&presets[n], &params);
    assert_non_null(presets[n].values[0].param);
    for (int v = 0; v < PRESET_VALUES && presets[n].values[v].param; v++) {
      const PresetValue *const value = &presets[n].values[v];
      const ParamInfo *const info = params_find(value->param);
      if (!info) fail_msg("preset %s: there is no parameter %s", presets[n].name, value->param);
      if (value->value < info->low || value->value > info->high)
        fail_msg("preset %s: %s = %g is not within %g to %g", presets[n].name, info->name, (double)value->value, (double)info->low,
                 (double)info->high);
      assert_true(params_get(&params, info) == value->value); /* whole numbers only where `whole` */
    }
  }
}

static void presets_leave_other_parameters_alone(void **state) {
  (void)state;
  int count = 0, preset_count = 0;
  const ParamInfo *infos = params_table(&count);
  const Preset *presets = presets_table(&preset_count);
  for (int n = 0; n < preset_count; n++) {
    const Params before = params_default();
    Params after = before;
    presets_apply(&presets[n], &after);
    for (int p = 0; p < count; p++) {
      bool named = false;
      for (int v = 0; v < PRESET_VALUES && presets[n].values[v].param; v++) named |= strcmp(presets[n].values[v].param, infos[p].name) == 0;
      if (!named && params_get(&after, &infos[p]) != params_get(&before, &infos[p]))
        fail_msg("preset %s changes %s", presets[n].name, infos[p].name);
    }
  }
}

static void every_parameter_has_a_title_of_its_own(void **state) {
  (void)state;
  int count = 0;
  const ParamInfo *infos = params_table(&count);
  for (int n = 0; n < count; n++) {
    assert_non_null(infos[n].title);
    assert_in_range(strlen(infos[n].title), 3, 21); /* letters that a row of the panel has room for */
    for (int m = 0; m < n; m++) assert_string_not_equal(infos[n].title, infos[m].title);
  }
}

static void parameters_say_where_they_do_not_matter(void **state) {
  (void)state;
  Params params = params_default();
  const ParamInfo *const wave_speed = params_find("wave_speed"), *const friction = params_find("friction"),
                         *const gravity = params_find("gravity"), *const splash = params_find("splash");
  assert_null(params_unused(&params, wave_speed, WEIR_MEMBRANE));
  assert_non_null(params_unused(&params, wave_speed, WEIR_PIPE));
  assert_non_null(params_unused(&params, friction, WEIR_MEMBRANE));
  assert_null(params_unused(&params, friction, WEIR_SWE));
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) assert_null(params_unused(&params, gravity, solver));
  params.coupling = 1;
  assert_non_null(params_unused(&params, splash, WEIR_SWE));
  params.coupling = 0; /* bodies displace water */
  assert_null(params_unused(&params, splash, WEIR_SWE));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(presets_set_parameters_within_their_ranges),
      cmocka_unit_test(presets_leave_other_parameters_alone),
      cmocka_unit_test(every_parameter_has_a_title_of_its_own),
      cmocka_unit_test(parameters_say_where_they_do_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
