#include "weir/flow/flow_band.h"

static const Stretches *stretches_of(const Band *band, Stretches *s, int a, int b) {
  if (s->a == a && s->b == b) return s;
  s->a = a;
  s->b = b;
  s->count = 0;
  for (int i0 = 0, i1 = 0; tiles_stretch(band->w, a, b, &i0, &i1); s->count++) {
    s->at[s->count][0] = i0;
    s->at[s->count][1] = i1;
  }
  return s;
}

const Stretches *band_stretches_wanted(const Band *b, int k) {
  const int row = tile_row_of(b, k);
  return stretches_of(b, &b->wanted[row % 2], row, row);
}

const Stretches *band_stretches_around(const Band *b, int k) {
  return stretches_of(b, b->around, tile_row_of(b, k - REACH), tile_row_of(b, k + REACH));
}
