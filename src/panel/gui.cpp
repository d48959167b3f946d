/* Dear ImGui, and nothing else of C++, behind gui.h. */
#include "panel/gui.h"

extern "C" {
#include "input/window.h"
}

#include <SDL.h>
#include <glad/gl.h>
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

constexpr float kFontHeight = 15; /* points, of a window up to 900 points high */
constexpr int kSolidWindows = 8;
constexpr int kLaterEvents = 64;

/* A rectangle of the window that a solid window covers. */
struct Rect {
  ImVec2 low, high;
};

/* The state that lasts from frame to frame. gui_create makes it; its caller owns it. */
struct Gui {
  Window *window;
  char font[512];
  float font_height;         /* points, of the atlas as it is */
  Rect solid[kSolidWindows]; /* windows that clicks do not go through, as of the last frame */
  int solid_count;
  ImGuiID pressed;     /* the slider that was pressed last */
  float pressed_value; /* that it had then */
  bool behind;         /* drawing goes under the windows */
  float tips_foot;     /* y that tips stay above; 0: none */
  bool close_popup;    /* Esc was pressed while a list was open */
  /* For ImGui before 1.87: keys that went down or up since the last frame, and the events that wait for the next. */
  bool fresh[SDL_NUM_SCANCODES], released[SDL_NUM_SCANCODES];
  bool edited; /* one of them edits */
  SDL_Event later[kLaterEvents];
  int later_count;
};

static Gui *current; /* the program's one */

static ImVec4 colour_of(GuiColour colour) {
  const auto part = [colour](int shift) { return static_cast<float>(colour >> shift & 255) / 255; };
  return ImVec4(part(24), part(16), part(8), part(0));
}

static ImU32 packed(GuiColour colour) {
  return IM_COL32(colour >> 24 & 255, colour >> 16 & 255, colour >> 8 & 255, colour & 255);
}
static ImVec2 vec(GuiPoint point) {
  return ImVec2(point.x, point.y);
}
static GuiPoint point(const ImVec2 &v) {
  return {v.x, v.y};
}

/* --- looks ------------------------------------------------------------------------------------------------------------- */

