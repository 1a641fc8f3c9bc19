#include "functional/frame/tessellation/tessellator_state.h"

#include <bit>
#include <cmath>
#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

using enum TessellatorDomain;
using enum TessellatorOutput;

[[noreturn]] void refuse(const std::string& problem) {
  throw Error{ExitCode::kMalformedInput, "3DSTATE_TE: " + problem};
}

}  // namespace

TessellatorState TessellatorState::of(const PipelineState& state) {
  if (state.value(command::kTe["TE Mode"]) != 0)
    unsupported("3DSTATE_TE: TE Mode " + std::to_string(state.value(command::kTe["TE Mode"])));
  const auto value = [&](gen9::FieldBits field, const char* name, unsigned count) {
    const std::uint64_t code = state.value(field);
    if (code >= count) refuse("there is no " + std::string{name} + " " + std::to_string(code));
    return static_cast<std::uint8_t>(code);
  };
  const TessellatorState read{
      .domain = static_cast<TessellatorDomain>(value(command::kTe["TE Domain"], "TE Domain", 3)),
      .partitioning = static_cast<TessellatorPartitioning>(value(command::kTe["Partitioning"], "Partitioning", 3)),
      .output = static_cast<TessellatorOutput>(value(command::kTe["Output Topology"], "Output Topology", 4)),
      .most_odd = limited_factor(state.real(command::kTe["Maximum Tessellation Factor Odd"]), 1, 63),
      .most_other = limited_factor(state.real(command::kTe["Maximum Tessellation Factor Not Odd"]), 2, 64)};
  if (read.output == kLine && read.domain != kIsoline) refuse("Output Topology LINE needs TE Domain ISOLINE");
  if (read.output >= kClockwise && read.domain == kIsoline) refuse("TE Domain ISOLINE has no triangles");
  return read;
}

float limited_factor(float factor, float low, float high) {
  return std::fmin(high, std::fmax(low, factor));
}

TessellationFactors factors_of_header(TessellatorDomain domain, std::span<const std::uint32_t, 8> header) {
  const auto at = [&](unsigned dword) { return std::bit_cast<float>(header[dword]); };
  switch (domain) {
    case kQuad:
      return {.outer = {at(7), at(6), at(5), at(4)}, .inner = {at(3), at(2)}};
    case kTriangle:
      return {.outer = {at(7), at(6), at(5), 0}, .inner = {at(4), 0}};
    default:
      return {.outer = {at(6), at(7), 0, 0}};
  }
}

}  // namespace texpipe::functional
