#ifndef PANEL_GUI_H
#define PANEL_GUI_H

/* A user interface in immediate mode: windows over the water are described again in every frame, by calls between gui_begin and
 * gui_end. Behind this header stands Dear ImGui, in gui.cpp alone. There is one per program, and the calls act on that one; all are
 * for the thread that draws.
 *
 * Places and sizes are in pixels of the desktop, from the top left of the window. They follow the letters: a size in points goes
 * through gui_points, the width of a text through gui_letters. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct Window;
union SDL_Event;

typedef struct Gui Gui;

/* A place or a size. */
typedef struct GuiPoint {
  float x, y;
} GuiPoint;

typedef uint32_t GuiColour; /* 0xRRGGBBAA */

/* The colours of text. */
#define GUI_TEXT 0xE6EDF0FFu
#define GUI_DIM 0x99ABB3FFu
#define GUI_ACCENT 0x70CCD1FFu
#define GUI_WARN 0xFFC26BFFu

/* --- the frame --------------------------------------------------------------------------------------------------------- */

/* Makes the user interface. `font` is a TrueType file, or NULL; where it cannot be read the built-in font is taken. Returns NULL if memory
 * runs out. The window is borrowed until gui_destroy. */
Gui *gui_create(struct Window *window, const char *font);
void gui_destroy(Gui *gui);

/* Reads an event, or NULL for none, and says whether mouse and keys belong to the windows: the mouse where a solid window lies under
 * the pointer or something is dragged, the keys but F1 to F12 while text is typed. */
void gui_event(Gui *gui, const union SDL_Event *event, bool *takes_mouse, bool *takes_keys);
/* Around the description of a frame; gui_draw then draws it into the bound framebuffer. */
void gui_begin(Gui *gui);
void gui_end(Gui *gui);
void gui_draw(void);

/* --- sizes ------------------------------------------------------------------------------------------------------------- */

float gui_points(float points); /* of 15 to the height of the letters */
float gui_letters(float count); /* the width of so many digits */
float gui_line_height(void);    /* of a line of text */
float gui_row_height(void);     /* of a row of widgets, with the gap below it */
GuiPoint gui_screen(void);      /* the size of the window */
GuiPoint gui_text_size(const char *text);
/* Returns the size of a window that holds nothing but this text, in lines of at most `width`. */
GuiPoint gui_text_window_size(const char *text, float width);
float gui_room(void); /* the width left in this row */
float gui_gap(void);  /* between widgets in a row */

/* --- windows ----------------------------------------------------------------------------------------------------------- */

/* The layout of a window, described again in every frame. */
typedef struct GuiWindowDef {
  const char *name;    /* its identity, not shown */
  GuiPoint at, anchor; /* the place of that point of the window which lies at `anchor`, 0 to 1 of its size */
  GuiPoint size;       /* 0: as large as its contents */
  GuiPoint size_max;   /* of a window as large as its contents; past it the window scrolls. 0: no limit */
  bool slim;           /* little room around its contents */
  bool bare;           /* no background, and next to no room around its contents */
  bool glass;          /* it only shows something: the mouse goes through it */
  float alpha;         /* 0 to 1; 0 stands for 1 */
} GuiWindowDef;

/* At most eight solid windows a frame hold back the mouse. */
void gui_window(const GuiWindowDef *def);
void gui_window_end(void);

/* --- where the next thing goes ----------------------------------------------------------------------------------------- */

void gui_same_line(void);
void gui_same_line_gap(float gap);
void gui_same_line_at(float x); /* from the left of the window */
float gui_cursor_x(void);       /* where the next thing goes, from there */
void gui_align_to_row(void);    /* text that follows lies as low as the text of widgets */
void gui_space(void);           /* a little room below */
void gui_separator(void);       /* a line across */
void gui_group(void);           /* groups the next things as one: same_line goes beside all of it */
void gui_group_end(void);
void gui_spacing(float x, float y); /* between things, until gui_spacing_end */
void gui_spacing_end(void);
/* Keeps, at the end of a window that scrolls, what stands above where it is though less follows than before. */
void gui_keep_scroll(void);
void gui_scroll_here(void);                   /* scrolls the window so far that the last thing is seen */
void gui_scroll_home(void);                   /* scrolls the window to its beginning */
void gui_next_width(float width);             /* of the next widget; -1: what is left of the row */
GuiPoint gui_area(float width, float height); /* leaves room for drawing, and says where */

/* --- text -------------------------------------------------------------------------------------------------------------- */