/* Calm: dark glass, one accent, no frames. */
static void set_style(float scale) {
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  style.WindowRounding = 8, style.FrameRounding = 4, style.GrabRounding = 4, style.PopupRounding = 6;
  style.ScrollbarRounding = 6, style.ScrollbarSize = 10;
  style.WindowBorderSize = 0, style.FrameBorderSize = 0, style.PopupBorderSize = 0;
  style.WindowPadding = ImVec2(14, 12), style.FramePadding = ImVec2(7, 3), style.ItemSpacing = ImVec2(8, 5);
  style.GrabMinSize = 9;
  ImVec4 *c = style.Colors;
  c[ImGuiCol_Text] = colour_of(GUI_TEXT);
  c[ImGuiCol_TextDisabled] = colour_of(GUI_DIM);
  c[ImGuiCol_WindowBg] = ImVec4(0.045f, 0.065f, 0.080f, 0.84f);
  c[ImGuiCol_PopupBg] = ImVec4(0.060f, 0.085f, 0.100f, 0.96f);
  c[ImGuiCol_FrameBg] = ImVec4(1, 1, 1, 0.07f);
  c[ImGuiCol_FrameBgHovered] = ImVec4(1, 1, 1, 0.12f);
  c[ImGuiCol_FrameBgActive] = ImVec4(1, 1, 1, 0.16f);
  /* Dark enough that the number is read where the knob stands behind it. */
  c[ImGuiCol_SliderGrab] = ImVec4(0.13f, 0.40f, 0.44f, 1);
  c[ImGuiCol_SliderGrabActive] = ImVec4(0.16f, 0.50f, 0.54f, 1);
  c[ImGuiCol_CheckMark] = colour_of(GUI_ACCENT);
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

/* Letters as sharp as the screen allows: their height in pixels follows window and screen. */
static void set_font(Gui *gui) {
  int wide = 0, high = 0;
  SDL_GetWindowSize(gui->window->sdl, &wide, &high);
  const float grow = std::fmin(std::fmax(static_cast<float>(high) / 900, 1.0f), 2.2f);
  const float height = std::round(kFontHeight * grow * gui->window->scale);
  if (height == gui->font_height) return;
  ImGuiIO &io = ImGui::GetIO();
  io.Fonts->Clear();
  ImFontConfig config;
  config.SizePixels = height;
  config.OversampleH = 2;
  std::FILE *const file = std::fopen(gui->font, "rb"); /* ImGui stops the program where it cannot read one */
  ImFont *font = file ? io.Fonts->AddFontFromFileTTF(gui->font, height, &config) : nullptr;
  if (file) std::fclose(file);
  if (!font) {
    config.SizePixels = std::round(height / kFontHeight * 13); /* the built-in font is drawn for multiples of 13 */
    io.Fonts->AddFontDefault(&config);
  }
  io.FontGlobalScale = 1 / gui->window->scale;
  if (gui->font_height > 0) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  gui->font_height = height;
  set_style(height / gui->window->scale / kFontHeight);
}

/* --- windows ----------------------------------------------------------------------------------------------------------- */

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoFocusOnAppearing;
constexpr ImGuiWindowFlags kGlass = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs;

#if IMGUI_VERSION_NUM < 18700
/* Returns true for a key that edits or moves, or a shortcut: a text field looks for these once a frame. Letters come as text events of
 * their own. */
static bool is_editing(const SDL_KeyboardEvent &key) {
  return key.keysym.sym < 32 || key.keysym.sym == SDLK_DELETE || (key.keysym.sym & SDLK_SCANCODE_MASK) != 0 ||
         (key.keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0;
}

static bool is_modifier(SDL_Scancode code) {
  return code >= SDL_SCANCODE_LCTRL && code <= SDL_SCANCODE_RGUI;
}

/* Hands an event on. ImGui before 1.87 sees only which keys are down at a frame: the end of a tap that is shorter waits for the next frame,
 * and so does the next tap of the same key, with all that is typed after it. Its back end asks for the modifiers of the moment; the event
 * has those of the tap. */
static void pass_on(Gui *gui, const SDL_Event *event) {
  const bool keys = event->type == SDL_KEYDOWN || event->type == SDL_KEYUP || event->type == SDL_TEXTINPUT;
  const SDL_Scancode code = keys && event->type != SDL_TEXTINPUT ? event->key.keysym.scancode : SDL_SCANCODE_UNKNOWN;
  const bool ends = event->type == SDL_KEYUP && ((gui->fresh[code] && is_editing(event->key)) || (gui->edited && is_modifier(code)));
  const bool tap = ends || (event->type == SDL_KEYDOWN && gui->released[code] && is_editing(event->key));
  if (keys && (tap || gui->later_count > 0) && gui->later_count < kLaterEvents) {
    gui->later[gui->later_count++] = *event;
    return;
  }
  if (event->type == SDL_KEYDOWN) gui->fresh[code] = true, gui->edited |= is_editing(event->key) && !is_modifier(code);
  if (event->type == SDL_KEYUP) gui->released[code] = true;
  ImGui_ImplSDL2_ProcessEvent(event);
  if (event->type != SDL_KEYDOWN && event->type != SDL_KEYUP) return;
  const int held = event->key.keysym.mod;
  ImGuiIO &io = ImGui::GetIO();
  io.KeyCtrl = (held & KMOD_CTRL) != 0, io.KeyShift = (held & KMOD_SHIFT) != 0, io.KeyAlt = (held & KMOD_ALT) != 0;
}
#else
static void pass_on(Gui *, const SDL_Event *event) {
  ImGui_ImplSDL2_ProcessEvent(event);
}
#endif

/* --- the frame --------------------------------------------------------------------------------------------------------- */

Gui *gui_create(Window *window, const char *font) {
  Gui *gui = new (std::nothrow) Gui();
  if (!gui) return nullptr;
  current = gui;
  gui->window = window;
  std::snprintf(gui->font, sizeof gui->font, "%s", font ? font : "");
  gladLoadGL(reinterpret_cast<GLADloadfunc>(window_gl_address)); /* pictures may be made before there is a renderer */
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO &io = ImGui::GetIO();
  io.IniFilename = nullptr; /* nothing is written where the person happens to stand */
  io.LogFilename = nullptr;
  ImGui_ImplSDL2_InitForOpenGL(window->sdl, window->gl);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  return gui;
}

void gui_destroy(Gui *gui) {
  if (!gui) return;
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
  current = nullptr;
  delete gui;
}

void gui_event(Gui *gui, const SDL_Event *event, bool *takes_mouse, bool *takes_keys) {
  int x = 0, y = 0;
  SDL_GetMouseState(&x, &y);
  if (event) {
    pass_on(gui, event);
    if (event->type == SDL_MOUSEBUTTONDOWN) x = event->button.x, y = event->button.y;
  }
  const float fx = static_cast<float>(x), fy = static_cast<float>(y);
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  *takes_mouse = popup || ImGui::IsAnyItemActive();
  for (int n = 0; n < gui->solid_count; n++) {
    const Rect &r = gui->solid[n];
    *takes_mouse |= fx >= r.low.x && fx < r.high.x && fy >= r.low.y && fy < r.high.y;
  }
  const SDL_Keycode down = event && event->type == SDL_KEYDOWN ? event->key.keysym.sym : 0;
  *takes_keys = ImGui::GetIO().WantTextInput && (down < SDLK_F1 || down > SDLK_F12);
  if (down != SDLK_ESCAPE || !popup) return;
  gui->close_popup = true;
  *takes_keys = true;
}

void gui_begin(Gui *gui) {
  set_font(gui);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  if (!(ImGui::GetIO().DeltaTime > 0)) ImGui::GetIO().DeltaTime = 1e-4f; /* two frames within a tick of a coarse clock */
#if IMGUI_VERSION_NUM < 18700
  /* Where SDL's own events have the pointer. ImGui's back end asks for its place on the whole display instead, which in SDL 2.26 on Xvfb
   * stays at the place of the press while a button is held: no slider, and not the time bar, followed a drag. */
  int x = 0, y = 0;
  SDL_GetMouseState(&x, &y);
  if (SDL_GetMouseFocus() == gui->window->sdl) ImGui::GetIO().MousePos = ImVec2(static_cast<float>(x), static_cast<float>(y));
#endif
  ImGui::NewFrame();
  gui->solid_count = 0;
}

void gui_end(Gui *gui) {
  ImGui::Render();
  gui->close_popup = false;
  /* The ends of taps, and what was typed after them, are handed on after the frame. */
  const int count = gui->later_count;
  SDL_Event events[kLaterEvents];
  std::memcpy(events, gui->later, sizeof events[0] * static_cast<size_t>(count));
  std::memset(gui->fresh, 0, sizeof gui->fresh);
  std::memset(gui->released, 0, sizeof gui->released);
  gui->edited = false;
  gui->later_count = 0;
  for (int n = 0; n < count; n++) pass_on(gui, &events[n]);
}

void gui_draw(void) {
  ImDrawData *data = ImGui::GetDrawData();
  if (data && data->CmdListsCount > 0) ImGui_ImplOpenGL3_RenderDrawData(data);
}

/* --- sizes ------------------------------------------------------------------------------------------------------------- */

float gui_points(float points) {
  return points * ImGui::GetFontSize() / kFontHeight;
}
float gui_letters(float count) {
  return count * ImGui::CalcTextSize("0").x;
}
float gui_line_height(void) {
  return ImGui::GetTextLineHeight();
}
float gui_row_height(void) {
  return ImGui::GetFrameHeightWithSpacing();
}
GuiPoint gui_screen(void) {
  return point(ImGui::GetIO().DisplaySize);
}
GuiPoint gui_text_size(const char *text) {
  return point(ImGui::CalcTextSize(text));
}

GuiPoint gui_text_window_size(const char *text, float width) {
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  const ImVec2 size = ImGui::CalcTextSize(text, nullptr, false, width);
  return {std::ceil(size.x) + 2 * padding.x, std::ceil(size.y) + 2 * padding.y};
}

float gui_room(void) {
  return ImGui::GetContentRegionAvail().x;
}
float gui_gap(void) {
  return ImGui::GetStyle().ItemSpacing.x;
}

/* --- windows ----------------------------------------------------------------------------------------------------------- */

void gui_window(const GuiWindowDef *def) {
  const bool fits = def->size.x <= 0 && def->size.y <= 0;
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, def->alpha > 0 ? def->alpha : 1);
  const float padding = gui_points(5), bare = gui_points(2);
  const ImVec2 usual = ImGui::GetStyle().WindowPadding, least = ImGui::GetStyle().WindowMinSize;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, def->bare ? ImVec2(bare, bare) : def->slim ? ImVec2(padding, padding) : usual);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, def->bare ? ImVec2(1, 1) : least);
  ImGui::SetNextWindowPos(vec(def->at), 0, vec(def->anchor));
  if (!fits) ImGui::SetNextWindowSize(vec(def->size));
  if (def->size_max.x > 0) ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), vec(def->size_max));
  const ImGuiWindowFlags own = (def->bare ? ImGuiWindowFlags_NoBackground : 0) | (def->glass ? kGlass : 0);
  ImGui::Begin(def->name, nullptr, kFixed | own | (fits ? ImGuiWindowFlags_AlwaysAutoResize : 0));
  if (def->glass || current->solid_count == kSolidWindows) return;
  /* Where clicks stop, for the next frame's events: ImGui itself knows the pointer's place of the frame before only. */
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  current->solid[current->solid_count++] = {at, ImVec2(at.x + size.x, at.y + size.y)};
}

