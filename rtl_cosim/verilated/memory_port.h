// A memory behind a port of RTL, for adapters: it takes reads and answers them in order after a number of cycles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace texpipe::rtl_cosim {

struct MemoryPortTiming {
  unsigned latency = 10;      // cycles from a request to its answer, at least 1
  unsigned spread = 0;        // up to so many more, by the seed
  unsigned slots = 64;        // reads in flight; more are not taken
  unsigned busy_percent = 0;  // cycles in which nothing is taken, by the seed
};

/// Use per cycle: answer() and ready() say what stands at the port in this cycle; request() takes what the RTL asks in
/// it, clock() ends it. A unit with several channels has one of these for each.
class MemoryPort {
 public:
  /// Fills `data` with the bytes from an address on, as functional::GpuMemory or texpipe_memory_read() has them.
  using Read = std::function<void(std::uint64_t address, std::span<std::byte> data)>;

  struct Answer {
    std::uint64_t tag;
    std::vector<std::byte> data;
  };

  /// @param bytes  of an answer
  MemoryPort(Read read, unsigned bytes, MemoryPortTiming timing, std::uint64_t seed);

  bool ready() const;
  /// Only when it is ready, once per cycle. Errors: kInternalError else.
  void request(std::uint64_t address, std::uint64_t tag);

  /// Stands until it is taken; null: none.
  const Answer* answer() const;

  /// To the next cycle. @param answer_taken  by the RTL, in the cycle that ends
  void clock(bool answer_taken);

  /// Forgets what is in flight.
  void reset();

 private:
  struct Pending {
    std::uint64_t due;
    Answer answer;
  };

  Read read_;
  unsigned bytes_;
  MemoryPortTiming timing_;
  std::uint64_t seed_;
  std::uint64_t cycle_ = 0;
  bool asked_ = false;           // in this cycle
  std::deque<Pending> pending_;  // oldest first
};

}  // namespace texpipe::rtl_cosim
