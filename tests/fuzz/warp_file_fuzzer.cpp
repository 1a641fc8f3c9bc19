// libFuzzer entry; see spa_targets.h.
#include <cstdint>

#include "fuzz/spa_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  texpipe::fuzz::warp_file({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
