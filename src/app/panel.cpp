/* Dear ImGui, and nothing else of C++, behind panel.h. */
extern "C" {
#include "app/panel.h"
#include "base/clock.h"
#include "base/memory.h"
}

#include <SDL.h>
#include <imgui.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

#include <backends/imgui_impl_opengl3.h>
/* Dear ImGui 1.89 gave the header another name (Debian 13, Ubuntu 24.04); what it declares for us is the same. */
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif

namespace {

constexpr int kMessages = 5;
constexpr double kHintSeconds = 8;
constexpr float kFontHeight = 15; /* points, of a window up to 900 points high */
const char *const kHint = "click: drop a crate  \xC2\xB7  shift+drag: push the water  \xC2\xB7  right drag: look  \xC2\xB7  F1: all keys";

/* A line that is shown for a while. */
struct Message {
  char text[256];
  double until;
};

/* A rectangle of the window that the panel covers. */
struct Rect {
  ImVec2 low, high;
};

}  // namespace

/* The panel with its state from frame to frame. panel_create makes it, its caller owns it. */
struct Panel {
  Window *window;
  char font[512];
  float font_height; /* points, of the atlas as it is */
  Message messages[kMessages];
  double started; /* clock of the first frame shown */
  Rect solid[4];  /* windows that clicks do not go through, as of the last frame */
  int solid_count;
  int reset_held; /* parameter put back by a double click whose button is still down, -1 */
  int64_t budget_steps, clamped_previous;
  bool clamping;
};

