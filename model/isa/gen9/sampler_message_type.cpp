#include "isa/gen9/sampler_message_type.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 21> kParameters{{
    {0, "u", "x coordinate"},
    {1, "v", "y coordinate; 1D arrays: array index"},
    {2, "r", "z coordinate; 2D arrays: array index"},
    {3, "ai", "array index of cubes"},
    {4, "mlod", "lower limit of the level"},
    {5, "bias", "added to the level"},
    {6, "lod", "level"},
    {7, "ref", "reference of the compare"},
    {8, "dudx", "change of u per pixel along x"},
    {9, "dudy", "change of u per pixel along y"},
    {10, "dvdx", "change of v per pixel along x"},
    {11, "dvdy", "change of v per pixel along y"},
    {12, "drdx", "change of r per pixel along x"},
    {13, "drdy", "change of r per pixel along y"},
    {14, "offu", "texel offset along u"},
    {15, "offv", "texel offset along v"},
    {16, "si", "sample index"},
    {17, "ssi", "sample index, past the compression words"},
    {18, "mcs", "compression word"},
    {19, "mcsl", "compression word, low half"},
    {20, "mcsh", "compression word, high half"},
}};

using enum SamplerParameter;
using P = SamplerParameter;
using T = SamplerMessageType;

constexpr P kPlainSample[]{kU, kV, kR, kAi, kMlod};
constexpr P kBiased[]{kBias, kU, kV, kR, kAi, kMlod};
constexpr P kExplicit[]{kLod, kU, kV, kR, kAi};
constexpr P kCompared[]{kRef, kU, kV, kR, kAi, kMlod};
constexpr P kGradients[]{kU, kDudx, kDudy, kV, kDvdx, kDvdy, kR, kDrdx, kDrdy, kAi, kMlod};
constexpr P kComparedBiased[]{kRef, kBias, kU, kV, kR, kAi, kMlod};
constexpr P kComparedExplicit[]{kRef, kLod, kU, kV, kR, kAi};
constexpr P kLoad[]{kU, kV, kLod, kR};
constexpr P kCoordinates[]{kU, kV, kR, kAi};
constexpr P kLevel[]{kLod};
constexpr P kCoordinates3[]{kU, kV, kR};
constexpr P kComparedCoordinates[]{kRef, kU, kV, kR, kAi};
constexpr P kOffsets[]{kU, kV, kOffu, kOffv, kR};
constexpr P kComparedOffsets[]{kRef, kU, kV, kOffu, kOffv, kR};
constexpr P kComparedGradients[]{kRef, kU, kDudx, kDudy, kV, kDvdx, kDvdy, kR, kDrdx, kDrdy, kAi};
constexpr P kCoordinates2[]{kU, kV};
constexpr P kWideMultisample[]{kSi, kMcsl, kMcsh, kU, kV, kR, kLod};
constexpr P kLoadMcs[]{kU, kV, kR, kLod};
constexpr P kMultisample[]{kSi, kMcs, kU, kV, kR, kLod};
constexpr P kSingleSample[]{kSsi, kU, kV, kR, kLod};

constexpr std::uint8_t kSmall = 1u << 0 | 1u << 1 | 1u << 2;  // SIMD8D or SIMD4x2, SIMD8, SIMD16
constexpr std::uint8_t kSimd8Only = 1u << 0 | 1u << 1;
constexpr std::uint8_t kWide = 1u << 3;

