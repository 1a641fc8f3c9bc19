// A sampler that Verilator made, with the ports of texpipe's own, and the memory behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "rtl_cosim/adapters/verilated_cache.h"
#include "rtl_cosim/scoreboard/sampler_scene.h"

namespace texpipe::rtl_cosim {

/// Its lines are those of the scene that the requests are drawn on.
/// @tparam Verilated  with the ports of VerilatedStream, and ask_*, answer_*
template <class Verilated>
class VerilatedSampler : public VerilatedCache<Verilated> {
 public:
  /// @param seed  of what registers hold before the reset, and of the memory's latencies
  explicit VerilatedSampler(std::uint64_t seed)
      : VerilatedCache<Verilated>{seed, [](std::uint64_t line, std::span<std::byte> bytes) {
                                    SamplerScene::shared().memory().read(
                                        ByteAddress{line * texture_cache_rtl::kLineBytes}, bytes);
                                  }} {}
};

}  // namespace texpipe::rtl_cosim
