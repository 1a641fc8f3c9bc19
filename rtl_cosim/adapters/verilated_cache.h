// A texture cache that Verilator made, with the ports of texpipe's own, and the next level behind it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "rtl_cosim/adapters/memory_port.h"
#include "rtl_cosim/adapters/verilated_stream.h"
#include "rtl_cosim/scoreboard/cache_stimulus.h"
#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

/// The next level has two memories, each with half of the lines, and the answers of one overtake those of the other.
/// Their latencies are drawn by the seed.
/// @tparam Verilated  with the ports of VerilatedStream, and ask_*, answer_*
template <class Verilated>
class VerilatedCache : public VerilatedStream<Verilated> {
 public:
  /// @param seed  of what registers hold before the reset, and of the next level
  explicit VerilatedCache(std::uint64_t seed)
      : VerilatedCache{seed, [](std::uint64_t key, std::span<std::byte> bytes) {
                         const CacheLineWords words = CacheStimulus::line(key);
                         std::memcpy(bytes.data(), words.data(), bytes.size());
                       }} {}

  void reset(bool asserted) override {
    VerilatedStream<Verilated>::reset(asserted);
    for (MemoryPort& memory : memories_) memory.reset();
  }

 protected:
  /// @param read  the bytes of a line by its key
  VerilatedCache(std::uint64_t seed, const MemoryPort::Read& read)
      : VerilatedStream<Verilated>{seed}, memories_{memory(mixed(seed, 1), read), memory(mixed(seed, 2), read)} {}

  void put_others(Verilated& top) override {
    ready_ = memories_[0].ready() && memories_[1].ready();
    top.ask_ready = ready_;
    // The one that answered last waits for the other.
    if (memories_[answering_ ^ 1].answer() != nullptr) answering_ ^= 1;
    const MemoryPort::Answer* answer = memories_[answering_].answer();
    top.answer_valid = answer != nullptr;
    if (answer == nullptr) return;
    top.answer_id = static_cast<CData>(answer->tag);
    std::memcpy(&top.answer_line[0], answer->data.data(), answer->data.size());
  }

  void pass_cycle() override {
    Verilated& top = this->top();
    const bool taken = top.answer_valid != 0 && top.answer_ready != 0;
    if (top.ask_valid != 0 && ready_) memories_[top.ask_key % 2].request(top.ask_key, top.ask_id);
    for (unsigned memory = 0; memory < memories_.size(); ++memory)
      memories_[memory].clock(taken && memory == answering_);
  }

 private:
  static MemoryPort memory(std::uint64_t seed, const MemoryPort::Read& read) {
    return {read,
            texture_cache_rtl::kLineBytes,
            {.latency = 1 + static_cast<unsigned>(seed % 120), .spread = 40, .slots = 64, .busy_percent = 20},
            seed};
  }

  std::array<MemoryPort, 2> memories_;
  unsigned answering_ = 0;
  bool ready_ = false;  // in this cycle
};

}  // namespace texpipe::rtl_cosim
