// Description of a block with a request and a result port, for its bench.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "rtl_cosim/scoreboard/cover_bins.h"
#include "rtl_cosim/verilated/stream_rtl.h"

namespace texpipe::rtl_cosim {

class StreamBlock {
 public:
  virtual ~StreamBlock() = default;

  virtual std::string_view unit() const = 0;  // of what is driven, in the plural
  virtual std::span<const Port> inputs() const = 0;
  virtual std::span<const Port> outputs() const = 0;
  virtual unsigned slots() const = 0;  // registered steps: cycles from a request to its result, and requests held

  /// @param seed  of what the RTL's registers hold before the reset
  virtual std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const = 0;

  /// Request `index`; depends on the seed and the index alone.
  virtual PortValues request(std::uint64_t seed, std::uint64_t index) const = 0;

  /// Result that the model computes for a request.
  /// @param before  the result before this one; null: none since the last reset
  virtual PortValues result(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                            const PortValues* before) const = 0;

  /// Lines, indented by four, that say what request `index` is and what the model computes on its way.
  virtual std::string explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const = 0;

  virtual void declare(CoverBins& bins) const = 0;
  virtual void cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const = 0;
};

}  // namespace texpipe::rtl_cosim