// Source: gen9-messages.md section 3.2.
constexpr std::array kFacts{
    SamplerMessageFacts{T::kSample, "sample", kPlainSample, kSmall, true},
    SamplerMessageFacts{T::kSampleB, "sample_b", kBiased, kSmall, true},
    SamplerMessageFacts{T::kSampleL, "sample_l", kExplicit, kSmall, true},
    SamplerMessageFacts{T::kSampleC, "sample_c", kCompared, kSmall, true},
    SamplerMessageFacts{T::kSampleD, "sample_d", kGradients, kSimd8Only, true},
    SamplerMessageFacts{T::kSampleBC, "sample_b_c", kComparedBiased, kSmall, true},
    SamplerMessageFacts{T::kSampleLC, "sample_l_c", kComparedExplicit, kSmall, true},
    SamplerMessageFacts{T::kLd, "ld", kLoad, kSmall, false},
    SamplerMessageFacts{T::kGather4, "gather4", kCoordinates, kSmall, true},
    SamplerMessageFacts{T::kLod, "LOD", kCoordinates, kSmall, true},
    SamplerMessageFacts{T::kResinfo, "resinfo", kLevel, kSmall, false},
    SamplerMessageFacts{T::kSampleinfo, "sampleinfo", {}, kSmall, false},
    SamplerMessageFacts{T::kSampleKillpix, "sample+killpix", kCoordinates3, kSimd8Only, true},
    SamplerMessageFacts{T::kGather4C, "gather4_c", kComparedCoordinates, kSmall, true},
    SamplerMessageFacts{T::kGather4Po, "gather4_po", kOffsets, kSmall, true},
    SamplerMessageFacts{T::kGather4PoC, "gather4_po_c", kComparedOffsets, kSmall, true},
    SamplerMessageFacts{T::kSampleDC, "sample_d_c", kComparedGradients, kSimd8Only, true},
    SamplerMessageFacts{T::kSampleMin, "sample_min", kCoordinates2, kSmall, true},
    SamplerMessageFacts{T::kSampleMax, "sample_max", kCoordinates2, kSmall, true},
    SamplerMessageFacts{T::kSampleLz, "sample_lz", kCoordinates, kSmall, true},
    SamplerMessageFacts{T::kSampleCLz, "sample_c_lz", kComparedCoordinates, kSmall, true},
    SamplerMessageFacts{T::kLdLz, "ld_lz", kCoordinates3, kSmall, false},
    SamplerMessageFacts{T::kLd2dmsW, "ld2dms_w", kWideMultisample, kSmall, false},
    SamplerMessageFacts{T::kLdMcs, "ld_mcs", kLoadMcs, kSmall, false},
    SamplerMessageFacts{T::kLd2dms, "ld2dms", kMultisample, kSmall, false},
    SamplerMessageFacts{T::kLd2dss, "ld2dss", kSingleSample, kSmall, false},
    SamplerMessageFacts{T::kSampleUnorm, "sample_unorm", {}, kWide, true},
    SamplerMessageFacts{T::kSampleUnormKillpix, "sample_unorm+killpix", {}, kWide, true},
    SamplerMessageFacts{T::kDeinterlace, "deinterlace", {}, kWide, true},
    SamplerMessageFacts{T::kSampleUnormKillpixMedia, "sample_unorm+killpix (media)", {}, kWide, true},
    SamplerMessageFacts{T::kSample8x8, "sample_8x8", {}, kWide, true},
    SamplerMessageFacts{T::kSampleUnormMedia, "sample_unorm (media)", {}, kWide, true},
    SamplerMessageFacts{T::kCacheFlush, "cache flush", {}, kWide, false},
};

constexpr std::array<EnumRow, kFacts.size()> make_rows() {
  std::array<EnumRow, kFacts.size()> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = {static_cast<std::uint32_t>(kFacts[i].type), kFacts[i].name, ""};
  return rows;
}
constexpr std::array kRows = make_rows();

}  // namespace

EnumRows enum_rows(SamplerParameter) {
  return {"sampler parameter", kParameters};
}

EnumRows enum_rows(SamplerMessageType) {
  return {"sampler message type", kRows};
}

const SamplerMessageFacts& sampler_message_facts(SamplerMessageType type) {
  for (const SamplerMessageFacts& facts : kFacts) {
    if (facts.type == type) return facts;
  }
  throw Error{ExitCode::kMalformedInput,
              "sampler message type " + std::to_string(static_cast<unsigned>(type)) + " is reserved"};
}

std::span<const SamplerMessageFacts> all_sampler_message_types() {
  return kFacts;
}

SamplerParameterType parameter_type(SamplerMessageType type, SamplerParameter parameter) {
  switch (parameter) {
    case kOffu:
    case kOffv:
      return SamplerParameterType::kSigned;
    case kSi:
    case kSsi:
    case kMcs:
    case kMcsl:
    case kMcsh:
      return SamplerParameterType::kUnsigned;
    default:
      break;
  }
  switch (type) {
    case T::kLd:
    case T::kLdLz:
    case T::kLdMcs:
    case T::kLd2dms:
    case T::kLd2dmsW:
    case T::kLd2dss:
      return SamplerParameterType::kSigned;
    case T::kResinfo:
    case T::kSampleinfo:
      return SamplerParameterType::kUnsigned;
    default:
      return SamplerParameterType::kFloat;
  }
}

}  // namespace texpipe::gen9
