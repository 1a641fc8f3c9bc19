// libFuzzer entry; see visa_targets.h.
#include "fuzz/visa_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  texpipe::fuzz::visa_stream({data, size}, texpipe::visa::Layout::kIgc);
  texpipe::fuzz::visa_stream({data, size}, texpipe::visa::Layout::kDocument);
  return 0;
}