namespace {

const ImVec4 kText(0.90f, 0.93f, 0.94f, 1), kDim(0.60f, 0.67f, 0.70f, 1), kAccent(0.44f, 0.80f, 0.82f, 1), kWarn(1.00f, 0.76f, 0.42f, 1);

/* Calm: dark glass, one accent, no frames. */
void set_style(float scale) {
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  style.WindowRounding = 8, style.FrameRounding = 4, style.GrabRounding = 4, style.PopupRounding = 6;
  style.ScrollbarRounding = 6, style.ScrollbarSize = 10;
  style.WindowBorderSize = 0, style.FrameBorderSize = 0, style.PopupBorderSize = 0;
  style.WindowPadding = ImVec2(14, 12), style.FramePadding = ImVec2(7, 3), style.ItemSpacing = ImVec2(8, 5);
  style.GrabMinSize = 9;
  ImVec4 *c = style.Colors;
  c[ImGuiCol_Text] = kText;
  c[ImGuiCol_TextDisabled] = kDim;
  c[ImGuiCol_WindowBg] = ImVec4(0.045f, 0.065f, 0.080f, 0.84f);
  c[ImGuiCol_PopupBg] = ImVec4(0.060f, 0.085f, 0.100f, 0.96f);
  c[ImGuiCol_FrameBg] = ImVec4(1, 1, 1, 0.07f);
  c[ImGuiCol_FrameBgHovered] = ImVec4(1, 1, 1, 0.12f);
  c[ImGuiCol_FrameBgActive] = ImVec4(1, 1, 1, 0.16f);
  c[ImGuiCol_SliderGrab] = ImVec4(0.40f, 0.72f, 0.75f, 0.85f);
  c[ImGuiCol_SliderGrabActive] = kAccent;
  c[ImGuiCol_CheckMark] = kAccent;
  c[ImGuiCol_Button] = ImVec4(1, 1, 1, 0.08f);
  c[ImGuiCol_ButtonHovered] = ImVec4(0.44f, 0.80f, 0.82f, 0.30f);
  c[ImGuiCol_ButtonActive] = ImVec4(0.44f, 0.80f, 0.82f, 0.50f);
  c[ImGuiCol_Header] = ImVec4(1, 1, 1, 0.06f);
  c[ImGuiCol_HeaderHovered] = ImVec4(1, 1, 1, 0.12f);
  c[ImGuiCol_HeaderActive] = ImVec4(1, 1, 1, 0.16f);
  c[ImGuiCol_Separator] = ImVec4(1, 1, 1, 0.10f);
  c[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
  c[ImGuiCol_ScrollbarGrab] = ImVec4(1, 1, 1, 0.16f);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

float points(float value) {
  return value * ImGui::GetFontSize() / kFontHeight;
}

/* The width of so many letters. */
float letters(float count) {
  return count * ImGui::CalcTextSize("0").x;
}

bool readable(const char *path) {
  std::FILE *file = path[0] ? std::fopen(path, "rb") : nullptr;
  if (file) std::fclose(file);
  return file != nullptr;
}

/* Letters as sharp as the screen allows: their height in pixels follows window and screen. */
void set_font(Panel *panel) {
  int wide = 0, high = 0;
  SDL_GetWindowSize(panel->window->sdl, &wide, &high);
  const float grow = std::fmin(std::fmax(static_cast<float>(high) / 900, 1.0f), 2.2f);
  const float height = std::round(kFontHeight * grow * panel->window->scale);
  if (height == panel->font_height) return;
  ImGuiIO &io = ImGui::GetIO();
  io.Fonts->Clear();
  ImFontConfig config;
  config.SizePixels = height;
  config.OversampleH = 2;
  ImFont *font = readable(panel->font) ? io.Fonts->AddFontFromFileTTF(panel->font, height, &config) : nullptr;
  if (!font) {
    config.SizePixels = std::round(height / kFontHeight * 13); /* the built-in font is drawn for multiples of 13 */
    io.Fonts->AddFontDefault(&config);
  }
  io.FontGlobalScale = 1 / panel->window->scale;
  if (panel->font_height > 0) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  panel->font_height = height;
  set_style(height / panel->window->scale / kFontHeight);
}

/* --- windows --------------------------------------------------------------------------------------------------------- */

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;
constexpr ImGuiWindowFlags kGlass = kFixed | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_AlwaysAutoResize;

/* Where clicks stop, for the next frame's events: ImGui itself knows the pointer's place of the frame before only. */
void note_solid(Panel *panel) {
  if (panel->solid_count == 4) return;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  panel->solid[panel->solid_count++] = {at, ImVec2(at.x + size.x, at.y + size.y)};
}

bool is_solid(const Panel *panel, int x, int y) {
  for (int n = 0; n < panel->solid_count; n++) {
    const Rect &r = panel->solid[n];
    const float fx = static_cast<float>(x), fy = static_cast<float>(y);
    if (fx >= r.low.x && fx < r.high.x && fy >= r.low.y && fy < r.high.y) return true;
  }
  return ImGui::IsAnyItemActive() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

/* --- parameters ------------------------------------------------------------------------------------------------------ */

void slider_help(const ParamInfo *info, float init) {
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(info->help);
  ImGui::TextDisabled("%g to %g %s, here %g at the start", static_cast<double>(info->low), static_cast<double>(info->high), info->unit,
                      static_cast<double>(init));
  if (info->key) ImGui::TextDisabled("key %s raises, Shift+%s lowers", params_key_name(info), params_key_name(info));
  ImGui::TextDisabled("right click: back to the start's value");
  ImGui::EndTooltip();
}

void slider(Panel *panel, const PanelView *view, const ParamInfo *info, int index) {
  const float init = params_get(&view->scene->params, info);
  float value = params_get(view->params, info);
  char format[48];
  if (info->words[0])
    params_text(info, value, format, sizeof format);
  else
    std::snprintf(format, sizeof format, "%s %s", info->whole ? "%.0f" : "%.4g", info->unit);
  ImGui::PushID(index);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(value == init ? kDim : kText, "%s", info->name);
  ImGui::SameLine(letters(19));
  ImGui::SetNextItemWidth(-1);
  int flags = ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_AlwaysClamp;
  if (info->scaled) flags |= ImGuiSliderFlags_Logarithmic;
  if (ImGui::SliderFloat("##value", &value, info->low, info->high, format, flags)) params_put(view->params, info, value);
  if (ImGui::IsItemHovered()) {
    if (!ImGui::IsMouseDown(0)) slider_help(info, init);
    if (ImGui::IsMouseDoubleClicked(0)) panel->reset_held = index;
    if (ImGui::IsMouseClicked(1)) params_put(view->params, info, init);
  }
  /* The slider follows the held button of the double click's second press; this has the last word. */
  if (panel->reset_held == index) params_put(view->params, info, init);
  ImGui::PopID();
}

void build_sliders(Panel *panel, const PanelView *view) {
  int count = 0;
  const ParamInfo *infos = params_table(&count);
  if (!ImGui::IsMouseDown(0)) panel->reset_held = -1;
  for (int group = 0; group < PARAM_GROUP_COUNT; group++) {
    const ImGuiTreeNodeFlags open = group <= PARAM_BODIES ? ImGuiTreeNodeFlags_DefaultOpen : 0;
    if (!ImGui::CollapsingHeader(params_group_name(static_cast<ParamGroup>(group)), open)) continue;
    for (int n = 0; n < count; n++)
      if (infos[n].group == group) slider(panel, view, &infos[n], n);
  }
}

/* --- choosers -------------------------------------------------------------------------------------------------------- */

void choose_scene(const PanelView *view, PanelRequest *request) {
  int count = 0;
  const char *const *names = scene_names(&count);
  if (!ImGui::BeginCombo("##scene", view->scene->name)) return;
  for (int n = 0; n < count; n++)
    if (ImGui::Selectable(names[n], n == view->scene_index)) request->scene = n;
  ImGui::EndCombo();
}

void choose_solver(const PanelView *view) {
  if (!ImGui::BeginCombo("##solver", weir_solver_name(*view->solver))) return;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++) {
    const auto solver = static_cast<WeirSolver>(n);
    if (ImGui::Selectable(weir_solver_name(solver), *view->solver == solver)) *view->solver = solver;
  }
  ImGui::EndCombo();
}

void choose_liquid(const PanelView *view, PanelRequest *request) {
  if (!ImGui::BeginCombo("##liquid", weir_liquid(view->liquid)->name)) return;
  for (int n = 0; n < weir_liquid_count(); n++)
    if (ImGui::Selectable(weir_liquid(n)->name, n == view->liquid)) request->liquid = n;
  ImGui::EndCombo();
}

void choose_boundary(const PanelView *view) {
  int count = 0;
  const int *kinds = session_boundary_kinds(&count);
  if (!ImGui::BeginCombo("##sides", session_boundary_name(*view->boundary))) return;
  for (int n = 0; n < count; n++)
    if (ImGui::Selectable(session_boundary_name(kinds[n]), kinds[n] == *view->boundary)) *view->boundary = kinds[n];
  ImGui::EndCombo();
}

void choose_view(const PanelView *view) {
  if (!ImGui::BeginCombo("##view", options_view_name(*view->mode))) return;
  for (int n = 0; n < FRAME_MODE_COUNT; n++) {
    const auto mode = static_cast<FrameMode>(n);
    if (ImGui::Selectable(options_view_name(mode), *view->mode == mode)) *view->mode = mode;
  }
  ImGui::EndCombo();
}

void choose_tool(const PanelView *view) {
  const int in_a_row = 4;
  const float width = (ImGui::GetContentRegionAvail().x - (in_a_row - 1) * ImGui::GetStyle().ItemSpacing.x) / in_a_row;
  for (int n = 0; n < TOOL_COUNT; n++) {
    const auto tool = static_cast<Tool>(n);
    const bool mine = *view->tool == tool;
    if (n % in_a_row > 0) ImGui::SameLine();
    if (mine) ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.44f, 0.80f, 0.82f, 0.40f));
    if (ImGui::Button(tools_info(tool)->name, ImVec2(width, 0))) *view->tool = tool;
    if (mine) ImGui::PopStyleColor();
  }
}

void row(const char *label) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(kDim, "%s", label);
  ImGui::SameLine(letters(19));
  ImGui::SetNextItemWidth(-1);
}