void gui_window_end(void) {
  ImGui::End();
  ImGui::PopStyleVar(3);
}

/* --- where the next thing goes ----------------------------------------------------------------------------------------- */

void gui_same_line(void) {
  ImGui::SameLine();
}
void gui_same_line_gap(float gap) {
  ImGui::SameLine(0, gap);
}

void gui_same_line_at(float x) {
  ImGui::SameLine();
  ImGui::SetCursorPosX(x);
}

float gui_cursor_x(void) {
  return ImGui::GetCursorPosX();
}
void gui_align_to_row(void) {
  ImGui::AlignTextToFramePadding();
}
void gui_space(void) {
  ImGui::Spacing();
}
void gui_separator(void) {
  ImGui::Separator();
}
void gui_group(void) {
  ImGui::BeginGroup();
}
void gui_group_end(void) {
  ImGui::EndGroup();
}
void gui_spacing(float x, float y) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(x, y));
}
void gui_spacing_end(void) {
  ImGui::PopStyleVar();
}
void gui_scroll_here(void) {
  ImGui::SetScrollHereY(0.5f);
}
void gui_scroll_home(void) {
  ImGui::SetScrollY(0);
}

void gui_keep_scroll(void) {
  const float missing = ImGui::GetScrollY() + ImGui::GetWindowHeight() - ImGui::GetStyle().WindowPadding.y - ImGui::GetCursorPosY();
  if (ImGui::GetScrollY() > 0 && missing > 0) ImGui::Dummy(ImVec2(1, missing));
}

