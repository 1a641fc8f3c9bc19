#include "functional/frame/blend/blend_state.h"

#include <span>

#include "base/diagnostic.h"
#include "functional/frame/depth/relation.h"
#include "functional/frame/state/indirect_words.h"
#include "isa/gen9/commands/indirect_state.h"
#include "isa/gen9/commands/pixel_commands.h"

namespace texpipe::functional {

using gen9::read_field;
using gen9::read_real;
namespace command = gen9::command;

namespace {

constexpr unsigned kBlendWords = 1 + 2 * kRenderTargets;
constexpr unsigned kColorCalcWords = 6;

BlendEquation equation_of(std::span<const std::uint32_t> entry, gen9::FieldBits source, gen9::FieldBits target,
                          gen9::FieldBits function) {
  return {static_cast<gen9::BlendFactor>(read_field(entry, source)),
          static_cast<gen9::BlendFactor>(read_field(entry, target)),
          static_cast<gen9::BlendFunction>(read_field(entry, function))};
}

ChannelMask written_channels(std::span<const std::uint32_t> entry) {
  // Red to alpha, as channel masks have them.
  constexpr std::array kDisables{
      command::kBlendStateEntry["Write Disable Red"], command::kBlendStateEntry["Write Disable Green"],
      command::kBlendStateEntry["Write Disable Blue"], command::kBlendStateEntry["Write Disable Alpha"]};
  ChannelMask channels = kAllChannels;
  for (unsigned i = 0; i < kDisables.size(); ++i) {
    if (read_field(entry, kDisables[i]) != 0) channels &= static_cast<ChannelMask>(~(1u << i));
  }
  return channels;
}

void take_color_calc(const PipelineState& state, const GpuMemory& memory, BlendState& blend) {
  const auto words = indirect_words<kColorCalcWords>(
      memory, state, state.value(command::kCcStatePointers["Color Calc State Pointer"]));
  blend.constant = {read_real(words, command::kColorCalcState["Blend Constant Color Red"]),
                    read_real(words, command::kColorCalcState["Blend Constant Color Green"]),
                    read_real(words, command::kColorCalcState["Blend Constant Color Blue"]),
                    read_real(words, command::kColorCalcState["Blend Constant Color Alpha"])};
  blend.alpha_test_in_unorm8 = read_field(words, command::kColorCalcState["Alpha Test Format"]) == 0;
  blend.alpha_reference = read_real(words, command::kColorCalcState["Alpha Reference Value As FLOAT32"]);
  blend.alpha_reference_code =
      static_cast<std::uint32_t>(read_field(words, command::kColorCalcState["Alpha Reference Value As UNORM8"]) & 0xFF);
}

}  // namespace

BlendState blend_state(const PipelineState& state, const GpuMemory& memory) {
  BlendState blend;
  if (state.flag(command::kCcStatePointers["Color Calc State Pointer Valid"])) take_color_calc(state, memory, blend);
  if (!state.flag(command::kBlendStatePointers["Blend State Pointer Valid"])) return blend;
  const auto words =
      indirect_words<kBlendWords>(memory, state, state.value(command::kBlendStatePointers["Blend State Pointer"]));
  if (read_field(words, command::kBlendState["Color Dither Enable"]) != 0)
    unsupported("BLEND_STATE with Color Dither Enable");
  blend.alpha_to_coverage = read_field(words, command::kBlendState["Alpha To Coverage Enable"]) != 0;
  blend.alpha_to_one = read_field(words, command::kBlendState["Alpha To One Enable"]) != 0;
  if (read_field(words, command::kBlendState["Alpha Test Enable"]) != 0)
    blend.alpha_test =
        static_cast<gen9::CompareFunction>(read_field(words, command::kBlendState["Alpha Test Function"]));
  blend.independent_alpha = read_field(words, command::kBlendState["Independent Alpha Blend Enable"]) != 0;
  blend.entries.emplace();
  for (unsigned i = 0; i < kRenderTargets; ++i) (*blend.entries)[i] = {words[1 + 2 * i], words[2 + 2 * i]};
  return blend;
}

TargetBlend BlendState::target(unsigned index) const {
  TargetBlend blend;
  if (!entries) return blend;
  const std::span<const std::uint32_t> entry{(*entries)[index]};
  blend.enabled = read_field(entry, command::kBlendStateEntry["Color Buffer Blend Enable"]) != 0;
  blend.channels = written_channels(entry);
  if (read_field(entry, command::kBlendStateEntry["Logic Op Enable"]) != 0)
    blend.logic = static_cast<gen9::LogicOp>(read_field(entry, command::kBlendStateEntry["Logic Op Function"]));
  if (blend.enabled) {
    blend.color = equation_of(entry, command::kBlendStateEntry["Source Blend Factor"],
                              command::kBlendStateEntry["Destination Blend Factor"],
                              command::kBlendStateEntry["Color Blend Function"]);
    blend.alpha = independent_alpha ? equation_of(entry, command::kBlendStateEntry["Source Alpha Blend Factor"],
                                                  command::kBlendStateEntry["Destination Alpha Blend Factor"],
                                                  command::kBlendStateEntry["Alpha Blend Function"])
                                    : blend.color;
    require_known(blend.color);
    require_known(blend.alpha);
  }
  blend.clamp_before = read_field(entry, command::kBlendStateEntry["Pre-Blend Color Clamp Enable"]) != 0;
  blend.clamp_source_only = read_field(entry, command::kBlendStateEntry["Pre-Blend Source Only Clamp Enable"]) != 0;
  blend.clamp_after = read_field(entry, command::kBlendStateEntry["Post-Blend Color Clamp Enable"]) != 0;
  const std::uint64_t range = read_field(entry, command::kBlendStateEntry["Color Clamp Range"]);
  if (range > static_cast<std::uint64_t>(ClampRange::kTargetFormat))
    throw Error{ExitCode::kMalformedInput, "BLEND_STATE has the reserved Color Clamp Range 3"};
  blend.range = static_cast<ClampRange>(range);
  return blend;
}

bool BlendState::passes_alpha_test(float alpha) const {
  if (!alpha_test) return true;
  if (!alpha_test_in_unorm8) return passes(*alpha_test, alpha, alpha_reference);
  const float inside = alpha > 0 ? (alpha < 1 ? alpha : 1) : 0;
  return passes(*alpha_test, static_cast<std::uint32_t>(inside * 255.0 + 0.5), alpha_reference_code);
}

std::uint16_t alpha_coverage(float alpha, unsigned samples) {
  if (samples == 1) return alpha > 0.5f ? 1 : 0;
  std::uint16_t covered = 0;
  for (unsigned s = 0; s < samples; ++s) {
    if (alpha > static_cast<float>(s) / static_cast<float>(samples)) covered |= static_cast<std::uint16_t>(1u << s);
  }
  return covered;
}

}  // namespace texpipe::functional