void choose_run(const PanelView *view, PanelRequest *request) {
  const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
  if (ImGui::Button(*view->paused ? "go on" : "pause", ImVec2(width, 0))) request->action = ACTION_PAUSE;
  ImGui::SameLine();
  if (ImGui::Button("one step", ImVec2(width, 0))) request->action = ACTION_STEP;
  ImGui::SameLine();
  if (ImGui::Button("reset", ImVec2(width, 0))) request->action = ACTION_RESET;
}

void build_panel(Panel *panel, const PanelView *view, PanelRequest *request) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float margin = points(12);
  ImGui::SetNextWindowPos(ImVec2(margin, margin));
  ImGui::SetNextWindowSize(ImVec2(std::fmin(points(370), size.x - 2 * margin), size.y - 2 * margin));
  ImGui::Begin("panel", nullptr, kFixed & ~ImGuiWindowFlags_NoScrollbar);
  note_solid(panel);
  ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
  ImGui::TextWrapped("%s", view->scene->title[0] ? view->scene->title : view->scene->name);
  ImGui::PopStyleColor();
  ImGui::Spacing();
  row("scene"), choose_scene(view, request);
  row("solver"), choose_solver(view);
  row("liquid"), choose_liquid(view, request);
  row("sides"), choose_boundary(view);
  row("view"), choose_view(view);
  choose_tool(view);
  choose_run(view, request);
  ImGui::Spacing();
  build_sliders(panel, view);
  ImGui::End();
}

