// The sampler's message types and the order of their parameters (specification/messages 3.2).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/enum_table.h"
#include "isa/gen9/simd_mode.h"

namespace texpipe::gen9 {

/// A parameter of a sampler message, as the payload carries it.
enum class SamplerParameter : std::uint8_t {
  kU,
  kV,
  kR,
  kAi,    // coordinates and array index
  kMlod,  // lower limit of the level, a trailing extra
  kBias,
  kLod,
  kRef,  // level of detail, reference of the compare
  kDudx,
  kDudy,
  kDvdx,
  kDvdy,
  kDrdx,
  kDrdy,
  kOffu,
  kOffv,  // texel offsets per channel
  kSi,
  kSsi,
  kMcs,
  kMcsl,
  kMcsh,  // sample index, surface sample index, compression words
};
inline constexpr unsigned kSamplerParameters = 21;
EnumRows enum_rows(SamplerParameter);

enum class SamplerParameterType : std::uint8_t { kFloat, kSigned, kUnsigned };

/// Codes of the descriptor; the codes of SIMD32/64 mode have bit 5 set here, because they mean other messages.
enum class SamplerMessageType : std::uint8_t {
  kSample = 0x00,
  kSampleB = 0x01,
  kSampleL = 0x02,
  kSampleC = 0x03,
  kSampleD = 0x04,
  kSampleBC = 0x05,
  kSampleLC = 0x06,
  kLd = 0x07,
  kGather4 = 0x08,
  kLod = 0x09,
  kResinfo = 0x0A,
  kSampleinfo = 0x0B,
  kSampleKillpix = 0x0C,
  kGather4C = 0x10,
  kGather4Po = 0x11,
  kGather4PoC = 0x12,
  kSampleDC = 0x14,
  kSampleMin = 0x16,
  kSampleMax = 0x17,
  kSampleLz = 0x18,
  kSampleCLz = 0x19,
  kLdLz = 0x1A,
  kLd2dmsW = 0x1C,
  kLdMcs = 0x1D,
  kLd2dms = 0x1E,
  kLd2dss = 0x1F,
  kSampleUnorm = 0x20,
  kSampleUnormKillpix = 0x22,
  kDeinterlace = 0x28,
  kSampleUnormKillpixMedia = 0x2A,
  kSample8x8 = 0x2B,
  kSampleUnormMedia = 0x2C,
  kCacheFlush = 0x3F,
};
/// Rows of both modes; values as in the enumeration.
EnumRows enum_rows(SamplerMessageType);

/// Action that a message asks the sampler for.
enum class SamplerAction : std::uint8_t {
  kSample,                // filter
  kGather,                // the four texels of a bilinear footprint, unfiltered
  kGatherOffset,          // the same with an offset per pixel
  kLod,                   // level of detail
  kLoad,                  // one texel by integer coordinates
  kLoadMultisample,       // sample through the MCS
  kLoadMultisampleSlice,  // sample slice directly
  kLoadMcs,               // the MCS words themselves
  kSurfaceInfo,           // resinfo
  kSampleInfo,
  kCacheFlush,  // nothing of a surface
  kMedia,       // the others of SIMD32/64
};

/// Source of a message's level of detail.
enum class LodSource : std::uint8_t {
  kNone,
  kQuad,       // differences of the subspan
  kQuadBias,   // and a bias parameter
  kParameter,  // explicit, no anisotropy
  kZero,       // explicit 0, no anisotropy
  kGradients,  // gradient parameters
};

/// Reduction that the message type asks for, apart from the sampler's Reduction Type.
enum class MessageReduction : std::uint8_t { kSampler, kMinimum, kMaximum };

/// Facts about a message type.
struct SamplerMessageFacts {
  SamplerMessageType type;
  std::string_view name;
  SamplerAction action;
  LodSource lod;
  bool compares;
  std::uint8_t simd_modes;                       // bit m: exists in SIMD mode m
  std::span<const SamplerParameter> parameters;  // in payload order; trailing ones may be left out and read 0
  MessageReduction reduction = MessageReduction::kSampler;
  bool kill_mask = false;  // a response register with the pixels that chroma key leaves alive

  bool exists_in(SimdMode mode) const { return (simd_modes >> static_cast<unsigned>(mode) & 1u) != 0; }
  /// Texels of a position, filtered or not.
  bool samples() const { return action == SamplerAction::kSample || gathers(); }
  bool gathers() const { return action == SamplerAction::kGather || action == SamplerAction::kGatherOffset; }
  /// Integer coordinates, no filter.
  bool loads() const { return action >= SamplerAction::kLoad && action <= SamplerAction::kLoadMcs; }
  bool queries() const { return action == SamplerAction::kSurfaceInfo || action == SamplerAction::kSampleInfo; }
  /// False: the sampler index is ignored.
  bool uses_sampler_state() const { return !loads() && !queries() && type != SamplerMessageType::kCacheFlush; }
  /// The coordinates of neighbouring pixels make the level of detail.
  bool compares_neighbours() const { return lod == LodSource::kQuad || lod == LodSource::kQuadBias; }
  bool has_derivatives() const { return compares_neighbours() || lod == LodSource::kGradients; }
};

/// Facts of a listed type. Throws Error (kMalformedInput) for a value that is none.
const SamplerMessageFacts& sampler_message_facts(SamplerMessageType type);

/// All types, by code.
std::span<const SamplerMessageFacts> all_sampler_message_types();

/// Type as which the 32 bits of a parameter are read: ld* take integers, queries unsigned ones, the rest float32.
SamplerParameterType parameter_type(SamplerMessageType type, SamplerParameter parameter);

}  // namespace texpipe::gen9
