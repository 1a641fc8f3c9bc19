#include "functional/frame/blend/blend_equation.h"

#include <algorithm>

#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {

using gen9::BlendFactor;
using gen9::BlendFunction;

namespace {

using pixel_kernels::Joined;
using Of = pixel_kernels::WeightOf;
enum class Channel : std::uint8_t { kSame, kAlpha };

/// A factor: a channel of a colour, or 1 minus it.
struct FactorRow {
  BlendFactor factor;
  Of of;
  Channel channel;
  bool inverse;
};

constexpr FactorRow kFactors[] = {
    {BlendFactor::kOne, Of::kOne, Channel::kSame, false},
    {BlendFactor::kSrcColor, Of::kSource, Channel::kSame, false},
    {BlendFactor::kSrcAlpha, Of::kSource, Channel::kAlpha, false},
    {BlendFactor::kDstAlpha, Of::kTarget, Channel::kAlpha, false},
    {BlendFactor::kDstColor, Of::kTarget, Channel::kSame, false},
    {BlendFactor::kSrcAlphaSaturate, Of::kSaturate, Channel::kSame, false},
    {BlendFactor::kConstColor, Of::kConstant, Channel::kSame, false},
    {BlendFactor::kConstAlpha, Of::kConstant, Channel::kAlpha, false},
    {BlendFactor::kSrc1Color, Of::kSecond, Channel::kSame, false},
    {BlendFactor::kSrc1Alpha, Of::kSecond, Channel::kAlpha, false},
    {BlendFactor::kZero, Of::kOne, Channel::kSame, true},
    {BlendFactor::kInvSrcColor, Of::kSource, Channel::kSame, true},
    {BlendFactor::kInvSrcAlpha, Of::kSource, Channel::kAlpha, true},
    {BlendFactor::kInvDstAlpha, Of::kTarget, Channel::kAlpha, true},
    {BlendFactor::kInvDstColor, Of::kTarget, Channel::kSame, true},
    {BlendFactor::kInvConstColor, Of::kConstant, Channel::kSame, true},
    {BlendFactor::kInvConstAlpha, Of::kConstant, Channel::kAlpha, true},
    {BlendFactor::kInvSrc1Color, Of::kSecond, Channel::kSame, true},
    {BlendFactor::kInvSrc1Alpha, Of::kSecond, Channel::kAlpha, true},
};

constexpr unsigned kFactorCodes = 32;

/// Rows by the code of the factor; -1: reserved.
constexpr auto kRowOfFactor = [] {
  std::array<std::int8_t, kFactorCodes> rows{};
  rows.fill(-1);
  for (std::int8_t row = 0; const FactorRow& r : kFactors) rows[static_cast<unsigned>(r.factor)] = row++;
  return rows;
}();

const FactorRow* find_factor(BlendFactor factor) {
  const std::int8_t row = kRowOfFactor[static_cast<unsigned>(factor) % kFactorCodes];
  return row < 0 ? nullptr : &kFactors[row];
}

struct FunctionRow {
  BlendFunction function;
  Joined joined;
  float source_sign;
  float target_sign;
};
constexpr std::array<FunctionRow, 5> kFunctions{{
    {BlendFunction::kAdd, Joined::kWeighted, 1, 1},
    {BlendFunction::kSubtract, Joined::kWeighted, 1, -1},
    {BlendFunction::kReverseSubtract, Joined::kWeighted, -1, 1},
    {BlendFunction::kMin, Joined::kSmaller, 1, 1},
    {BlendFunction::kMax, Joined::kLarger, 1, 1},
}};

using Lanes = std::array<float, kColorLanes>;

template <class Function>
Lanes each_lane(Function function) {
  Lanes result;
  for (unsigned i = 0; i < kColorLanes; ++i) result[i] = function(i);
  return result;
}

}  // namespace

Lanes blend_factor(BlendFactor factor, const BlendOperands& operands, unsigned channel) {
  const FactorRow& row = *find_factor(factor);
  const unsigned taken = row.channel == Channel::kAlpha ? 3 : channel;
  Lanes value;
  switch (row.of) {
    case Of::kOne:
      value.fill(1);
      break;
    case Of::kSource:
      value = operands.source[taken];
      break;
    case Of::kTarget:
      value = operands.target[taken];
      break;
    case Of::kConstant:
      value.fill(operands.constant[taken]);
      break;
    case Of::kSecond:
      value = operands.second[taken];
      break;
    case Of::kSaturate:
      value = each_lane(
          [&](unsigned i) { return channel == 3 ? 1.0f : std::min(operands.source[3][i], 1 - operands.target[3][i]); });
      break;
  }
  return row.inverse ? each_lane([&](unsigned i) { return 1 - value[i]; }) : value;
}

Lanes blend(const BlendEquation& equation, const BlendOperands& operands, unsigned channel) {
  const FunctionRow& row = kFunctions[static_cast<unsigned>(equation.function)];
  const Lanes& source = operands.source[channel];
  const Lanes& target = operands.target[channel];
  if (row.joined == Joined::kSmaller) return each_lane([&](unsigned i) { return std::min(source[i], target[i]); });
  if (row.joined == Joined::kLarger) return each_lane([&](unsigned i) { return std::max(source[i], target[i]); });
  const Lanes source_factor = blend_factor(equation.source, operands, channel);
  const Lanes target_factor = blend_factor(equation.target, operands, channel);
  return each_lane([&](unsigned i) {
    return row.source_sign * (source[i] * source_factor[i]) + row.target_sign * (target[i] * target_factor[i]);
  });
}

pixel_kernels::BlendRule blend_rule(const BlendEquation& equation, unsigned channel) {
  const FunctionRow& row = kFunctions[static_cast<unsigned>(equation.function)];
  const auto weight = [&](BlendFactor factor) {
    const FactorRow& f = *find_factor(factor);
    // Alpha does not saturate.
    return pixel_kernels::BlendWeight{f.of == Of::kSaturate && channel == 3 ? Of::kOne : f.of,
                                      static_cast<std::uint8_t>(f.channel == Channel::kAlpha ? 3 : channel), f.inverse};
  };
  return {row.joined, row.source_sign, row.target_sign, weight(equation.source), weight(equation.target)};
}

void require_known(const BlendEquation& equation) {
  for (const BlendFactor factor : {equation.source, equation.target}) {
    if (find_factor(factor) == nullptr)
      throw Error{ExitCode::kMalformedInput,
                  "BLEND_STATE has the reserved blend factor " + std::to_string(static_cast<unsigned>(factor))};
  }
  if (static_cast<unsigned>(equation.function) >= kFunctions.size())
    throw Error{ExitCode::kMalformedInput, "BLEND_STATE has the reserved blend function " +
                                               std::to_string(static_cast<unsigned>(equation.function))};
}

}  // namespace texpipe::functional
