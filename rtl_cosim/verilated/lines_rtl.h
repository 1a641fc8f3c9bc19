// A Verilated block with stream ports that asks a next level for lines, as texture caches and samplers do.
#pragma once

#include <cstdint>

#include "rtl_cosim/verilated/stream_rtl.h"
#include "rtl_cosim/verilated/verilated_texture_cache.h"

namespace texpipe::rtl_cosim {

/// Ids of lines on their way are 0 to 15.
inline constexpr unsigned kLineIds = 16;

class LinesRtl : public StreamRtl {
 public:
  struct LineInputs {
    bool ask_ready = false;
    const CacheLineWords* answer = nullptr;  // null: none
    unsigned answer_id = 0;
  };
  struct Ask {
    unsigned id;
    std::uint64_t key;
  };

  /// Inputs of the next drive() and of those after it.
  virtual void put_lines(const LineInputs& inputs) = 0;

  virtual bool ask_valid() const = 0;
  virtual Ask ask() const = 0;
  virtual bool answer_ready() const = 0;
};

}  // namespace texpipe::rtl_cosim