/* --- overlay --------------------------------------------------------------------------------------------------------- */

/* Whether waves were slowed since the account that was shown before. */
void watch_budget(Panel *panel, const WorldView *world) {
  const WeirStats &stats = world->stats;
  if (stats.steps == panel->budget_steps) return;
  panel->clamping = stats.clamped_steps > panel->clamped_previous;
  panel->clamped_previous = stats.clamped_steps;
  panel->budget_steps = stats.steps;
}

void line(const char *label, const char *format, ...) IM_FMTARGS(2);
void line(const char *label, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ImGui::TextColored(kDim, "%s", label);
  ImGui::SameLine(letters(22));
  ImGui::TextV(format, arguments);
  va_end(arguments);
}

void phase_bar(const char *name, double ms, double most) {
  line(name, "%6.2f ms", ms);
  ImGui::SameLine(letters(33));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float high = ImGui::GetTextLineHeight(), wide = letters(12);
  const float share = most > 0 ? static_cast<float>(ms / most) : 0;
  ImDrawList *list = ImGui::GetWindowDrawList();
  const float top = at.y + 0.3f * high, bottom = at.y + 0.75f * high;
  list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + wide, bottom), IM_COL32(255, 255, 255, 16), 2);
  list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + wide * share, bottom), IM_COL32(112, 204, 209, 200), 2);
  ImGui::Dummy(ImVec2(wide, high));
}

/* What a window too low for the whole has room for. */
void overlay_brief(const PanelView *view) {
  const WorldView *world = view->world;
  line("frame", "%6.2f ms  %.0f fps", view->frame_ms, view->fps);
  line("time", "%.1f s, %.2f x real time", world->time, view->ratio);
  line("grid", "%d x %d, %s", world->nx, world->nz, weir_solver_name(world->solver));
  line("bodies", "%d", world->body_count);
}

/* The simulation's phases are a tick's, the drawing's a frame's: they run beside each other. */
void overlay_times(const PanelView *view) {
  double ms[PROFILE_COUNT], most = 0;
  for (int n = 0; n < PROFILE_COUNT; n++) {
    ms[n] = view->drawing->mean_ms[n] + view->world->profile.mean_ms[n];
    most = std::fmax(most, ms[n]);
  }
  line("frame", "%6.2f ms  %.0f fps", view->frame_ms, view->fps);
  for (int n = 0; n < PROFILE_COUNT; n++) phase_bar(profile_name(static_cast<ProfilePhase>(n)), ms[n], most);
  line("time", "%.1f s, %.2f x real time", view->world->time, view->ratio);
}

/* What the passes of a frame take on the drawing device, three a line. */
void overlay_passes(const PanelView *view) {
  for (int n = 0; n < view->pass_count; n++) {
    if (n % 3) ImGui::SameLine(letters(15.0f * static_cast<float>(n % 3)));
    ImGui::TextColored(kDim, "%s", view->passes[n].name);
    ImGui::SameLine(letters(15.0f * static_cast<float>(n % 3) + 7));
    ImGui::Text("%5.1f", static_cast<double>(view->passes[n].ms));
  }
}

