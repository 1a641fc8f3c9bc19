// libFuzzer entry of one target; the build names it and the header that has it.
#include <cstdint>

#include TEXPIPE_FUZZ_HEADER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  texpipe::fuzz::TEXPIPE_FUZZ_TARGET({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