void gui_next_width(float width) {
  ImGui::SetNextItemWidth(width);
}

GuiPoint gui_area(float width, float height) {
  const GuiPoint at = point(ImGui::GetCursorScreenPos());
  ImGui::Dummy(ImVec2(width, height));
  return at;
}

/* --- text -------------------------------------------------------------------------------------------------------------- */

void gui_text(GuiColour colour, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ImGui::TextColoredV(colour_of(colour), format, arguments);
  va_end(arguments);
}

void gui_text_wrapped(GuiColour colour, float width, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ImGui::PushTextWrapPos(width);
  ImGui::TextColoredV(colour_of(colour), format, arguments);
  ImGui::PopTextWrapPos();
  va_end(arguments);
}

void gui_figure(const char *label, float letters, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  gui_text(GUI_DIM, "%s", label);
  gui_same_line_at(gui_letters(letters));
  ImGui::TextColoredV(colour_of(GUI_TEXT), format, arguments);
  va_end(arguments);
}

/* --- widgets ----------------------------------------------------------------------------------------------------------- */

void gui_id(int id) {
  ImGui::PushID(id);
}
void gui_id_end(void) {
  ImGui::PopID();
}
void gui_disabled(bool disabled) {
  ImGui::BeginDisabled(disabled);
}
void gui_disabled_end(void) {
  ImGui::EndDisabled();
}

