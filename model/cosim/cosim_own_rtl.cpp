#include "cosim/cosim_own_rtl.h"

#include <errno.h>
#include <fmt/format.h>

#include <sstream>
#include <vector>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "parameters/tree/yaml_text.h"

namespace texpipe::cosim {

namespace {

[[noreturn]] void refuse_rtl(std::string_view kind, std::string_view name) {
  std::vector<std::string_view> names = rtl_cosim::own_rtl().names(kind);
  if (kind != "custom") names.insert(names.begin(), kRepositoryRtl);
  std::string hint = names.empty() ? "texpipe_add_rtl_block(KIND custom ...) of CMake makes a command with one"
                                   : spelling_hint(name, names);
  if (hint.starts_with("expected")) hint += ", or one of a plug-in, which plugins: [FILE.so] names";
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = "implementation",
                         .problem = fmt::format("this command has no RTL of kind {} named `{}`", kind, name),
                         .hint = hint}};
}

/// ` -p 'parameters.key=value'` of each.
std::string own_assignments(OwnParameters own) {
  std::string text;
  std::istringstream lines{study::yaml_text(own)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    text += " -p 'parameters." + line.substr(0, colon) + "=";
    for (const char letter : line.substr(colon + 2))
      text += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
    text += "'";
  }
  return text;
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

CosimOutcome compare_own(const CosimAsked& asked, const rtl_cosim::CustomBlock& block,
                         const OwnRtlParameters& parameters, const std::string& own) {
  const rtl_cosim::FreeCosimResult result = rtl_cosim::run_free_cosim(block, parameters.bench);
  const rtl_cosim::StreamCosimResult& stream = result.stream;
  CosimOutcome outcome{.unit = std::string{block.unit()},
                       .compared = stream.compared,
                       .mismatches = stream.mismatches,
                       .late = stream.late,
                       .dropped = stream.dropped,
                       .cycles = stream.cycles,
                       .bins = stream.bins,
                       .numbers = result.numbers,
                       .latency = result.latency};
  if (!stream.first) {
    if (asked.waves) rtl_cosim::run_free_cosim(block, parameters.bench, &outcome.waves);
    return outcome;
  }
  rtl_cosim::FreeCosimParameters shortest = parameters.bench;
  if (asked.as_found) {
    outcome.first_mismatch = fmt::format("{}\n{}", stream.first->what, stream.first->details);
  } else {
    shortest = rtl_cosim::shrink(block, parameters.bench);
    const rtl_cosim::StreamMismatch mismatch = *rtl_cosim::run_free_cosim(block, shortest, &outcome.waves).stream.first;
    outcome.first_mismatch = fmt::format(
        "{}\nof the shortest stimulus that differs, {} of {} {}: {}\n{}", stream.first->what,
        shortest.stream.only.size(), parameters.bench.stream.requests, block.unit(), mismatch.what, mismatch.details);
  }
  outcome.rerun = fmt::format(
      "{} cosim {} -p seed={} -p requests={} -p 'only=[{}]' -p offered_percent={} -p ready_percent={} -p "
      "reset_every={} "
      "-p tolerance={} -p patience={}{}{}",
      program_invocation_short_name, asked.file, shortest.stream.seed, shortest.stream.requests,
      fmt::join(shortest.stream.only, ", "), shortest.stream.offered_percent, shortest.stream.ready_percent,
      shortest.stream.reset_every, shortest.tolerance, shortest.patience, own, own_assignments(parameters.own));
  return outcome;
}

}  // namespace texpipe::cosim
