// The next level behind a texture cache or a sampler in a bench.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "rtl_cosim/adapters/lines_rtl.h"
#include "rtl_cosim/adapters/memory_port.h"

namespace texpipe::rtl_cosim {

/// It has two memories, each with half of the lines, and the answers of one overtake those of the other. Their
/// latencies are drawn by the seed.
class RtlWithMemory final : public StreamRtl {
 public:
  /// @param read  the bytes of a line by its key
  RtlWithMemory(std::unique_ptr<LinesRtl> rtl, std::uint64_t seed, const MemoryPort::Read& read);

  void reset(bool asserted) override;
  void drive(const PortValues* request, bool result_ready) override;
  void clock() override;
  bool request_ready() const override { return rtl_->request_ready(); }
  bool result_valid() const override { return rtl_->result_valid(); }
  PortValues result() const override { return rtl_->result(); }
  bool trace(std::string& text, Window window) override { return rtl_->trace(text, window); }
  void flush_trace() override { rtl_->flush_trace(); }
  void at(std::uint64_t cycle) override { rtl_->at(cycle); }

 private:
  std::unique_ptr<LinesRtl> rtl_;
  std::array<MemoryPort, 2> memories_;
  CacheLineWords words_{};     // of the answer
  std::size_t answering_ = 0;  // which memory
  bool answers_ = false;       // in this cycle
  bool ready_ = false;         // likewise
};

}  // namespace texpipe::rtl_cosim
