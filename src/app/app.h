#ifndef APP_APP_H
#define APP_APP_H

/* The program that a person sees: window, camera, tools, keys, panel. It knows all rooms; SDL is known here alone, Dear ImGui in
 * gui/gui.cpp.
 *
 * From the top, each of the first seven may call those below it:
 *   app            setting up, the loop, the end of a run
 *   frame          a frame as a list of calls; headless: a run without a window, and the picture at the end of a run
 *   panel          the windows over the picture: what they show of the program, and what they ask of it
 *   actions        what keys and buttons do
 *   scenes, rewind, side_by_side, app_saves, film   another scene, another time, two worlds, saved games, films: in the window
 *   draw, command  the picture of a frame; a command of the person's to the world
 *   hold, say      holding the simulation and letting it go on; lines that the window shows
 *
 *   app_state      the program's state, which those share
 *   app_config     what is kept from run to run (config: the file of it)
 *   options        the command line
 *   window, keys, gamepad   what a person sees and touches; x11_errors: a window that is destroyed
 *   loading, ahead the first seconds, and what is compiled ahead in them
 *   frame_build    turns a view of the world into one for the renderer
 *   folders, launch   where assets are; how the process starts
 *
 * Folders of their own:
 *   session        the scene that is shown and its world, and how another takes its place (session_play: inputs, written and played); sim,
 *                  ticker: the simulation in a thread of its own, and its clock; stats: the figures of a run
 *   control        what the hand does (camera, pointer, tools, ghost, hints, fly-by)
 *   gui            the windows over the water, and panel.h, behind which they all stand
 *   rewind         the last two minutes, undo and redo; compare, beside: two worlds with the same inputs, and their difference
 *   saves          saved games, slots, `weir verify`
 *   sound, film    what is heard; what of a run is filmed, and when
 *   commands       `weir check`; the pictures of `weir bench`
 *   pictures       `weir pictures`
 *   about          what the program says of itself (`weir doctor`, the manual page, completion, its commit) */

/* A run of the program, in a window or without one: see `weir --help`. `start` is the clock when the program began. Returns the exit
 * status: 0; 1 when something in the world failed; 2 when the command line was wrong. */
int app_main(int argc, char **argv, double start);

#endif
