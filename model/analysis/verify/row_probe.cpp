#include "analysis/verify/row_probe.h"

#include <bit>
#include <cmath>

#include "functional/formats/texel_value.h"
#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/load.h"
#include "functional/sampling/swizzle.h"
#include "functional/sampling/texel_reader.h"

namespace texpipe::study {

namespace {

using functional::ChannelCoding;
using functional::ChannelKind;
using functional::PixelSetup;
using functional::TexelCoding;
using functional::TextureBinding;

double number_of(const ChannelCoding& coding, std::uint32_t code) {
  switch (coding.kind) {
    case ChannelKind::kUint:
      return code;
    case ChannelKind::kSint:
      return static_cast<std::int32_t>(code);
    case ChannelKind::kFloat:
      return std::bit_cast<float>(code);
    default:
      return static_cast<double>(static_cast<std::int32_t>(code)) / coding.denominator;
  }
}

Rgba numbers_of(const TexelCoding& coding, const functional::Texel& texel) {
  Rgba rgba;
  for (unsigned c = 0; c < 4; ++c) rgba[c] = number_of(coding[c], texel.code[c]);
  return rgba;
}

Rgba border_numbers(const TextureBinding& binding) {
  const functional::BorderColor& border = binding.sampler.border;
  Rgba rgba = numbers_of(binding.surface.coding, border.texel);
  for (unsigned c = 0; c < 4; ++c) {
    const ChannelCoding& coding = binding.surface.coding[c];
    if (coding.kind != ChannelKind::kFixed) continue;
    rgba[c] = static_cast<double>(border.fine[c]) / coding.denominator / (1 << functional::kBorderFractionBits);
  }
  return rgba;
}

// Mean of the three real texels around a cube's corner (rule Q3).
Rgba mean_of_others(const std::vector<ProbedTexel>& texels) {
  Rgba mean{};
  for (const ProbedTexel& texel : texels) {
    if (texel.missing) continue;
    for (unsigned c = 0; c < 4; ++c) mean[c] += texel.value[c] / 3;
  }
  return mean;
}

}  // namespace

RowProbe::RowProbe(const functional::GpuMemory& memory, const functional::Message& message, unsigned channel)
    : memory_{memory}, message_{message}, channel_{channel} {
  functional::decode_sampler_request(message, request_);
  words_ = functional::read_binding_words(memory, message, request_);
  binding_ = functional::make_binding(memory, message, words_);
  pixel_ = setup(*binding_);
}

bool RowProbe::gathers() const {
  return request_.operation->action == gen9::SamplerAction::kGather;
}

std::unique_ptr<const TextureBinding> RowProbe::rebound(
    const gen9::SamplerState& sampler, const std::optional<std::array<std::uint32_t, 4>>& border) const {
  functional::BindingWords words = words_;
  words.sampler = sampler.encode();
  if (border) words.border = *border;
  return functional::make_binding(memory_, message_, words);
}

bool RowProbe::loads() const {
  return request_.operation->action == gen9::SamplerAction::kLoad;
}

PixelSetup RowProbe::setup(const TextureBinding& binding) const {
  if (loads()) return {};
  functional::SubspanSetup subspan;
  functional::set_up_subspan(binding, request_, channel_ / functional::kPixelsPerSubspan, subspan);
  return subspan.pixel[channel_ % functional::kPixelsPerSubspan];
}

ProbedTexel RowProbe::read(const TextureBinding& binding, const PixelSetup& pixel, unsigned level,
                           const functional::TexelPlace& place) const {
  functional::TexelReader reader{memory_, binding.surface};
  const functional::Prefilter prefilter{binding, *request_.operation};
  const functional::Texel texel = reader.read(level, place);
  bool killed = false;
  return {.level = level,
          .place = place,
          .address = reader.address(level, place),
          .code = texel.code,
          .decoded = numbers_of(binding.surface.coding, texel),
          .value = numbers_of(prefilter.coding(), prefilter.apply(texel, pixel.reference, killed))};
}

std::optional<ProbedTexel> RowProbe::loaded() const {
  const auto at = functional::load_place(binding_->surface, request_, channel_);
  if (!at) return std::nullopt;
  ProbedTexel texel = read(*binding_, pixel_, at->level, at->place);
  texel.corner_weight = 1u << functional::kCornerWeightBits;
  texel.weight = 1;
  return texel;
}

std::vector<ProbedTexel> RowProbe::texels(const TextureBinding& binding, const PixelSetup& pixel) const {
  std::vector<ProbedTexel> texels;
  if (loads()) {
    if (const auto texel = loaded()) texels.push_back(*texel);
    return texels;
  }
  functional::SubspanSetup subspan;
  subspan.pixel[0] = pixel;
  const double total = std::exp2(functional::weight_bits(binding, pixel));
  const functional::Prefilter prefilter{binding, *request_.operation};
  functional::for_each_footprint(binding, subspan, [&](const functional::FootprintPlan& plan) {
    for (unsigned corner = 0; corner < functional::kTexelsPerPixel; ++corner) {
      const bool used = plan.corners >> corner & 1;
      const bool missing = plan.missing >> corner & 1;
      if (!used && !missing) continue;
      ProbedTexel texel;
      if (missing) {
        texel.missing = true;
      } else if (plan.border >> corner & 1) {
        texel.border = true;
        texel.code = binding.sampler.border.texel.code;
        texel.decoded = border_numbers(binding);
        bool killed = false;
        texel.value =
            prefilter.compares()
                ? numbers_of(prefilter.coding(), prefilter.apply(binding.sampler.border.texel, pixel.reference, killed))
                : texel.decoded;
      } else {
        texel = read(binding, pixel, plan.level, plan.place[corner]);
      }
      texel.level = plan.level;
      texel.tap = plan.tap;
      texel.corner = corner;
      texel.corner_weight = missing ? 0 : plan.weight[corner];
      texel.weight = texel.corner_weight * static_cast<double>(plan.pixel_weight[0]) / total;
      texels.push_back(texel);
    }
  });
  return texels;
}

Rgba RowProbe::unselected(const TextureBinding& binding, const PixelSetup& pixel) const {
  const std::vector<ProbedTexel> used = texels(binding, pixel);
  Rgba rgba{};
  if (used.empty()) {  // out of range, or nothing is read: defaults of the format
    for (unsigned c = 0; c < 4; ++c) {
      const ChannelCoding& coding = binding.surface.coding[c];
      if (coding.constant) rgba[c] = number_of(coding, coding.default_code);
    }
    return rgba;
  }
  for (const ProbedTexel& texel : used) {
    if (texel.weight == 0) continue;
    for (unsigned c = 0; c < 4; ++c) rgba[c] += texel.weight * texel.value[c];
  }
  return rgba;
}

Rgba RowProbe::gathered(const TextureBinding& binding, const PixelSetup& pixel, unsigned channel) const {
  const std::vector<ProbedTexel> used = texels(binding, pixel);
  // Left bottom, right bottom, right top, left top; a 1D surface has the top alone.
  constexpr std::array<unsigned, 4> kCorners{2, 3, 1, 0};
  Rgba rgba{};
  for (unsigned c = 0; c < 4; ++c) {
    const unsigned corner = used.size() == 4 ? kCorners[c] : kCorners[c] & 1;
    if (corner >= used.size()) continue;
    rgba[c] = selected(used[corner].missing ? mean_of_others(used) : used[corner].value)[channel];
  }
  return rgba;
}

Rgba RowProbe::result(const TextureBinding& binding, const PixelSetup& pixel) const {
  if (gathers()) return gathered(binding, pixel, request_.gather_channel);
  return selected(unselected(binding, pixel));
}

Rgba RowProbe::selected(const Rgba& rgba) const {
  Rgba result{};
  const auto selects = functional::channel_selects(binding_->surface.state);
  for (unsigned c = 0; c < 4; ++c) {
    using Select = gen9::ShaderChannelSelect;
    if (selects[c] == Select::kOne) result[c] = 1;
    if (selects[c] >= Select::kRed)
      result[c] = rgba[static_cast<unsigned>(selects[c]) - static_cast<unsigned>(Select::kRed)];
  }
  return result;
}

std::vector<std::byte> RowProbe::element(const ProbedTexel& texel) const {
  std::vector<std::byte> bytes(binding_->surface.layout->geometry().element.bytes);
  memory_.read(texel.address.stored, bytes);
  return bytes;
}

Rgba RowProbe::texel_value(unsigned level, const functional::TexelPlace& place) const {
  return read(*binding_, pixel_, level, place).value;
}

}  // namespace texpipe::study
