#ifndef PANEL_PANEL_H
#define PANEL_PANEL_H

/* Everything that is drawn over the water: panel of parameters, overlay of timings, help, messages and the hint at the start. */

#include "input/window.h"
#include "panel/panel_view.h"

typedef struct Panel Panel;

/* Makes the panel. `font` is a TrueType file, or NULL; where it cannot be read the built-in font is taken. Returns NULL if memory runs
 * out. */
Panel *panel_create(Window *window, const char *font);
void panel_destroy(Panel *panel);
/* Looks at events first, as a WindowFilter; user is the Panel. */
void panel_filter(void *user, const union SDL_Event *event, bool *takes_mouse, bool *takes_keys);
/* Shows a line that fades after some seconds. One that starts with the same word replaces the one before. */
void panel_message(Panel *panel, const char *text, double seconds);
/* Draws what stands in the window until its first picture; panel_end_loading frees what that takes. */
void panel_show_loading(Panel *panel, const PanelLoading *view);
void panel_end_loading(Panel *panel);
/* Builds the frame's widgets, or a projector's; then draws them into the bound framebuffer. */
PanelRequest panel_build(Panel *panel, const PanelView *view);
PanelProjectorRequest panel_build_projector(Panel *panel, const PanelProjector *view);
void panel_draw(void);

#endif
