#ifndef APP_DRAW_H
#define APP_DRAW_H

/* The picture of a frame: camera, quality, resolution, one world or two. */

#include "input/tools.h"
#include "render/renderer.h"

typedef struct App App;

/* Writes the size of each world's picture, in pixels: the window's, or of one of its four parts. */
void app_picture_size(const App *app, int *width, int *height);

/* Turns places in the window into places in the picture that they are in. */
void app_place_input(App *app);

/* Moves the camera, by the person or along the fly-by. */
void app_camera(App *app, double elapsed);

/* Returns the view of the picture and the world that tools need. */
ToolsView app_tools_view(const App *app);

/* Builds the renderer's view of the world; it lasts until the next call. */
const FrameView *app_build(App *app);

/* Returns the ms that the last known frame took on a GPU; 0: not known. */
double app_device_ms(const Renderer *renderer);

/* Returns true if the person has left the picture's resolution to the program. */
bool app_follows_resolution(const App *app);

/* Returns the share of each side that the picture is drawn with. */
float app_picture_share(const App *app);

/* Draws all into the window, at the quality that the person has chosen or that suits the frames' times; `frame` is the first world's. */
void app_draw(App *app, const FrameView *frame);

/* Brings foam and wet ground up to the world's current state without drawing a picture. */
void app_advance(App *app);

#endif
