/* The windows over the picture: what they show of the program, and what they ask of it. */
#include "app/panel.h"

#include "app/actions.h"
#include "app/app_state.h"
#include "app/draw.h"
#include "app/rewind.h"
#include "app/side_by_side.h"

void app_panel(App *app) {
  Session *const session = app->session;
  const SessionShown *shown = &app->frame.shown;
  Settings *const wanted = session_wanted(session);
  RendererPassTime passes[RENDERER_PASSES_MAX];
  renderer_time_passes(app->outputs.renderer, app->screen.overlay_open || !renderer_is_software(app->outputs.renderer));
  const int pass_count = renderer_pass_times(app->outputs.renderer, passes);
  const PanelView view = {.world = shown->view,
                          .passes = passes,
                          .pass_count = pass_count,
                          .scene = session_scene(session),
                          .scene_index = session_scene_index(session),
                          .device = renderer_device(app->outputs.renderer),
                          .params = &wanted->params,
                          .solver = &wanted->solver,
                          .liquid = wanted->liquid,
                          .boundary = &wanted->boundary,
                          .mode = &app->screen.mode,
                          .tool = &app->screen.tools.chosen,
                          .paused = &app->screen.paused,
                          .panel = app->screen.panel_open,
                          .overlay = app->screen.overlay_open,
                          .help = app->screen.help_open,
                          .plain = app->frame.plain,
                          .hidden = app->screen.hidden,
                          .ghost = &app->screen.ghost,
                          .measure = &app->screen.measure,
                          .hints = &app->screen.hints,
                          .question = app_question(app),
                          .saves_written = app->program.saving.written,
                          .past = app_panel_past(app),
                          .other = &app->stage.other,
                          .beside = &app->outputs.beside,
                          .fps = app->outputs.rate.fps,
                          .frame_ms = app->outputs.rate.frame_ms,
                          .picture_share = app->outputs.quality.share,
                          .share_follows = app_follows_resolution(app),
                          .ratio = shown->ratio,
                          .slowed = shown->slowed,
                          .drawing = &app->outputs.profile,
                          .scale = frame_build_scale(app->outputs.build, app->screen.mode)};
  if (!app->outputs.panel) return;
  const PanelRequest request = panel_build(app->outputs.panel, &view);
  app_act(app, request.action);
  if (request.answer != 0) app_answer(app, request.answer > 0);
  if (request.scene >= 0) app->frame.chosen_scene = request.scene, app_act(app, ACTION_CHOOSE_SCENE);
  app->frame.bar_held = request.looks_back;
  if (request.looks_back) app_look_back(app, request.look_s);
  app_show_other(app, request.aimed_branch);
  if (request.branch > 0) app_switch_branch(app, request.branch);
  if (request.beside_differs) app_differ_beside(app, &request.beside);
  if (request.beside_future > 0) app_end_look(app), app_show_future_beside(app, request.beside_future);
  if (request.save_slot >= 0) app->frame.chosen_slot = request.save_slot, app_act(app, ACTION_SAVE_SLOT);
  if (request.load_slot >= 0) app->frame.chosen_slot = request.load_slot, app_act(app, ACTION_LOAD_SLOT);
  if (request.liquid >= 0) app_set_liquid(app, request.liquid);
}
