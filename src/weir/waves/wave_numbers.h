#ifndef WEIR_WAVES_WAVE_NUMBERS_H
#define WEIR_WAVES_WAVE_NUMBERS_H

/* The filter of one water (wave_grids.h); owned by it. NULL in WeirWater: waves are hydrostatic. */
typedef struct Waves Waves;

/* The filter's memory from substep to substep beside its fields. */
typedef struct WaveNumbers {
  float dt_before;  /* s; 0: no substep yet */
  float speed_held; /* m/s: as waves_speed had it */
} WaveNumbers;

#endif
