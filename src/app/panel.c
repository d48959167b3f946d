/* The windows over the picture: what they show of the program, and what they ask of it. */
#include "app/panel.h"

#include "app/actions.h"
#include "app/app_state.h"
#include "app/draw.h"
#include "app/rewind.h"
#include "app/side_by_side.h"

void app_panel(App *app) {
  Session *const session = app->session;
  const SessionShown *shown = &app->shown;
  Settings *const wanted = session_wanted(session);
  RendererPassTime passes[RENDERER_PASSES_MAX];
  renderer_time_passes(app->renderer, app->overlay_open || !renderer_is_software(app->renderer));
  const int pass_count = renderer_pass_times(app->renderer, passes);
  const PanelView view = {.world = shown->view,
                          .passes = passes,
                          .pass_count = pass_count,
                          .scene = session_scene(session),
                          .scene_index = session_scene_index(session),
                          .device = renderer_device(app->renderer),
                          .params = &wanted->params,
                          .solver = &wanted->solver,
                          .liquid = wanted->liquid,
                          .boundary = &wanted->boundary,
                          .mode = &app->mode,
                          .tool = &app->tools.chosen,
                          .paused = &app->paused,
                          .panel = app->panel_open,
                          .overlay = app->overlay_open,
                          .help = app->help_open,
                          .plain = app->plain,
                          .hidden = app->hidden,
                          .ghost = &app->ghost,
                          .measure = &app->measure,
                          .hints = &app->hints,
                          .question = app_question(app),
                          .saves_written = app->saves_written,
                          .past = app_panel_past(app),
                          .other = &app->other,
                          .beside = &app->beside,
                          .fps = app->rate.fps,
                          .frame_ms = app->rate.frame_ms,
                          .picture_share = app->share,
                          .share_follows = app_follows_resolution(app),
                          .ratio = shown->ratio,
                          .slowed = shown->slowed,
                          .drawing = &app->profile,
                          .scale = frame_build_scale(app->build, app->mode)};
  if (!app->panel) return;
  const PanelRequest request = panel_build(app->panel, &view);
  app_act(app, request.action);
  if (request.answer != 0) app_answer(app, request.answer > 0);
  if (request.scene >= 0) app->chosen_scene = request.scene, app_act(app, ACTION_CHOOSE_SCENE);
  app->bar_held = request.looks_back;
  if (request.looks_back) app_look_back(app, request.look_s);
  app_show_other(app, request.aimed_branch);
  if (request.branch > 0) app_switch_branch(app, request.branch);
  if (request.beside_differs) app_differ_beside(app, &request.beside);
  if (request.beside_future > 0) app_end_look(app), app_show_future_beside(app, request.beside_future);
  if (request.save_slot >= 0) app->chosen_slot = request.save_slot, app_act(app, ACTION_SAVE_SLOT);
  if (request.load_slot >= 0) app->chosen_slot = request.load_slot, app_act(app, ACTION_LOAD_SLOT);
  if (request.liquid >= 0) app_set_liquid(app, request.liquid);
}
