#ifndef APP_MACHINE_H
#define APP_MACHINE_H

/* What a measurement was made on, so that nobody compares figures of two machines. */
typedef struct Machine {
  char cpu[128];
  int cores;
  const char *simd;     /* vector width that the water runs with */
  double ram_gib;
  double copy_gb_per_s; /* one thread, 256 MiB, counting what is read and what is written */
} Machine;

/* Takes a few hundred milliseconds. */
Machine machine_probe(void);

#endif
