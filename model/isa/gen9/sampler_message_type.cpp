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

using A = SamplerAction;
using L = LodSource;
constexpr auto kMinimum = MessageReduction::kMinimum, kMaximum = MessageReduction::kMaximum,
               kOwn = MessageReduction::kSampler;
constexpr bool kKills = true;

// Source: specification/messages 3.2.
// clang-format off
//                      type              name              action                    level of detail compares  SIMD        parameters
constexpr std::array kFacts{
    SamplerMessageFacts{T::kSample,         "sample",         A::kSample,               L::kQuad,       false,    kSmall,     kPlainSample},
    SamplerMessageFacts{T::kSampleB,        "sample_b",       A::kSample,               L::kQuadBias,   false,    kSmall,     kBiased},
    SamplerMessageFacts{T::kSampleL,        "sample_l",       A::kSample,               L::kParameter,  false,    kSmall,     kExplicit},
    SamplerMessageFacts{T::kSampleC,        "sample_c",       A::kSample,               L::kQuad,       true,     kSmall,     kCompared},
    SamplerMessageFacts{T::kSampleD,        "sample_d",       A::kSample,               L::kGradients,  false,    kSimd8Only, kGradients},
    SamplerMessageFacts{T::kSampleBC,       "sample_b_c",     A::kSample,               L::kQuadBias,   true,     kSmall,     kComparedBiased},
    SamplerMessageFacts{T::kSampleLC,       "sample_l_c",     A::kSample,               L::kParameter,  true,     kSmall,     kComparedExplicit},
    SamplerMessageFacts{T::kLd,             "ld",             A::kLoad,                 L::kParameter,  false,    kSmall,     kLoad},
    SamplerMessageFacts{T::kGather4,        "gather4",        A::kGather,               L::kZero,       false,    kSmall,     kCoordinates},
    SamplerMessageFacts{T::kLod,            "LOD",            A::kLod,                  L::kQuad,       false,    kSmall,     kCoordinates},
    SamplerMessageFacts{T::kResinfo,        "resinfo",        A::kSurfaceInfo,          L::kParameter,  false,    kSmall,     kLevel},
    SamplerMessageFacts{T::kSampleinfo,     "sampleinfo",     A::kSampleInfo,           L::kNone,       false,    kSmall,     {}},
    SamplerMessageFacts{T::kSampleKillpix,  "sample+killpix", A::kSample,               L::kQuad,       false,    kSimd8Only, kCoordinates3, kOwn, kKills},
    SamplerMessageFacts{T::kGather4C,       "gather4_c",      A::kGather,               L::kZero,       true,     kSmall,     kComparedCoordinates},
    SamplerMessageFacts{T::kGather4Po,      "gather4_po",     A::kGatherOffset,         L::kZero,       false,    kSmall,     kOffsets},
    SamplerMessageFacts{T::kGather4PoC,     "gather4_po_c",   A::kGatherOffset,         L::kZero,       true,     kSmall,     kComparedOffsets},
    SamplerMessageFacts{T::kSampleDC,       "sample_d_c",     A::kSample,               L::kGradients,  true,     kSimd8Only, kComparedGradients},
    SamplerMessageFacts{T::kSampleMin,      "sample_min",     A::kSample,               L::kQuad,       false,    kSmall,     kCoordinates2, kMinimum},
    SamplerMessageFacts{T::kSampleMax,      "sample_max",     A::kSample,               L::kQuad,       false,    kSmall,     kCoordinates2, kMaximum},
    SamplerMessageFacts{T::kSampleLz,       "sample_lz",      A::kSample,               L::kZero,       false,    kSmall,     kCoordinates},
    SamplerMessageFacts{T::kSampleCLz,      "sample_c_lz",    A::kSample,               L::kZero,       true,     kSmall,     kComparedCoordinates},
    SamplerMessageFacts{T::kLdLz,           "ld_lz",          A::kLoad,                 L::kZero,       false,    kSmall,     kCoordinates3},
    SamplerMessageFacts{T::kLd2dmsW,        "ld2dms_w",       A::kLoadMultisample,      L::kNone,       false,    kSmall,     kWideMultisample},
    SamplerMessageFacts{T::kLdMcs,          "ld_mcs",         A::kLoadMcs,              L::kNone,       false,    kSmall,     kLoadMcs},
    SamplerMessageFacts{T::kLd2dms,         "ld2dms",         A::kLoadMultisample,      L::kNone,       false,    kSmall,     kMultisample},
    SamplerMessageFacts{T::kLd2dss,         "ld2dss",         A::kLoadMultisampleSlice, L::kNone,       false,    kSmall,     kSingleSample},
    SamplerMessageFacts{T::kSampleUnorm,             "sample_unorm",                 A::kMedia, L::kNone, false, kWide, {}},
    SamplerMessageFacts{T::kSampleUnormKillpix,      "sample_unorm+killpix",         A::kMedia, L::kNone, false, kWide, {}},
    SamplerMessageFacts{T::kDeinterlace,             "deinterlace",                  A::kMedia, L::kNone, false, kWide, {}},
    SamplerMessageFacts{T::kSampleUnormKillpixMedia, "sample_unorm+killpix (media)", A::kMedia, L::kNone, false, kWide, {}},
    SamplerMessageFacts{T::kSample8x8,               "sample_8x8",                   A::kMedia, L::kNone, false, kWide, {}},
    SamplerMessageFacts{T::kSampleUnormMedia,        "sample_unorm (media)",         A::kMedia, L::kNone, false, kWide, {}},
    SamplerMessageFacts{T::kCacheFlush,              "cache flush",                  A::kCacheFlush, L::kNone, false, kWide, {}},
};
// clang-format on

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
  static constexpr auto kByCode = [] {
    std::array<const SamplerMessageFacts*, 64> table{};
    for (const SamplerMessageFacts& facts : kFacts) table[static_cast<std::size_t>(facts.type)] = &facts;
    return table;
  }();
  const auto code = static_cast<std::size_t>(type);
  if (code < kByCode.size() && kByCode[code] != nullptr) return *kByCode[code];
  throw Error{ExitCode::kMalformedInput, "sampler message type " + std::to_string(code) + " is reserved"};
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
  const SamplerMessageFacts& facts = sampler_message_facts(type);
  if (facts.loads()) return SamplerParameterType::kSigned;
  return facts.queries() ? SamplerParameterType::kUnsigned : SamplerParameterType::kFloat;
}

}  // namespace texpipe::gen9
