/* Checks for tests in C: each failure prints its place; the program's exit status is the number of failures. */
#ifndef TEXPIPE_TESTS_CHECK_H
#define TEXPIPE_TESTS_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      printf("  last error: %s\n", texpipe_last_error());            \
      ++failures;                                                    \
    }                                                                \
  } while (0)

#define CHECK_STATUS(call, status)                                                                   \
  do {                                                                                               \
    const texpipe_status got = (call);                                                               \
    if (got != (status)) {                                                                           \
      printf("%s:%d: %s gives %d: %s\n", __FILE__, __LINE__, #call, (int)got, texpipe_last_error()); \
      ++failures;                                                                                    \
    }                                                                                                \
  } while (0)

static inline uint32_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline float bits_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

#endif