bool gui_button(const char *label, GuiPoint size, bool on) {
  if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.44f, 0.80f, 0.82f, 0.40f));
  const bool used = ImGui::Button(label, vec(size));
  if (on) ImGui::PopStyleColor();
  return used;
}

/* In a window without room nothing may be of no size. */
bool gui_hidden_button(const char *id, GuiPoint size) {
  return ImGui::InvisibleButton(id, ImVec2(std::fmax(size.x, 1.0f), std::fmax(size.y, 1.0f)));
}

bool gui_combo(const char *label, const char *shown) {
  if (!ImGui::BeginCombo(label, shown, ImGuiComboFlags_HeightLarge)) return false; /* ten presets are seen whole */
  if (current->close_popup) ImGui::CloseCurrentPopup();
  return true;
}

bool gui_choice(const char *label, bool chosen) {
  return ImGui::Selectable(label, chosen);
}
void gui_combo_end(void) {
  ImGui::EndCombo();
}
bool gui_check(const char *label, bool *on) {
  return ImGui::Checkbox(label, on);
}
bool gui_text_input(const char *label, const char *hint, char *text, size_t size) {
  return ImGui::InputTextWithHint(label, hint, text, size);
}

bool gui_slider(const char *label, float *value, float low, float high, const char *format, bool by_factors) {
  int flags = ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_AlwaysClamp;
  if (by_factors) flags |= ImGuiSliderFlags_Logarithmic;
  ImGuiIO &io = ImGui::GetIO();
  const ImGuiID id = ImGui::GetID(label);
  const bool ctrl = io.KeyCtrl, twice = ImGui::IsMouseDoubleClicked(0) && current->pressed == id;
  if (twice) { /* the first of the two clicks moved the slider: take that back, and type as with Ctrl */
    *value = current->pressed_value;
    io.KeyCtrl = true;
  }
  const float before = *value;
  const bool used = ImGui::SliderFloat(label, value, low, high, format, flags);
  io.KeyCtrl = ctrl;
  if (ImGui::IsItemActivated() && !twice) current->pressed = id, current->pressed_value = before;
  return used || twice;
}

bool gui_header(const char *label, bool open_at_first) {
  return ImGui::CollapsingHeader(label, open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}
float gui_window_top(void) {
  return ImGui::GetWindowPos().y;
}

/* Its text keeps off its edge, also over windows whose own does not. */
void gui_tooltip(void) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(gui_points(8), gui_points(6)));
  ImGui::BeginTooltip();
  ImGui::PopStyleVar();
}

void gui_tooltip_at(GuiPoint place, GuiPoint anchor) {
  ImGui::SetNextWindowPos(vec(place), ImGuiCond_Always, vec(anchor));
  gui_tooltip();
}

void gui_tooltip_above(void) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), screen = ImGui::GetIO().DisplaySize;
  const float middle = 0.5f * (low.x + high.x), share = screen.x > 0 ? middle / screen.x : 0.5f; /* it stays on the screen */
  const float foot = current->tips_foot > 0 ? std::fmin(low.y, current->tips_foot) : low.y;
  gui_tooltip_at(GuiPoint{middle, foot - gui_points(8)}, GuiPoint{share, 1});
}

void gui_tips_above(float y) {
  current->tips_foot = y;
}
void gui_tooltip_end(void) {
  ImGui::EndTooltip();
}

void gui_tip(const char *text) {
  if (!gui_hovered()) return;
  gui_tooltip();
  gui_text(GUI_TEXT, "%s", text);
  gui_tooltip_end();
}

/* --- pictures ---------------------------------------------------------------------------------------------------------- */

