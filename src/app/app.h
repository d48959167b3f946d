#ifndef APP_APP_H
#define APP_APP_H

/* The program that a person sees: window, camera, tools, keys, panel. It knows all rooms; SDL is known here alone, Dear ImGui in
 * gui/gui.cpp.
 *
 *   app            setting up, the loop, the end of a run (app_state.h: the state that the next four share with it)
 *   frame          a frame as a list of calls
 *   headless       a run without a window, and the picture at the end of a run
 *   app_config     what is kept from run to run (config: the file of it)
 *   actions        what keys and buttons do
 *   options        the command line
 *   session        the scene that is shown and its world, and how another takes its place
 *   sim, ticker    the simulation in a thread of its own, and its clock
 *   window, keys, gamepad   what a person sees and touches; x11_errors: a window that is destroyed
 *   control        a folder of its own: what the hand does (camera, pointer, tools, ghost, hints, fly-by)
 *   sound          a folder of its own: what is heard
 *   frame_build    turns a view of the world into one for the renderer
 *   stats          the figures of a run
 *   folders, launch   where assets are; how the process starts
 *   check_command, bench_drawing   `weir check`; the pictures of `weir bench`
 *   about          a folder of its own: what the program says of itself (`weir doctor`, the manual page, completion, its commit)
 *   gui            a folder of its own: the windows over the water, and panel.h, behind which they all stand
 *   pictures       a folder of its own: `weir pictures`
 *   app_saves      saving and loading in the window; saves: a folder of its own: saved games, slots, `weir verify`
 *   session_play   a session's inputs, written and played
 *   rewind         a folder of its own: the last two minutes, taking back and doing again
 *   compare        a folder of its own: two worlds with the same inputs, and `--compare` without a window
 *   beside         a folder of its own: those two in the window, side by side
 *   film           a folder of its own: what of a run is filmed, and when */

/* A run of the program, in a window or without one: see `weir --help`. `start` is the clock when the program began. Returns the exit
 * status: 0; 1 when something in the world failed; 2 when the command line was wrong. */
int app_main(int argc, char **argv, double start);

#endif
