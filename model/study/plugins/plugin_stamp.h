// The stamp of a plug-in: text in a section of its file, which is read before any of its code runs. The same header
// makes the program's own, with which it is compared.
#pragma once

#include <cstddef>

// Version of texpipe and hash of its headers: TEXPIPE_PLUGIN_VERSION, TEXPIPE_PLUGIN_HEADERS.
#include "texpipe_plugin_headers.h"

#define TEXPIPE_STAMP_TEXT(value) #value
#define TEXPIPE_STAMP_NUMBER(value) TEXPIPE_STAMP_TEXT(value)

#ifdef __clang__
#define TEXPIPE_STAMP_COMPILER "Clang " TEXPIPE_STAMP_NUMBER(__clang_major__)
#else
#define TEXPIPE_STAMP_COMPILER "GCC " TEXPIPE_STAMP_NUMBER(__GNUC__)
#endif

#if defined(__SANITIZE_ADDRESS__)
#define TEXPIPE_STAMP_CHECKS "address sanitizer"
#elif defined(_GLIBCXX_DEBUG)
#define TEXPIPE_STAMP_CHECKS "debug containers"
#else
#define TEXPIPE_STAMP_CHECKS "none"
#endif

/// Lines of `key: value`; the first says what the text is.
#define TEXPIPE_PLUGIN_STAMP \
  "texpipe plug-in, stamp 1\n"                                             \
  "version: " TEXPIPE_PLUGIN_VERSION "\n"                                  \
  "headers: " TEXPIPE_PLUGIN_HEADERS "\n"                                  \
  "compiler: " TEXPIPE_STAMP_COMPILER "\n"                                 \
  "c++: " TEXPIPE_STAMP_NUMBER(__cplusplus) "\n"                           \
  "string layout: " TEXPIPE_STAMP_NUMBER(_GLIBCXX_USE_CXX11_ABI) "\n"      \
  "run-time checks: " TEXPIPE_STAMP_CHECKS "\n"

/// Section of the file that holds the stamp.
#define TEXPIPE_PLUGIN_SECTION "texpipe_plugin"
