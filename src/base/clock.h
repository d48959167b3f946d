#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds of the monotonic clock; only differences mean anything. */
double clock_seconds(void);

#endif
