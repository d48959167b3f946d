#define _GNU_SOURCE /* pthread_once */
#include "film/video.h"

#include <stddef.h>

#ifdef WEIR_FILM
#include <dlfcn.h>
#include <fenv.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/dict.h>
#include <libavutil/error.h>
#include <libavutil/opt.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/output.h"

/* --- ffmpeg's libraries ------------------------------------------------------------------------------------------------- */

/* The functions that films are written with. The libraries are loaded when the first film is written: they bring some hundred others along,
 * for which a program that writes none need not wait, and which may be missing where it runs. */
#define LIBAV_CALLS(CALL)                      \
  CALL(format, avformat_alloc_output_context2) \
  CALL(format, avformat_new_stream)            \
  CALL(format, avformat_write_header)          \
  CALL(format, avformat_free_context)          \
  CALL(format, av_interleaved_write_frame)     \
  CALL(format, av_write_trailer)               \
  CALL(format, avio_open)                      \
  CALL(format, avio_closep)                    \
  CALL(format, avio_size)                      \
  CALL(codec, avcodec_find_encoder_by_name)    \
  CALL(codec, avcodec_alloc_context3)          \
  CALL(codec, avcodec_free_context)            \
  CALL(codec, avcodec_open2)                   \
  CALL(codec, avcodec_parameters_from_context) \
  CALL(codec, avcodec_send_frame)              \
  CALL(codec, avcodec_receive_packet)          \
  CALL(codec, av_packet_alloc)                 \
  CALL(codec, av_packet_free)                  \
  CALL(codec, av_packet_rescale_ts)            \
  CALL(util, av_frame_alloc)                   \
  CALL(util, av_frame_free)                    \
  CALL(util, av_frame_get_buffer)              \
  CALL(util, av_frame_make_writable)           \
  CALL(util, av_dict_set)                      \
  CALL(util, av_dict_free)                     \
  CALL(util, av_opt_set)                       \
  CALL(util, av_strerror)                      \
  CALL(util, av_log_set_level)

/* Their addresses, each under the function's own name: a constant once it is filled. */
typedef struct Libav {
#define LIBAV_MEMBER(library, name) __typeof__(&name) name;
  LIBAV_CALLS(LIBAV_MEMBER)
#undef LIBAV_MEMBER
} Libav;

/* The version that was compiled against is part of a library's name: its structs are laid out as the headers say. */
#define TEXT_OF(number) #number
#define NAME_OF(name, major) "lib" name ".so." TEXT_OF(major)

static Libav table;
static Error fault;
static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_library(const char *name) {
  void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) error_set(&fault, "%s is not here", name);
  return library;
}

static bool look_up(void *library, const char *name, void *function, size_t size) {
  void *const address = dlsym(library, name);
  memcpy(function, &address, size); /* ISO C knows no cast from object to function pointer */
  return address || error_set(&fault, "%s is not in its library", name);
}

