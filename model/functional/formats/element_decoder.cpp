#include "functional/formats/element_decoder.h"

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/formats/block_decode.h"
#include "functional/formats/channel_plan.h"
#include "functional/formats/monochrome.h"
#include "functional/formats/packed_float.h"
#include "functional/formats/palette.h"
#include "functional/formats/srgb.h"
#include "functional/formats/yuv.h"

namespace texpipe::functional {

/// Family of formats, by how their elements are taken apart.
enum class Family : std::uint8_t { kNone, kPlain, kBlock, kSharedExponent, kPalette, kMono, kYuv422, kPlanar };

struct FormatPlan {
  const gen9::FormatFacts* facts = nullptr;
  Family family = Family::kNone;
  TexelCoding coding;
  PlainPlan plain;                              // of kPlain
  BlockDecoder block = nullptr;                 // of kBlock
  const std::uint16_t* linear_codes = nullptr;  // of kBlock, sRGB
  PalettePlan palette;
  Yuv422Order yuv422{};
};

namespace {

using gen9::FormatKind;

FormatPlan plain_plan(const gen9::FormatFacts& facts, Family family, MissingColor missing) {
  if (facts.channels[0].type == gen9::ChannelType::kRaw) return {.facts = &facts};
  const PlainPlan plain = plan_of(facts, missing);
  return {.facts = &facts, .family = family, .coding = plain.coding, .plain = plain};
}

FormatPlan block_plan(const gen9::FormatFacts& facts) {
  FormatPlan plan{.facts = &facts, .family = Family::kBlock, .coding = block_coding(facts.block_code)};
  plan.block = block_decoder(facts.block_code);
  if (facts.color_space == gen9::ColorSpace::kSrgb) {
    plan.linear_codes = srgb_to_linear_codes(plan.coding[0].denominator);
    for (unsigned c = 0; c < 3; ++c) plan.coding[c].denominator = kLinearDenominator;
  }
  return plan;
}

FormatPlan palette_format_plan(const gen9::FormatFacts& facts) {
  constexpr ChannelCoding kByte{.denominator = 255};
  return {.facts = &facts,
          .family = Family::kPalette,
          .coding = {kByte, kByte, kByte, kByte},
          .palette = palette_plan(facts)};
}

FormatPlan make_plan(const gen9::FormatFacts& facts, MissingColor missing) {
  switch (facts.kind) {
    case FormatKind::kBlock:
    case FormatKind::kBlockSrgb:
      return block_plan(facts);
    case FormatKind::kSharedExponent:
      return {.facts = &facts, .family = Family::kSharedExponent, .coding = shared_exponent_coding()};
    case FormatKind::kPalette:
      return palette_format_plan(facts);
    case FormatKind::kMono:
      return plain_plan(facts, Family::kMono, missing);
    case FormatKind::kYuvPacked422:
      return {.facts = &facts, .family = Family::kYuv422, .coding = yuv_coding(), .yuv422 = yuv422_order(facts)};
    case FormatKind::kYuvPlanar:
      return {.facts = &facts, .family = Family::kPlanar, .coding = yuv_coding()};
    case FormatKind::kRaw:
      return {.facts = &facts};
    default:
      return plain_plan(facts, Family::kPlain, missing);
  }
}

/// Plans of all formats, made once.
const FormatPlan& format_plan(gen9::SurfaceFormat format, MissingColor missing) {
  struct Plans {
    std::vector<FormatPlan> plans[2];
    Plans() {
      for (const gen9::FormatFacts& facts : gen9::all_formats()) {
        plans[0].push_back(make_plan(facts, MissingColor::kZero));
        plans[1].push_back(make_plan(facts, MissingColor::kDx9));
      }
    }
  };
  static const Plans plans;
  const std::ptrdiff_t row = &gen9::format_facts(format) - gen9::all_formats().data();
  return plans.plans[missing == MissingColor::kDx9][static_cast<std::size_t>(row)];
}

}  // namespace

ElementDecoder::ElementDecoder(gen9::SurfaceFormat format, const Palettes& palettes, MissingColor missing)
    : plan_{&format_plan(format, missing)} {
  if (plan_->family == Family::kNone) unsupported(std::string{plan_->facts->name} + " as texels");
  if (plan_->family == Family::kPalette) palette_ = palettes[plan_->palette.palette];
}

const gen9::FormatFacts& ElementDecoder::facts() const {
  return *plan_->facts;
}

const TexelCoding& ElementDecoder::coding() const {
  return plan_->coding;
}

void ElementDecoder::decode(const std::byte* element, Texel* texels) const {
  if (plan_->family != Family::kBlock) {
    const unsigned width = plan_->facts->element_width();
    for (unsigned x = 0; x < width; ++x) texels[x] = texel(element, x, 0);
    return;
  }
  plan_->block(element, texels);
  if (plan_->linear_codes == nullptr) return;
  const unsigned count = plan_->facts->element_width() * plan_->facts->element_height();
  for (unsigned i = 0; i < count; ++i) {
    for (unsigned c = 0; c < 3; ++c) texels[i].code[c] = plan_->linear_codes[texels[i].code[c]];
  }
}

void ElementDecoder::decode_row(const std::byte* elements, unsigned count, Texel* texels) const {
  if (plan_->family == Family::kPlain) return decode_plain_texels(plan_->plain, elements, count, texels);
  const unsigned bytes = plan_->facts->element_bytes();
  for (unsigned i = 0; i < count; ++i) texels[i] = texel(elements + i * bytes, 0, 0);
}

Texel ElementDecoder::texel(const std::byte* element, unsigned x, unsigned y) const {
  switch (plan_->family) {
    case Family::kSharedExponent:
      return decode_shared_exponent(element);
    case Family::kPalette:
      return decode_palette_texel(plan_->palette, palette_, element, x);
    case Family::kMono:
      return decode_monochrome_texel(plan_->coding, element, x);
    case Family::kYuv422:
      return decode_yuv422_texel(plan_->yuv422, element, x);
    case Family::kPlanar:
      return planar_texel(std::to_integer<std::uint8_t>(element[0]), std::to_integer<std::uint8_t>(element[1]),
                          std::to_integer<std::uint8_t>(element[2]));
    case Family::kBlock: {
      Texel texels[kMaxTexelsPerElement];
      decode(element, texels);
      return texels[y * plan_->facts->element_width() + x];
    }
    default:
      return decode_plain_texel(plan_->plain, element);
  }
}

Texel decode_texel(gen9::SurfaceFormat format, std::span<const std::byte> element, unsigned x, unsigned y,
                   const Palettes& palettes, MissingColor missing) {
  const ElementDecoder decoder{format, palettes, missing};
  const gen9::FormatFacts& facts = decoder.facts();
  const unsigned bytes = facts.kind == FormatKind::kYuvPlanar ? kPlanarElementBytes : facts.element_bytes();
  if (element.size() < bytes || x >= facts.element_width() || y >= facts.element_height()) {
    throw Error{ExitCode::kMalformedInput, std::string{facts.name} + ": no such texel in these bytes"};
  }
  return decoder.texel(element.data(), x, y);
}

}  // namespace texpipe::functional
