/* The mean colours of parts of a picture, for tests that look at pictures:
 *
 *     regions PICTURE X0 Y0 X1 Y1 [X0 Y0 X1 Y1 ...]     pixels from the upper left, X1 and Y1 not included
 *
 * A line "R G B" of whole numbers from 0 to 255 for each part. */
#include <stdio.h>
#include <stdlib.h>

#include "picture_file.h"

static void print_mean(const uint8_t *pixels, int width, const int part[4]) {
  long sum[3] = {0};
  const long count = (long)(part[2] - part[0]) * (part[3] - part[1]);
  for (int y = part[1]; y < part[3]; y++)
    for (int x = part[0]; x < part[2]; x++)
      for (int c = 0; c < 3; c++) sum[c] += pixels[3 * (y * width + x) + c];
  printf("%ld %ld %ld\n", sum[0] / count, sum[1] / count, sum[2] / count);
}

int main(int argc, char **argv) {
  int width = 0, height = 0;
  if (argc < 6 || (argc - 2) % 4 != 0) {
    fprintf(stderr, "regions: PICTURE X0 Y0 X1 Y1 [...]\n");
    return 2;
  }
  uint8_t *const pixels = picture_read(argv[1], &width, &height);
  if (!pixels) {
    fprintf(stderr, "regions: cannot read %s\n", argv[1]);
    return 1;
  }
  int status = 0;
  for (int n = 2; n < argc && status == 0; n += 4) {
    int part[4];
    for (int c = 0; c < 4; c++) part[c] = atoi(argv[n + c]);
    if (part[0] < 0 || part[1] < 0 || part[0] >= part[2] || part[1] >= part[3] || part[2] > width || part[3] > height) {
      fprintf(stderr, "regions: %s %s %s %s lies not within %d x %d\n", argv[n], argv[n + 1], argv[n + 2], argv[n + 3], width, height);
      status = 2;
    } else {
      print_mean(pixels, width, part);
    }
  }
  picture_free(pixels);
  return status;
}
