#ifdef TEXPIPE_WITH_RTL

#include "cli/cosim_own_rtl.h"

#include <errno.h>
#include <fmt/format.h>

#include <vector>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace texpipe::cli {

namespace {

[[noreturn]] void refuse_rtl(std::string_view kind, std::string_view name) {
  std::vector<std::string_view> names = rtl_cosim::own_rtl().names(kind);
  if (kind != "custom") names.insert(names.begin(), kRepositoryRtl);
  const std::string hint = names.empty() ? "texpipe_add_rtl_block(KIND custom ...) of CMake makes a command with one"
                                         : spelling_hint(name, names);
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = "implementation",
                         .problem = fmt::format("this command has no RTL of kind {} named `{}`", kind, name),
                         .hint = hint}};
}

}  // namespace

const rtl_cosim::MakeStreamRtl& own_stream_rtl(std::string_view kind, std::string_view name) {
  const rtl_cosim::MakeStreamRtl* found = rtl_cosim::own_rtl().find(kind, name);
  if (found == nullptr) refuse_rtl(kind, name);
  return *found;
}

const rtl_cosim::MakeLinesRtl& own_lines_rtl(std::string_view kind, std::string_view name) {
  const rtl_cosim::MakeLinesRtl* found = rtl_cosim::own_rtl().find_lines(kind, name);
  if (found == nullptr) refuse_rtl(kind, name);
  return *found;
}

const rtl_cosim::CustomEntry& own_custom_rtl(std::string_view name) {
  const rtl_cosim::CustomEntry* found = rtl_cosim::own_rtl().find_custom(name);
  if (found == nullptr) refuse_rtl("custom", name);
  return *found;
}

CosimOutcome compare_own(const std::string& file, const rtl_cosim::CustomBlock& block,
                         const OwnRtlParameters& parameters, const std::string& own) {
  const rtl_cosim::FreeCosimResult result = rtl_cosim::run_free_cosim(block, parameters.bench);
  const rtl_cosim::StreamCosimResult& stream = result.stream;
  CosimOutcome outcome{.unit = std::string{block.unit()},
                       .compared = stream.compared,
                       .mismatches = stream.mismatches,
                       .dropped = stream.dropped,
                       .cycles = stream.cycles,
                       .bins = stream.bins,
                       .numbers = result.numbers,
                       .latency = result.latency};
  if (!stream.first && stream.compared == 0) {
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.path = "reset_every",
                           .problem = fmt::format("resets dropped every one of the {} {}: nothing was compared",
                                                  stream.dropped, block.unit()),
                           .hint = "leave more cycles between resets"}};
  }
  if (!stream.first) return outcome;
  const rtl_cosim::FreeCosimParameters shortest = rtl_cosim::shrink(block, parameters.bench);
  const rtl_cosim::StreamMismatch mismatch = *rtl_cosim::run_free_cosim(block, shortest, &outcome.waves).stream.first;
  outcome.first_mismatch = fmt::format("{}\nof the shortest stimulus that differs, {} of {} {}: {}\n{}",
                                       stream.first->what, shortest.stream.only.size(),
                                       parameters.bench.stream.requests, block.unit(), mismatch.what, mismatch.details);
  outcome.rerun = fmt::format(
      "{} cosim {} -p seed={} -p 'only=[{}]' -p offered_percent={} -p ready_percent={} -p reset_every={} -p "
      "tolerance={} -p patience={}{}",
      program_invocation_short_name, file, shortest.stream.seed, fmt::join(shortest.stream.only, ", "),
      shortest.stream.offered_percent, shortest.stream.ready_percent, shortest.stream.reset_every, shortest.tolerance,
      shortest.patience, own);
  return outcome;
}

}  // namespace texpipe::cli

#endif
