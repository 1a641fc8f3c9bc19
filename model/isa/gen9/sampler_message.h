// Descriptor and header of sampler messages, SFID 2 (specification/messages 3.1 and 3.4).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/gen9/message_fields.h"
#include "isa/gen9/sampler_message_type.h"

namespace texpipe::gen9 {

enum class ReturnFormat : std::uint8_t { k32Bit, k16Bit };
EnumRows enum_rows(ReturnFormat);

struct SamplerMessage : MessageFields {
  SimdMode simd_mode = SimdMode::kSimd8;
  SamplerMessageType type = SamplerMessageType::kSample;
  std::uint8_t binding_table_index = 0;  // 0..239, or 252: bindless
  std::uint8_t sampler_index = 0;        // 0..15; ignored by ld*, resinfo and sampleinfo
  ReturnFormat return_format = ReturnFormat::k32Bit;
  bool cps_lod_compensation = false;          // changes nothing on Kaby Lake (resolution R13)
  std::uint32_t bindless_surface_offset = 0;  // bytes, a multiple of 64; counts with binding table index 252

  SamplerMessage() { shared_function = SharedFunction::kSampler; }
  bool operator==(const SamplerMessage&) const = default;

  /// Refuses (Error, kMalformedInput) by the field's name: another shared function, a reserved message type, a type
  /// that the SIMD mode does not have, set bits that must be zero (descriptor 29 and 31).
  static SamplerMessage decode(MessageWords words);
  /// Refuses what decode refuses and values that their field cannot hold. encode(decode(w)) == w.
  MessageWords encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  /// As `sampler sample_l SIMD16, binding 2, sampler 0, no header, message 1+5, response 8`.
  std::string describe() const;

  const SamplerMessageFacts& facts() const { return sampler_message_facts(type); }
  /// Registers of one parameter: 1 (SIMD8, SIMD8D) or 2 (SIMD16).
  unsigned registers_per_parameter() const { return simd_mode == SimdMode::kSimd16 ? 2 : 1; }
  /// Registers of one returned channel: 2 for SIMD16 with 32-bit return, else 1.
  unsigned registers_per_channel() const {
    return simd_mode == SimdMode::kSimd16 && return_format == ReturnFormat::k32Bit ? 2 : 1;
  }
  /// Parameters in the payload behind the header; at most those that the type has.
  unsigned parameter_count() const;
};

/// SIMD mode 0 is told apart by the header.
enum class SimdModeExtension : std::uint8_t { kSimd8d, kSimd4x2 };
EnumRows enum_rows(SimdModeExtension);

enum class GatherChannel : std::uint8_t { kRed, kGreen, kBlue, kAlpha };
EnumRows enum_rows(GatherChannel);

/// The header register M0. A message without header behaves as one with all fields zero (and the thread's sampler state
/// pointer).
struct SamplerHeader {
  static constexpr std::size_t kDwords = 8;
  using Words = std::array<std::uint32_t, kDwords>;

  std::int8_t r_offset = 0;  // texels, -8..7
  std::int8_t v_offset = 0;
  std::int8_t u_offset = 0;
  std::uint8_t channel_disables = 0;  // bit 0 red .. bit 3 alpha: 1 = not returned
  GatherChannel gather_channel = GatherChannel::kRed;
  std::uint8_t simd32_output_format = 0;
  SimdModeExtension simd_mode_extension = SimdModeExtension::kSimd8d;
  bool pixel_null_mask = false;
  std::uint8_t destination_binding_table_index = 0;  // for messages without response
  std::uint32_t sampler_state_pointer = 0;           // bytes from dynamic state base, a multiple of 16

  Words reserved{};  // bits that belong to no field: kept by decode, given back by encode

  bool operator==(const SamplerHeader&) const = default;

  static SamplerHeader decode(std::span<const std::uint32_t, kDwords> words);
  /// Refuses (Error, kMalformedInput) a value that its field cannot hold. encode(decode(w)) == w.
  Words encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  /// Table of its fields.
  static const BitLayout<SamplerHeader, kDwords>& layout();
};

}  // namespace texpipe::gen9