static bool fill(void) {
  void *const util = open_library(NAME_OF("avutil", LIBAVUTIL_VERSION_MAJOR));
  void *const codec = util ? open_library(NAME_OF("avcodec", LIBAVCODEC_VERSION_MAJOR)) : NULL;
  void *const format = codec ? open_library(NAME_OF("avformat", LIBAVFORMAT_VERSION_MAJOR)) : NULL;
  if (!format) return false;
#define LIBAV_LOOK_UP(library, name) \
  if (!look_up(library, #name, &table.name, sizeof table.name)) return false;
  LIBAV_CALLS(LIBAV_LOOK_UP)
#undef LIBAV_LOOK_UP
  table.av_log_set_level(AV_LOG_QUIET); /* we say what failed, in one line */
  return true;
}

/* A library that was built with -ffast-math changes how the thread that loads it rounds: taken back. */
static void load(void) {
  fenv_t floats;
  fegetenv(&floats);
  loaded = fill();
  fesetenv(&floats);
}

/* Loads the libraries once; any thread may call it. Returns NULL and sets *error to the library's name if one is missing. */
static const Libav *load_libraries(Error *error) {
  pthread_once(&once, load);
  if (loaded) return &table;
  error_set(error, "%s", fault.text);
  return NULL;
}

/* --- a film ------------------------------------------------------------------------------------------------------------- */

static const char encoder_name[] = "libx264";

/* Seconds between two frames that stand by themselves: how far a player jumps, and what a cut costs. */
enum { KEYFRAME_S = 2 };

/* x264's own measure, 0 (all of it) to 51: at 20 water shows no blocks. "veryfast" is five times as fast as the usual, a fifth larger. */
static const char quality[] = "20", speed[] = "veryfast";

/* One film being written; video_open makes it, video_close takes it away. */
struct Video {
  const Libav *av;
  FilmDef def;
  Output output;
  AVFormatContext *format;
  AVCodecContext *codec;
  AVStream *stream;
  AVFrame *frame;
  AVPacket *packet;
  int64_t frames;
};

bool video_possible(Error *error) {
  const Libav *const av = load_libraries(error);
  if (!av) return false;
  return av->avcodec_find_encoder_by_name(encoder_name) || error_set(error, "libavcodec has no %s", encoder_name);
}

const char *video_maker(void) {
  return "MP4 with H.264, by ffmpeg's libraries";
}

static bool failed(const Video *video, int code, Error *error) {
  char why[128] = "";
  video->av->av_strerror(code, why, sizeof why);
  return error_set(error, "%s: cannot be written: %s", video->output.name, why);
}

static bool open_codec(Video *video, Error *error) {
  const Libav *const av = video->av;
  const FilmDef *const def = &video->def;
  const AVCodec *const encoder = av->avcodec_find_encoder_by_name(encoder_name);
  AVCodecContext *const codec = video->codec = encoder ? av->avcodec_alloc_context3(encoder) : NULL;
  video->frame = av->av_frame_alloc();
  video->packet = av->av_packet_alloc();
  if (!codec || !video->frame || !video->packet) return error_set(error, "%s: not enough memory to encode", video->output.name);
  codec->width = def->width;
  codec->height = def->height;
  codec->pix_fmt = AV_PIX_FMT_YUV420P;
  codec->color_range = AVCOL_RANGE_MPEG;
  codec->color_primaries = AVCOL_PRI_BT709;
  codec->color_trc = AVCOL_TRC_BT709;
  codec->colorspace = AVCOL_SPC_BT709;
  codec->time_base = (AVRational){1, def->fps};
  codec->framerate = (AVRational){def->fps, 1};
  codec->gop_size = KEYFRAME_S * def->fps;
  codec->max_b_frames = 0; /* so that the first frame is shown at second 0 without a table that says so */
  codec->thread_count = def->threads;
  codec->rc_max_rate = def->bit_cap;
  codec->rc_buffer_size = (int)(def->bit_cap / 2);
  if (video->format->oformat->flags & AVFMT_GLOBALHEADER) codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  av->av_opt_set(codec->priv_data, "preset", speed, 0);
  av->av_opt_set(codec->priv_data, "crf", quality, 0);
  const int code = av->avcodec_open2(codec, encoder, NULL);
  if (code < 0) return failed(video, code, error);
  video->frame->format = codec->pix_fmt;
  video->frame->width = def->width;
  video->frame->height = def->height;
  const int room = av->av_frame_get_buffer(video->frame, 0);
  return room >= 0 || failed(video, room, error);
}

/* The table of contents goes to the front: what is shared is shown while the rest still arrives. */
static bool open_file(Video *video, Error *error) {
  const Libav *const av = video->av;
  AVDictionary *options = NULL;
  int code = av->avcodec_parameters_from_context(video->stream->codecpar, video->codec);
  video->stream->time_base = video->codec->time_base;
  video->stream->avg_frame_rate = video->codec->framerate;
  if (code >= 0) code = av->avio_open(&video->format->pb, video->format->url, AVIO_FLAG_WRITE);
  if (code >= 0) code = av->av_dict_set(&options, "movflags", "+faststart", 0);
  if (code >= 0) code = av->avformat_write_header(video->format, &options);
  av->av_dict_free(&options);
  return code >= 0 || failed(video, code, error);
}

static bool open_format(Video *video, Error *error) {
  char url[OUTPUT_PATH + 8];
  const Output *const output = &video->output;
  snprintf(url, sizeof url, "file:%s", output->temporary[0] ? output->temporary : output->target); /* a colon in it is part of the name */
  const int code = video->av->avformat_alloc_output_context2(&video->format, NULL, "mp4", url);
  if (code < 0) return failed(video, code, error);
  video->stream = video->av->avformat_new_stream(video->format, NULL);
  return video->stream || error_set(error, "%s: not enough memory to encode", output->name);
}

Video *video_open(const char *path, const FilmDef *def, Error *error) {
  const Libav *const av = load_libraries(error);
  if (!av) return NULL;
  Video *const video = memory_create(1, sizeof *video);
  if (!video) error_set(error, "%s: not enough memory to encode", path);
  if (!video) return NULL;
  video->av = av;
  video->def = *def;
  if (!output_open(&video->output, path, error)) {
    memory_free(video);
    return NULL;
  }
  if (open_format(video, error) && open_codec(video, error) && open_file(video, error)) return video;
  video_close(video, false, NULL);
  return NULL;
}

static void copy_plane(AVFrame *frame, int plane, const uint8_t *from, int width, int height) {
  for (int y = 0; y < height; y++)
    memcpy(frame->data[plane] + (ptrdiff_t)y * frame->linesize[plane], from + (size_t)y * (size_t)width, (size_t)width);
}

/* Hands the encoder a frame, or its end (NULL), and writes what comes out. */
static bool encode(Video *video, const AVFrame *frame, Error *error) {
  const Libav *const av = video->av;
  int code = av->avcodec_send_frame(video->codec, frame);
  if (code < 0) return failed(video, code, error);
  while ((code = av->avcodec_receive_packet(video->codec, video->packet)) >= 0) {
    video->packet->duration = 1;
    video->packet->stream_index = video->stream->index;
    av->av_packet_rescale_ts(video->packet, video->codec->time_base, video->stream->time_base);
    code = av->av_interleaved_write_frame(video->format, video->packet);
    if (code < 0) return failed(video, code, error);
  }
  return code == AVERROR(EAGAIN) || code == AVERROR_EOF || failed(video, code, error);
}

bool video_add(Video *video, const uint8_t *planes, Error *error) {
  const int width = video->def.width, height = video->def.height;
  const size_t pixels = (size_t)width * (size_t)height;
  const int code = video->av->av_frame_make_writable(video->frame);
  if (code < 0) return failed(video, code, error);
  copy_plane(video->frame, 0, planes, width, height);
  copy_plane(video->frame, 1, planes + pixels, width / 2, height / 2);
  copy_plane(video->frame, 2, planes + pixels + pixels / 4, width / 2, height / 2);
  video->frame->pts = video->frames++;
  return encode(video, video->frame, error);
}

bool video_finish(Video *video, int64_t *bytes, Error *error) {
  const Libav *const av = video->av;
  if (!encode(video, NULL, error)) return false;
  int code = av->av_write_trailer(video->format);
  *bytes = code >= 0 ? av->avio_size(video->format->pb) : 0;
  if (code >= 0) code = av->avio_closep(&video->format->pb);
  return code >= 0 || failed(video, code, error);
}

bool video_close(Video *video, bool keep, Error *error) {
  const Libav *const av = video->av;
  if (video->format) av->avio_closep(&video->format->pb);
  av->avformat_free_context(video->format);
  av->avcodec_free_context(&video->codec);
  av->av_frame_free(&video->frame);
  av->av_packet_free(&video->packet);
  const bool closed = output_close(&video->output, keep, error);
  memory_free(video);
  return closed;
}
#else
bool video_possible(Error *error) {
  return error_set(error, "this build has no libavcodec and libavformat");
}

const char *video_maker(void) {
  return "numbered pictures";
}

Video *video_open(const char *path, const FilmDef *def, Error *error) {
  (void)def;
  error_set(error, "%s: this build has no libavcodec and libavformat", path);
  return NULL;
}

bool video_add(Video *video, const uint8_t *planes, Error *error) {
  (void)video, (void)planes;
  return video_possible(error);
}

bool video_finish(Video *video, int64_t *bytes, Error *error) {
  (void)video, (void)bytes;
  return video_possible(error);
}

bool video_close(Video *video, bool keep, Error *error) {
  (void)video, (void)keep;
  return video_possible(error);
}
#endif