void overlay_water(const PanelView *view) {
  const WeirStats &w = view->world->stats;
  const WorldView *world = view->world;
  line("grid", "%d x %d of %.3g m", world->nx, world->nz, static_cast<double>(world->cell));
  line("solver", "%s, at most %d substeps", weir_solver_name(world->solver), w.substeps_max);
  line("water", "%.6g m3", w.volume_now);
  line("  at the start", "%.6g m3", w.volume_start);
  line("  added", "%.6g m3", w.volume_added);
  line("  removed", "%.6g m3", w.volume_removed);
  line("  error", "%.1e of it", w.volume_error);
  line("deepest", "%.2f m", static_cast<double>(w.depth_max));
  line("fastest", "%.2f m/s", static_cast<double>(w.speed_max));
  line("bodies", "%d", world->body_count);
  line("memory", "%.1f MiB of grids", static_cast<double>(memory_in_use()) / 1048576);
  line("device", "%.*s", static_cast<int>(std::strcspn(view->device, "(/")), view->device);
  if (view->scale > 0) line("view", "%s, red is %g", options_view_name(*view->mode), static_cast<double>(view->scale));
}

void build_overlay(Panel *panel, const PanelView *view) {
  watch_budget(panel, view->world);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(ImVec2(size.x - points(12), points(12)), 0, ImVec2(1, 0));
  ImGui::Begin("overlay", nullptr, kGlass);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(points(8), points(2)));
  const bool room = size.y > 33 * (ImGui::GetTextLineHeight() + points(2)) + points(60);
  if (room) overlay_times(view);
  if (!room) overlay_brief(view);
  if (view->slowed) ImGui::TextColored(kWarn, "the water runs at %.2g x real time", view->ratio);
  if (panel->clamping) ImGui::TextColored(kWarn, "waves are slowed: substeps_max is reached");
  if (!view->world->stats.finite) ImGui::TextColored(kWarn, "a number is not finite");
  if (room) {
    ImGui::Separator();
    overlay_passes(view);
    ImGui::Separator();
    overlay_water(view);
  }
  ImGui::PopStyleVar();
  ImGui::End();
}

/* --- help, messages, hint -------------------------------------------------------------------------------------------- */

void help_line(const char *key, const char *help) {
  ImGui::TextColored(kAccent, "%s", key);
  ImGui::SameLine(letters(11));
  ImGui::TextUnformatted(help);
}

void help_keys() {
  int count = 0;
  const KeyBinding *keys = keys_table(&count);
  for (const char *const *words = keys_mouse(); *words; words += 2) help_line(words[0], words[1]);
  ImGui::Spacing();
  for (int n = 0; n < count; n++) help_line(keys[n].name, keys[n].help);
}

void help_params(const PanelView *view) {
  int count = 0;
  const ParamInfo *infos = params_table(&count);
  ImGui::TextColored(kDim, "each raises; Shift with it lowers");
  for (int n = 0; n < count; n++) {
    if (!infos[n].key) continue;
    ImGui::TextColored(kAccent, "%s", params_key_name(&infos[n]));
    ImGui::SameLine(letters(6));
    ImGui::TextUnformatted(infos[n].name);
    ImGui::SameLine(letters(24));
    char text[64];
    ImGui::TextColored(kDim, "%s", params_text(&infos[n], params_get(view->params, &infos[n]), text, sizeof text));
  }
}

void build_help(Panel *panel, const PanelView *view) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(ImVec2(0.5f * size.x, 0.5f * size.y), 0, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(0.96f * size.x, 0.96f * size.y));
  ImGui::Begin("help", nullptr, (kFixed & ~ImGuiWindowFlags_NoScrollbar) | ImGuiWindowFlags_AlwaysAutoResize);
  note_solid(panel);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(points(8), points(1)));
  ImGui::TextColored(kText, "Weir: all keys");
  ImGui::SameLine();
  ImGui::TextColored(kDim, "F1 closes");
  ImGui::Separator();
  ImGui::Spacing();
  ImGui::BeginGroup();
  help_keys();
  ImGui::EndGroup();
  ImGui::SameLine(0, points(28));
  ImGui::BeginGroup();
  help_params(view);
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  ImGui::End();
}

