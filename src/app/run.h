#ifndef APP_RUN_H
#define APP_RUN_H

/* The parts that a run in a window (app.c) and one without (headless.c) have in common. */

#include "app/options.h"
#include "cli/json.h"
#include "panel/panel.h"
#include "sandbox/sandbox.h"

enum { EXIT_FAULT = 1, EXIT_USAGE = 2 };

/* --- stats.c: the figures of a run, and the JSON that --stats writes of them ------------------------------------------------------- */

/* How long frames took, from one picture shown to the next. */
typedef struct FrameLengths {
  int64_t count, late; /* late: of those, longer than STATS_LATE_FRAME_S */
  double sum_s, longest_s;
} FrameLengths;

#define STATS_LATE_FRAME_S 0.1 /* s; at ten pictures a second a hand still sees what it moves */

/* The figures of a run's pictures, counted by the thread that draws. */
typedef struct Stats {
  double start, begun;  /* clock: of the program, and of the first tick or frame */
  double first_shown_s; /* from the program's start to the first thing shown in the window; -1: none */
  double first_frame_s; /* from the program's start to the first picture shown; -1: none */
  int64_t frames;
  double frame_at;                              /* clock: when the last picture was shown; 0: none yet */
  FrameLengths all, past;                       /* but the first; those before which the past was looked at */
  RendererPassTime passes[RENDERER_PASSES_MAX]; /* sums over the frames whose passes were timed, ms */
  int pass_count;
  int64_t frames_timed;
  float share;      /* of each side of the picture, in the last frame; 0: none was drawn */
  double share_sum; /* over all frames */
} Stats;

/* Begins the figures; `start`: clock of the program's start. */
void stats_init(Stats *stats, double start);
/* Notes that something stands in the window, if no picture yet. */
void stats_shown(Stats *stats);

/* Notes that a picture was shown, of which this share of each side was drawn. `past`: it is of the past, or the simulation is asked to hold
 * for it. */
void stats_frame(Stats *stats, bool past, float share);
/* Adds what the passes of a frame took. */
void stats_passes(Stats *stats, const RendererPassTime *passes, int count);

/* The figures of the picture and the sound at the end of a run; borrowed for a call. */
typedef struct StatsDrawing {
  const char *device;    /* the drawing device's name */
  int64_t triangles_max; /* of any frame; -1: none was drawn */
  int64_t sound_buffers; /* rendered for the sound device; 0: there was none */
  int64_t sound_late;    /* of those, too late to be heard without a gap */
  int past_positions;    /* worlds of the past that were shown */
} StatsDrawing;

/* The figures of ground that followed a box of sand; borrowed for a call. */
typedef struct StatsSand {
  SandCounts counts;
  GroundLedger ledger;
} StatsSand;

/* Returns the report that --stats writes; the caller writes and frees it. `sand`: NULL where the ground followed none. */
Json stats_json(const Stats *stats, const StepStats *steps, const World *world, const StatsDrawing *drawing, const StatsSand *sand);

/* --- sand.c: the box of sand that the ground follows ------------------------------------------------------------------------------- */

/* Part of a run, zeroed at the start; it stays where it is until run_sand_close. */
typedef struct RunSand {
  SandFeed *feed; /* NULL: the ground follows nothing */
} RunSand;

/* Has the session that is to be made follow the sand, in the scene for it if none is named; before run_session. */
void run_sand_prepare(RunSand *sand, Options *options);
/* Opens the stream, before the session runs. Returns false and sets *error if that fails. */
bool run_sand_open(RunSand *sand, const Options *options, const Session *session, Error *error);
/* Tells on standard error what there is to be said about the stream. */
void run_sand_tell(const RunSand *sand);
/* Closes the stream; after the session. */
void run_sand_close(RunSand *sand);

/* --- run.c -------------------------------------------------------------------------------------------------------------------------- */

/* Makes a run without a window, from opening to its end; `start` is the clock when the program began. Returns the exit status. */
int headless_run(const Options *options, double start);
/* Tests, before a long run, that the files it is to write can be written. Returns false and sets *error if one cannot. */
bool run_files_possible(const Options *options, Error *error);

/* Reads the scene, the saved game or the log that the options name, and tells on standard error what was found in an image of the person's
 * own, and assumed. The caller owns the session. Returns NULL and sets *error if that fails. */
Session *run_session(Options *options, Error *error);
/* Returns the place of --camera among the scene's cameras; -1 and *error if there is none of that name. */
int run_camera(const Options *options, const Session *session, Error *error);
/* Builds the world while `open` opens the picture, in this thread. Returns false and sets *error if one of them fails. */
bool run_build(Session *session, bool (*open)(void *user, Error *error), void *user, Error *error);
/* Makes the panel of a window, or of a picture without one. Returns NULL and sets *error if memory runs out. */
Panel *run_panel(Window *window, Error *error);
/* Ends the run after the step or frame that it is at; for interrupt_save_with. Returns true: what it was to write is written. */
bool run_stop(void *unused);
/* Returns true if Ctrl+C or the system has asked the run to end. */
bool run_signalled(void);

/* Writes --stats' report, if any; of `drawing`, the renderer's part is filled in here. Returns false and sets *error if it cannot be
 * written. */
bool run_report(const Options *options, Session *session, const Stats *stats, Renderer *renderer, StatsDrawing drawing, const RunSand *sand,
                Error *error);

/* Ends the log, and checks what is to be checked of the whole run, unless it has failed by now (`ok` false). Returns false and sets *error
 * if something failed. */
bool run_close(bool ok, const Options *options, Session *session, Error *error);

/* --- app_film.c: the film that --record names, whose frames stand for equal steps of simulated time ----------------------------------- */

/* Zeroed at the start, closed by run_film_close; for the thread that draws. */
typedef struct RunFilm {
  int width, height;
  struct FilmWriter *writer; /* NULL: none, or it has ended */
  struct FrameReader *reader;
  int64_t total; /* frames of the run; -1: as long as it lasts */
  bool failed;   /* it cannot be written any more */
} RunFilm;

/* Tests, before a long run, that the file can be written; NULL: none is wanted. Returns false and sets *error if it cannot. */
bool run_film_possible(const char *path, Error *error);
/* Begins the film of a run of so long ticks. Returns false and sets *error if it cannot. */
bool run_film_begin(RunFilm *film, const Options *options, const Window *window, double tick, Error *error);
/* Hands over what has been read of the frames; with `wait`, of all. */
void run_film_write(RunFilm *film, bool wait);

/* Ends the film, if there is one, and waits until it is written; `whole`: the run came to its end. Returns false and sets *error if it is
 * not written. */
bool run_film_end(RunFilm *film, bool whole, Error *error);
void run_film_close(RunFilm *film);

#endif
