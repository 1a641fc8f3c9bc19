// libFuzzer entry; see config_target.h. Corpus: configs/studies and configs/machines.
#include <cstdint>

#include "fuzz/config_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  texpipe::fuzz::configuration_file({reinterpret_cast<const char*>(data), size});
  return 0;
}
