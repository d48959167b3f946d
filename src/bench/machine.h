#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

/* The machine that a measurement belongs to: figures of two machines do not compare. */
typedef struct Machine {
  char cpu[128];
  int cores;
  const char *simd; /* vector width that the water runs with */
  double ram_gib;
  double copy_gb_per_s; /* one thread, 256 MiB, counting what is read and what is written */
} Machine;

/* GB/s to and from memory at this moment, what is read and what is written; the best of a few rounds over 256 MiB. `copy`:
 * the C library's memcpy, which may write past the caches; `update`: floats read, changed and written in place, as the
 * water's loops do. With one thread and with all cores. */
typedef struct MachineRates {
  double copy_one, copy_all, update_one, update_all;
} MachineRates;

/* Takes a tenth of a second. */
Machine machine_probe(void);

/* Takes half a second. Returns all 0 if memory runs out. */
MachineRates machine_rates(const Machine *machine);

#endif