void gui_text(GuiColour colour, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Breaks lines at `width` from the left of the window; 0: at its right end. */
void gui_text_wrapped(GuiColour colour, float width, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Shows a figure, so many letters from the left of the window, behind its label. */
void gui_figure(const char *label, float letters, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* --- widgets ----------------------------------------------------------------------------------------------------------- */
/* Labels are a widget's identity within its window and the ids around it; what follows ## in one is not shown. Each returns true in
 * the frame in which the person uses it. */

void gui_id(int id);
void gui_id_end(void);
void gui_disabled(bool disabled); /* greys what follows, until gui_disabled_end */
void gui_disabled_end(void);
/* `size` 0: as its label needs it; `on`: marked as the one chosen. gui_low is the place to draw on one without a label. */
bool gui_button(const char *label, GuiPoint size, bool on);
/* Makes a button without anything to be seen. */
bool gui_hidden_button(const char *id, GuiPoint size);
/* A list that opens below its present value: if it is true, gui_choice for each entry, then gui_combo_end. */
bool gui_combo(const char *label, const char *shown);
bool gui_choice(const char *label, bool chosen);
void gui_combo_end(void);
bool gui_check(const char *label, bool *on);
/* A field to type in; `hint` is shown while it is empty. */
bool gui_text_input(const char *label, const char *hint, char *text, size_t size);

/* `format` is printf's for a double. `by_factors`: the slider's place goes by the logarithm. After a double click, or a click with Ctrl,
 * a number is typed instead, which is brought into the range. */
bool gui_slider(const char *label, float *value, float low, float high, const char *format, bool by_factors);
/* A line with a triangle that opens and closes what is below; true while that is open. */
bool gui_header(const char *label, bool open_at_first);
/* Returns y of the top of the window that is being built, as it was placed. */
float gui_window_top(void);
void gui_tooltip(void);
/* Begins a tooltip above the last item, and not over its neighbours. */
void gui_tooltip_above(void);
/* Keeps the tips above items above this y, too, from now on; 0: above the item alone. */
void gui_tips_above(float y);
/* Begins a tooltip whose `anchor`, shares of its own size, lies at `place`. */
void gui_tooltip_at(GuiPoint place, GuiPoint anchor);
void gui_tooltip_end(void);
/* Shows a text as a tooltip while the last widget is hovered. */
void gui_tip(const char *text);

/* --- pictures ---------------------------------------------------------------------------------------------------------- */

/* A picture that the drawing device holds until gui_image_destroy; all 0: none. */
typedef struct GuiImage {
  unsigned texture;
  int width, height; /* pixels */
} GuiImage;

/* Hands rows of RGB, the highest first, to the drawing device. Drawn at less than half its size it shimmers. */
GuiImage gui_image_create(const unsigned char *rgb, int width, int height);
void gui_image_destroy(GuiImage *image);
/* A button that shows a picture, or a dark plate where there is none. */
bool gui_image_button(const char *id, const GuiImage *image, GuiPoint size, bool on);

/* --- the mouse over the last widget ------------------------------------------------------------------------------------ */

typedef enum GuiButton { GUI_LEFT, GUI_RIGHT } GuiButton;

bool gui_hovered(void);   /* disabled or not; after gui_group_end: anywhere over the group */
bool gui_looked_at(void); /* hovered, while nothing is dragged or typed */
GuiPoint gui_low(void);   /* the corners of the last widget or group */
GuiPoint gui_high(void);
bool gui_active(void); /* the last widget is held */
GuiPoint gui_pointer(void);
bool gui_clicked(GuiButton button);

/* --- drawing ----------------------------------------------------------------------------------------------------------- */
/* Into the window being described, or, between these two, over the picture and under all windows, within this size from the top left. */

void gui_draw_behind(GuiPoint size);
void gui_draw_behind_end(void);
void gui_draw_line(GuiPoint from, GuiPoint to, GuiColour colour, float thickness);
void gui_draw_polyline(const GuiPoint *points, int count, GuiColour colour, float thickness);
void gui_draw_circle(GuiPoint centre, float radius, GuiColour colour, float thickness); /* thickness 0: filled */
void gui_draw_triangle(GuiPoint a, GuiPoint b, GuiPoint c, GuiColour colour);
void gui_draw_text(GuiPoint at, GuiColour colour, const char *text);
/* Draws a picture over the rectangle, its colours multiplied by the tint. */
void gui_draw_image(const GuiImage *image, GuiPoint low, GuiPoint high, GuiColour tint);
void gui_draw_rectangle(GuiPoint low, GuiPoint high, GuiColour colour, float rounding);

#ifdef __cplusplus
}
#endif

#endif
