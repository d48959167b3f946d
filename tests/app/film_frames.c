/* Checks of films and pictures, for scripts.
 *   film_frames psnr A.png B.png                         dB between two pictures, in whole tenths (351 is 35.1)
 *   film_frames film FILE FPS COUNT STEM LEAST           exit 0 where the film has COUNT frames, frame n is shown from second n / FPS on
 *                                                        to the fraction, and each is like STEM-<n + 1 in four digits>.png by LEAST tenths
 *                                                        of a dB; all together they are less like the pictures one earlier, and one later
 * Without libavformat's headers `film` says so with exit status 77. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture_file.h"

/* Mean square of what two pictures differ by. */
static double difference(const uint8_t *a, const uint8_t *b, int width, int height) {
  double sum = 0;
  const size_t count = 3 * (size_t)width * (size_t)height;
  for (size_t n = 0; n < count; n++) sum += (double)(a[n] - b[n]) * (double)(a[n] - b[n]);
  return sum / (double)count;
}

/* Peak signal-to-noise ratio, dB. */
static double psnr(double square) {
  return square > 0 ? 10 * log10(255.0 * 255.0 / square) : 99;
}

static uint8_t *read_picture(const char *path, int width, int height) {
  int w, h;
  uint8_t *const pixels = picture_read(path, &w, &h);
  if (pixels && (width == 0 || (w == width && h == height))) return pixels;
  fprintf(stderr, "film_frames: %s: %s\n", path, pixels ? "of another size" : "no picture");
  exit(1);
}

static int compare(const char *first, const char *second) {
  int width, height;
  uint8_t *const a = picture_read(first, &width, &height);
  if (!a) return fprintf(stderr, "film_frames: %s: no picture\n", first), 1;
  uint8_t *const b = read_picture(second, width, height);
  printf("%d\n", (int)(10 * psnr(difference(a, b, width, height))));
  picture_free(a);
  picture_free(b);
  return 0;
}

#ifdef WEIR_FILM
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "film/film.h"

/* A film being looked at. */
typedef struct Film {
  const char *path, *stem;
  int fps, count, least;
  AVFormatContext *format;
  AVCodecContext *codec;
  const AVStream *stream;
  int frames, faults;
  double lowest;     /* dB */
  double squares[3]; /* sums of differences to the pictures one earlier, of the same time, one later; of all frames that have all three */
} Film;

static void fault(Film *film, const char *what, double got) {
  if (film->faults++ < 5) fprintf(stderr, "film_frames: %s: frame %d: %s (%g)\n", film->path, film->frames, what, got);
}

static uint8_t *picture_of(const Film *film, int n, int width, int height) {
  char path[4096];
  snprintf(path, sizeof path, "%s-%04d.png", film->stem, n + 1);
  return read_picture(path, width, height);
}

static double difference_to(const Film *film, const uint8_t *rgb, int n, int width, int height) {
  uint8_t *const other = picture_of(film, n, width, height);
  const double square = difference(rgb, other, width, height);
  picture_free(other);
  return square;
}

static void look(Film *film, const AVFrame *frame) {
  const int width = frame->width, height = frame->height, n = film->frames;
  uint8_t *const planes = malloc(film_picture_size(width, height)), *at = planes, *const rgb = malloc(3 * (size_t)width * (size_t)height);
  for (int plane = 0; plane < 3; plane++)
    for (int y = 0; y < (plane ? height / 2 : height); y++, at += plane ? width / 2 : width)
      memcpy(at, frame->data[plane] + (ptrdiff_t)y * frame->linesize[plane], (size_t)(plane ? width / 2 : width));
  film_picture_to_rgb(rgb, planes, width, height);
  const AVRational base = film->stream->time_base;
  if (frame->pts * base.num * film->fps != (int64_t)n * base.den)
    fault(film, "is shown at another time", (double)frame->pts * base.num / base.den);
  if (n < film->count) {
    const double own = psnr(difference_to(film, rgb, n, width, height));
    film->lowest = fmin(film->lowest, own);
    if (10 * own < film->least) fault(film, "is not like its picture, dB", own);
  }
  for (int by = -1; by <= 1 && n > 0 && n + 1 < film->count; by++) film->squares[by + 1] += difference_to(film, rgb, n + by, width, height);
  film->frames++;
  free(planes);
  free(rgb);
}

static void decode(Film *film, const AVPacket *packet, AVFrame *frame) {
  if (avcodec_send_packet(film->codec, packet) < 0) fault(film, "is not taken by the decoder", 0);
  while (avcodec_receive_frame(film->codec, frame) >= 0) look(film, frame);
}

static bool open_film(Film *film) {
  if (avformat_open_input(&film->format, film->path, NULL, NULL) < 0 || avformat_find_stream_info(film->format, NULL) < 0) return false;
  const int at = av_find_best_stream(film->format, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
  if (at < 0) return false;
  film->stream = film->format->streams[at];
  const AVCodec *const decoder = avcodec_find_decoder(film->stream->codecpar->codec_id);
  film->codec = decoder ? avcodec_alloc_context3(decoder) : NULL;
  return film->codec && avcodec_parameters_to_context(film->codec, film->stream->codecpar) >= 0 &&
         avcodec_open2(film->codec, decoder, NULL) >= 0;
}

static int look_at_film(char **words) {
  Film film = {.path = words[0], .fps = atoi(words[1]), .count = atoi(words[2]), .stem = words[3], .least = atoi(words[4]), .lowest = 99};
  if (!open_film(&film)) return fprintf(stderr, "film_frames: %s: no film\n", film.path), 1;
  AVPacket *packet = av_packet_alloc();
  AVFrame *frame = av_frame_alloc();
  while (av_read_frame(film.format, packet) >= 0) {
    if (packet->stream_index == film.stream->index) decode(&film, packet, frame);
    av_packet_unref(packet);
  }
  decode(&film, NULL, frame);
  if (film.frames != film.count) fprintf(stderr, "film_frames: %s: %d frames, not %d\n", film.path, film.frames, film.count);
  const double earlier = film.squares[0] / film.squares[1], later = film.squares[2] / film.squares[1];
  printf("%s: %d frames, at least %.1f dB; pictures one earlier, later differ %.2f, %.2f times as much\n", film.path, film.frames,
         film.lowest, earlier, later);
  if (!(earlier > 1 && later > 1)) fault(&film, "and the others: more like other pictures", fmin(earlier, later));
  av_packet_free(&packet);
  av_frame_free(&frame);
  avcodec_free_context(&film.codec);
  avformat_close_input(&film.format);
  return film.faults > 0 || film.frames != film.count;
}
#else
static int look_at_film(char **words) {
  fprintf(stderr, "film_frames: %s: built without libavformat\n", words[0]);
  return 77;
}
#endif

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "psnr") == 0) return compare(argv[2], argv[3]);
  if (argc == 7 && strcmp(argv[1], "film") == 0) return look_at_film(argv + 2);
  fprintf(stderr, "film_frames: psnr A.png B.png, or film FILE FPS COUNT STEM LEAST\n");
  return 2;
}
