#ifndef APP_BENCH_H
#define APP_BENCH_H

/* `weir bench`: measures and prints tables. argv[0] is "bench". Returns the exit status. */
int bench_main(int argc, char **argv);

#endif
