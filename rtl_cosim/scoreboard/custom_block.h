// Description of RTL of somebody else's, for its bench: a unit with any ports, in flight as long as it likes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/own_parameters.h"
#include "rtl_cosim/scoreboard/cover_bins.h"
#include "rtl_cosim/verilated/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// Derive from it, say what a request is, and compute what must come back. Everything depends on the seed and the index
/// of a request alone, so that any of them can be driven again without the others.
class CustomBlock {
 public:
  virtual ~CustomBlock() = default;

  /// Name of the requests that are driven, in the plural.
  virtual std::string_view unit() const { return "requests"; }

  /// Fields of a request and of a result. They need not be ports of the RTL: make_rtl() translates.
  virtual std::span<const Port> inputs() const = 0;
  virtual std::span<const Port> outputs() const = 0;

  /// The RTL after its reset (rtl_cosim/verilated/verilated_rtl.h). Whatever else it has ports for, a memory say, is
  /// served by what is made here.
  /// @param seed  of what registers hold before the reset
  virtual std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const = 0;

  virtual PortValues request(std::uint64_t seed, std::uint64_t index) const = 0;

  /// Results that must come back for a request: one or several.
  /// @param before  first of those of the request taken before; null: none since the last reset
  virtual std::vector<PortValues> results(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                                          const PortValues* before) const = 0;

  /// Results after `resets` resets in flight, for a block whose RTL reads a memory that the bench changes at each of
  /// them, so that bytes which it kept show.
  virtual std::vector<PortValues> results_after(std::uint64_t /*resets*/, std::uint64_t seed, std::uint64_t index,
                                                const PortValues& request, const PortValues* before) const {
    return results(seed, index, request, before);
  }

  /// Lines, indented by four, that say what request `index` is and what is computed on its way.
  virtual std::string explain(std::uint64_t, std::uint64_t, const PortValues&) const { return {}; }

  /// Place at which a result differs, as "line 3, byte 17"; empty: the fields say it.
  virtual std::string difference(std::uint64_t /*resets*/, const PortValues& /*request*/,
                                 const PortValues& /*expected*/, const PortValues& /*result*/) const {
    return {};
  }

  virtual void declare(CoverBins&) const {}
  virtual void cover(std::uint64_t, std::uint64_t, const PortValues&, CoverBins&) const {}

  /// Results come in the order of the requests, or in any order, each with the id of its request. A request whose id is
  /// in flight is held back.
  virtual bool answers_by_id() const { return false; }
  virtual std::uint64_t request_id(const PortValues&) const { return 0; }
  virtual std::uint64_t result_id(const PortValues&) const { return 0; }

  /// Place of a result among those of its request; nothing: they come in order.
  virtual std::optional<std::size_t> part_of(const PortValues&) const { return {}; }

  /// Whether a field of a result holds numbers, which may be apart by the tolerance that the user allows and whose
  /// differences are counted; else it is compared bit by bit.
  virtual bool is_number(std::size_t) const { return false; }

  /// Whether a part of a field of a result says anything: not that of a lane that was not asked for.
  virtual bool counts(const PortValues&, std::size_t, unsigned) const { return true; }

  /// Cycles from the one in which an empty unit takes the request to the one in which its first result stands there,
  /// as promised; nothing: cycles are reported and not compared.
  virtual std::optional<std::uint64_t> latency(std::uint64_t, std::uint64_t, const PortValues&) const { return {}; }
};

/// A unit with a contract of its own as `cosim: custom` finds it.
struct CustomEntry {
  std::function<std::unique_ptr<CustomBlock>(const OwnParameters&)> make;
  OwnParameters parameters;  // under `parameters:` of the file
};

}  // namespace texpipe::rtl_cosim
