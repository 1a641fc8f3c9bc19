// The next level behind a texture cache or a sampler in a bench.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rtl_cosim/verilated/lines_rtl.h"
#include "rtl_cosim/verilated/memory_port.h"

namespace texpipe::rtl_cosim {

/// It has two memories, each with half of the lines, and the answers of one overtake those of the other. Their
/// latencies are drawn by the seed. At each reset in flight the lines get other bytes, so that one which the RTL kept
/// over it shows.
class RtlWithMemory final : public StreamRtl {
 public:
  /// The bytes of a line by its key, after so many resets in flight.
  using Read = std::function<void(std::uint64_t key, std::uint64_t resets, std::span<std::byte> data)>;
  /// Keys of the lines that a request needs.
  using LinesOf = std::function<std::vector<std::uint64_t>(const PortValues& request)>;

  /// @param lines_of  null: nobody knows
  RtlWithMemory(std::unique_ptr<LinesRtl> rtl, std::uint64_t seed, Read read, LinesOf lines_of = nullptr);

  void reset(bool asserted) override;
  void drive(const PortValues* request, bool result_ready) override;
  void clock() override;
  bool request_ready() const override { return rtl_->request_ready(); }
  bool result_valid() const override { return rtl_->result_valid(); }
  PortValues result() const override { return rtl_->result(); }
  std::string waits_for(const PortValues& request) const override;
  bool trace(std::string& text, Window window) override { return rtl_->trace(text, window); }
  void flush_trace() override { rtl_->flush_trace(); }
  void at(std::uint64_t cycle) override { rtl_->at(cycle); }

 private:
  /// A line that the RTL asked for.
  struct Asked {
    std::uint64_t key;
    unsigned id;
    std::uint64_t cycle;
    std::optional<std::uint64_t> offered;   // cycle in which its answer came to the port
    std::optional<std::uint64_t> answered;  // cycle in which the RTL took it
  };

  Asked* waiting(unsigned id);
  static std::string text_of(const Asked& asked);

  Read read_;
  LinesOf lines_of_;
  std::unique_ptr<LinesRtl> rtl_;
  std::array<MemoryPort, 2> memories_;
  CacheLineWords words_{};     // of the answer
  std::size_t answering_ = 0;  // which memory
  bool answers_ = false;       // in this cycle
  bool ready_ = false;         // likewise
  std::uint64_t cycle_ = 0;
  std::uint64_t resets_ = 0;
  std::deque<Asked> asked_;  // since the last reset, the oldest left out
};

}  // namespace texpipe::rtl_cosim
