/* Pictures in short, and how far apart two are to the eye: for pictures_test.sh.
 *     pictures NAME FILE.png       prints NAME and the mean colours of 32 x 18 blocks as hexadecimal digits
 *     pictures --compare OLD NEW   compares two tables of such lines; exit status 1 when a picture has changed */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "picture_file.h"

enum { ACROSS = 32, DOWN = 18, BLOCKS = ACROSS * DOWN, NAME = 64, DIGITS = BLOCKS * 6, PICTURES = 64 };

/* Colour differences of CIE 1976, in L*a*b*: 2.3 is what people just notice (Mahy and others 1994). The mean allows half of that, for
 * another version of Mesa rounds otherwise; single blocks may differ more where a spray drop or a leaf falls into the next block, but not
 * many. */
static const double mean_most = 1.2, block_most = 8, share_most = 0.02;

/* A picture in short: the mean colours of its blocks, as digits. */
typedef struct Picture {
  char name[NAME], digits[DIGITS + 1];
} Picture;

static int print_picture(const char *name, const char *path) {
  int width = 0, height = 0;
  uint8_t *const pixels = picture_read(path, &width, &height);
  if (!pixels || width < ACROSS || height < DOWN) return fprintf(stderr, "%s: no picture of 32 x 18 pixels at least\n", path), 2;
  printf("%s ", name);
  for (int y = 0; y < DOWN; y++)
    for (int x = 0; x < ACROSS; x++)
      for (int c = 0; c < 3; c++) {
        const int x0 = x * width / ACROSS, x1 = (x + 1) * width / ACROSS, y0 = y * height / DOWN, y1 = (y + 1) * height / DOWN;
        long sum = 0;
        for (int k = y0; k < y1; k++)
          for (int i = x0; i < x1; i++) sum += pixels[3 * (k * width + i) + c];
        printf("%02x", (unsigned)(sum / ((long)(x1 - x0) * (y1 - y0))));
      }
  printf("\n");
  picture_free(pixels);
  return 0;
}

static int read_table(const char *path, Picture *pictures) {
  FILE *const file = fopen(path, "r");
  int count = 0;
  while (file && count < PICTURES && fscanf(file, "%63s %3456s", pictures[count].name, pictures[count].digits) == 2)
    count += strlen(pictures[count].digits) == DIGITS;
  if (file) fclose(file);
  return count;
}

static double linear(double part) {
  return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t) {
  return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16) / 116;
}

/* sRGB, six digits -> L*a*b* for daylight (D65). */
static void lab_of(const char *digits, double lab[3]) {
  unsigned byte[3];
  sscanf(digits, "%2x%2x%2x", &byte[0], &byte[1], &byte[2]);
  const double r = linear(byte[0] / 255.0), g = linear(byte[1] / 255.0), b = linear(byte[2] / 255.0);
  const double x = lab_curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505), y = lab_curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = lab_curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  lab[0] = 116 * y - 16;
  lab[1] = 500 * (x - y);
  lab[2] = 200 * (y - z);
}

static int compare_pictures(const Picture *old, const Picture *now) {
  double sum = 0;
  int far = 0;
  for (int n = 0; n < BLOCKS; n++) {
    double a[3], b[3];
    lab_of(old->digits + 6 * n, a);
    lab_of(now->digits + 6 * n, b);
    const double apart = sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
    sum += apart;
    far += apart > block_most;
  }
  const int changed = sum / BLOCKS > mean_most || far > share_most * BLOCKS;
  printf("%s%s: %.2f apart in the mean, %d of %d blocks by more than %g\n", changed ? "FAIL: " : "", now->name, sum / BLOCKS, far, BLOCKS,
         block_most);
  return changed;
}

static int compare_tables(const char *old_path, const char *now_path) {
  static Picture old[PICTURES], now[PICTURES];
  const int old_count = read_table(old_path, old), now_count = read_table(now_path, now);
  int failures = old_count != now_count || now_count == 0;
  if (failures) printf("FAIL: %d pictures, %d in the table\n", now_count, old_count);
  for (int n = 0; n < now_count; n++) {
    int at = 0;
    while (at < old_count && strcmp(old[at].name, now[n].name) != 0) at++;
    if (at == old_count)
      printf("FAIL: %s is not in the table\n", now[n].name), failures++;
    else
      failures += compare_pictures(&old[at], &now[n]);
  }
  return failures ? 1 : 0;
}

int main(int argc, char *argv[]) {
  if (argc == 4 && strcmp(argv[1], "--compare") == 0) return compare_tables(argv[2], argv[3]);
  return argc == 3 ? print_picture(argv[1], argv[2]) : 2;
}
