// `implementation: NAME` of texpipe cosim: RTL of somebody else's in the place of the repository's.
#pragma once

#include <string>
#include <string_view>

#include "base/own_parameters.h"
#include "cosim/cosim_outcome.h"
#include "rtl_cosim/scoreboard/custom_block.h"
#include "rtl_cosim/scoreboard/free_cosim.h"
#include "rtl_cosim/scoreboard/own_rtl.h"
#include "rtl_cosim/scoreboard/stream_block.h"

namespace texpipe::cosim {

inline constexpr std::string_view kRepositoryRtl = "rtl";

/// Parameters of every comparison with own RTL, and those that its kind adds.
struct OwnRtlParameters {
  rtl_cosim::FreeCosimParameters bench;
  OwnParameters own;  // that a unit with a contract of its own brings

  template <class Visitor>
  void describe(Visitor& v) {
    bench.describe(v);
    if (!own.empty()) v.group("parameters", own, "parameters of the implementation");
  }
};

/// The RTL of a kind and name. Errors: kInvalidConfiguration with the nearest spelling.
const rtl_cosim::MakeStreamRtl& own_stream_rtl(std::string_view kind, std::string_view name);
const rtl_cosim::MakeLinesRtl& own_lines_rtl(std::string_view kind, std::string_view name);
const rtl_cosim::CustomEntry& own_custom_rtl(std::string_view name);

/// @param own   assignments of what only this block has, as ` -p 'modes=[WRAP]'`
CosimOutcome compare_own(const CosimAsked& asked, const rtl_cosim::CustomBlock& block,
                         const OwnRtlParameters& parameters, const std::string& own);

}  // namespace texpipe::cosim
