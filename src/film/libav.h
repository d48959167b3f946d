#ifndef FILM_LIBAV_H
#define FILM_LIBAV_H

/* The functions of ffmpeg's libraries that films are written with. The libraries are loaded when the first film is written: they bring
 * some hundred others along, for which a program that writes none need not wait, and which may be missing where it runs. */

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/dict.h>
#include <libavutil/error.h>
#include <libavutil/opt.h>

#include "base/error.h"

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

/* Loads the libraries once; any thread may call it. Returns NULL and sets *error to the library's name if one is missing. */
const Libav *libav_load(Error *error);

#endif
