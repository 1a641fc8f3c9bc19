#ifdef TEXPIPE_FST

#include "study/trace/fst_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <string_view>

extern "C" FILE* texpipe_memory_file(void) {
  const int made = ::memfd_create("texpipe_fst", MFD_CLOEXEC);
  if (made < 0) return nullptr;
  FILE* file = ::fdopen(made, "w+b");
  if (file == nullptr) ::close(made);
  return file;
}

extern "C" FILE* texpipe_fst_fopen(const char* name, const char* mode) {
  return std::string_view{name}.ends_with(".hier") && *mode == 'w' ? texpipe_memory_file() : ::fopen(name, mode);
}

#endif