/* A line of text on glass, its middle at (x, y). */
void banner(const char *name, const char *words, float y, float alpha) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
  ImGui::SetNextWindowPos(ImVec2(0.5f * size.x, y), 0, ImVec2(0.5f, 0.5f));
  ImGui::Begin(name, nullptr, kGlass);
  ImGui::PushTextWrapPos(0.8f * size.x);
  ImGui::TextUnformatted(words);
  ImGui::PopTextWrapPos();
  ImGui::End();
  ImGui::PopStyleVar();
}

void build_messages(Panel *panel, double now) {
  float y = points(34);
  for (int n = 0; n < kMessages; n++) {
    const Message &message = panel->messages[n];
    if (message.until <= now) continue;
    char name[24];
    std::snprintf(name, sizeof name, "message%d", n);
    banner(name, message.text, y, static_cast<float>(std::fmin(1, (message.until - now) / 0.4)));
    y += points(46);
  }
}

void build_hint(const Panel *panel, const PanelView *view, double now) {
  const float low = ImGui::GetIO().DisplaySize.y - points(34);
  const double left = panel->started + kHintSeconds - now;
  if (view->panel || view->help) return; /* they say it already */
  if (*view->paused) {
    banner("hint", "paused  \xC2\xB7  Space: go on  \xC2\xB7  . : one step", low, 0.9f);
  } else if (left > 0) {
    banner("hint", kHint, low, static_cast<float>(std::fmin(1, left / 1.0)));
  }
}

}  // namespace

/* --- panel.h --------------------------------------------------------------------------------------------------------- */

Panel *panel_create(Window *window, const char *font) {
  Panel *panel = new (std::nothrow) Panel();
  if (!panel) return nullptr;
  panel->window = window;
  panel->reset_held = -1;
  std::snprintf(panel->font, sizeof panel->font, "%s", font ? font : "");
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO &io = ImGui::GetIO();
  io.IniFilename = nullptr; /* nothing is written where the person happens to stand */
  io.LogFilename = nullptr;
  ImGui_ImplSDL2_InitForOpenGL(window->sdl, window->gl);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  return panel;
}

void panel_destroy(Panel *panel) {
  if (!panel) return;
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
  delete panel;
}

void panel_filter(void *user, const SDL_Event *event, bool *takes_mouse, bool *takes_keys) {
  const Panel *panel = static_cast<const Panel *>(user);
  int x = 0, y = 0;
  SDL_GetMouseState(&x, &y);
  if (event) {
    ImGui_ImplSDL2_ProcessEvent(event);
    if (event->type == SDL_MOUSEBUTTONDOWN) x = event->button.x, y = event->button.y;
  }
  *takes_mouse = is_solid(panel, x, y);
  *takes_keys = ImGui::GetIO().WantTextInput;
}

void panel_message(Panel *panel, const char *text, double seconds) {
  if (!panel) return;
  const double now = clock_seconds();
  const size_t word = std::strcspn(text, " ");
  int place = 0;
  for (int n = kMessages - 1; n >= 0; n--)
    if (panel->messages[n].until <= now) place = n;
  for (int n = 0; n < kMessages; n++) {
    const Message &old = panel->messages[n];
    if (old.until > now && std::strncmp(old.text, text, word) == 0 && old.text[word] == ' ') place = n;
  }
  std::snprintf(panel->messages[place].text, sizeof panel->messages[place].text, "%s", text);
  panel->messages[place].until = now + seconds;
}

PanelRequest panel_build(Panel *panel, const PanelView *view) {
  PanelRequest request = {-1, -1, ACTION_NONE};
  const double now = clock_seconds();
  if (panel->started <= 0) panel->started = now;
  set_font(panel);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  ImGui::NewFrame();
  panel->solid_count = 0;
  if (view->overlay) build_overlay(panel, view);
  if (view->panel) build_panel(panel, view, &request);
  if (view->help) build_help(panel, view);
  if (!view->plain) {
    build_messages(panel, now);
    build_hint(panel, view, now);
  }
  ImGui::Render();
  return request;
}

void panel_draw(Panel *panel) {
  (void)panel;
  ImDrawData *data = ImGui::GetDrawData();
  if (data && data->CmdListsCount > 0) ImGui_ImplOpenGL3_RenderDrawData(data);
}
