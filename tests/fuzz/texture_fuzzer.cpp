// libFuzzer entry; see file_targets.h.
#include <cstdint>

#include "fuzz/file_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  texpipe::fuzz::texture_file({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