/* The drawing's own state of OpenGL is left as it was. */
GuiImage gui_image_create(const unsigned char *rgb, int width, int height) {
  GuiImage image = {0, width, height};
  GLint bound = 0, alignment = 4;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment);
  glGenTextures(1, &image.texture);
  glBindTexture(GL_TEXTURE_2D, image.texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, rgb);
  glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  return image;
}

void gui_image_destroy(GuiImage *image) {
  if (image->texture) glDeleteTextures(1, &image->texture);
  *image = {0, 0, 0};
}

bool gui_image_button(const char *id, const GuiImage *image, GuiPoint size, bool on) {
  const bool used = gui_hidden_button(id, size);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float rounding = gui_points(4);
  ImDrawList *const list = ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (image->texture)
    list->AddImageRounded((ImTextureID)(intptr_t)image->texture, low, high, ImVec2(0, 0), ImVec2(1, 1), IM_COL32_WHITE, rounding);
  else
    list->AddRectFilled(low, high, IM_COL32(255, 255, 255, 16), rounding);
  if (on || hovered) list->AddRect(low, high, packed(on ? GUI_ACCENT : GUI_TEXT), rounding, 0, gui_points(on ? 2.5f : 1.5f));
  return used;
}

/* --- the mouse over the last widget ------------------------------------------------------------------------------------ */

bool gui_hovered(void) {
  return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
}
bool gui_looked_at(void) {
  return gui_hovered() && !ImGui::IsMouseDown(GUI_LEFT) && !ImGui::GetIO().WantTextInput;
}
GuiPoint gui_low(void) {
  return point(ImGui::GetItemRectMin());
}
GuiPoint gui_high(void) {
  return point(ImGui::GetItemRectMax());
}
bool gui_active(void) {
  return ImGui::IsItemActive();
}
GuiPoint gui_pointer(void) {
  return point(ImGui::GetMousePos());
}
bool gui_clicked(GuiButton button) {
  return ImGui::IsItemHovered() && ImGui::IsMouseClicked(button);
}

/* --- drawing ----------------------------------------------------------------------------------------------------------- */

static ImDrawList *canvas() {
  return current->behind ? ImGui::GetBackgroundDrawList() : ImGui::GetWindowDrawList();
}

void gui_draw_behind(GuiPoint size) {
  current->behind = true;
  canvas()->PushClipRect(ImVec2(0, 0), vec(size), true);
}

void gui_draw_behind_end(void) {
  canvas()->PopClipRect();
  current->behind = false;
}

void gui_draw_line(GuiPoint from, GuiPoint to, GuiColour colour, float thickness) {
  canvas()->AddLine(vec(from), vec(to), packed(colour), thickness);
}

void gui_draw_polyline(const GuiPoint *points, int count, GuiColour colour, float thickness) {
  ImDrawList *const list = canvas();
  list->PathClear();
  for (int n = 0; n < count; n++) list->PathLineTo(vec(points[n]));
  list->PathStroke(packed(colour), 0, thickness);
}

void gui_draw_circle(GuiPoint centre, float radius, GuiColour colour, float thickness) {
  if (thickness > 0)
    canvas()->AddCircle(vec(centre), radius, packed(colour), 0, thickness);
  else
    canvas()->AddCircleFilled(vec(centre), radius, packed(colour));
}

void gui_draw_triangle(GuiPoint a, GuiPoint b, GuiPoint c, GuiColour colour) {
  canvas()->AddTriangleFilled(vec(a), vec(b), vec(c), packed(colour));
}
void gui_draw_text(GuiPoint at, GuiColour colour, const char *text) {
  canvas()->AddText(vec(at), packed(colour), text);
}

void gui_draw_image(const GuiImage *image, GuiPoint low, GuiPoint high, GuiColour tint) {
  const ImVec2 from(0, 0), to(1, 1);
  if (image->texture) canvas()->AddImage((ImTextureID)(intptr_t)image->texture, vec(low), vec(high), from, to, packed(tint));
}

void gui_draw_rectangle(GuiPoint low, GuiPoint high, GuiColour colour, float rounding) {
  canvas()->AddRectFilled(vec(low), vec(high), packed(colour), rounding);
}
