// The sampler operations of vISA: what 3D_SAMPLE, 3D_LOAD, 3D_SAMPLE4 and INFO call them, their parameters and rules.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace texpipe::visa {

/// Values of Op, bits 4:0; equal to the Gen9 sampler message types (gen9-messages.md section 8).
enum class SamplerOperation : std::uint8_t {
  kSample = 0x00,
  kSampleB = 0x01,
  kSampleL = 0x02,
  kSampleC = 0x03,
  kSampleD = 0x04,
  kSampleBC = 0x05,
  kSampleLC = 0x06,
  kLoad = 0x07,
  kGather4 = 0x08,
  kLod = 0x09,
  kResinfo = 0x0A,
  kSampleinfo = 0x0B,
  kGather4C = 0x10,
  kGather4Po = 0x11,
  kGather4PoC = 0x12,
  kSampleDC = 0x14,
  kSampleLz = 0x18,
  kSampleCLz = 0x19,
  kLoadLz = 0x1A,
  kLoad2dmsW = 0x1C,
  kLoadMcs = 0x1D,
};

/// Opcodes that carry a sampler operation.
enum class SamplerOpcode : std::uint8_t { kSample3d = 0x6D, kLoad3d = 0x6E, kSample4 = 0x6F, kInfo = 0x70 };

/// How a message parameter reads its 32 bits.
enum class ParameterType : std::uint8_t { kFloat, kInteger };

struct OperationFacts {
  SamplerOperation operation;
  SamplerOpcode opcode;
  std::string_view name;                         // as the document names the operation
  std::string_view text;                         // as the text form spells it
  std::span<const std::string_view> parameters;  // in payload order
  ParameterType type;
  bool coarse_pixel;   // `.cps` is accepted (resolutions R13)
  bool derivatives;    // neighbouring pixels' coordinates matter: payload copies ignore the execution mask
  bool splits_simd16;  // the message exists in SIMD8 only
};

std::span<const OperationFacts> all_operations();

/// Nothing when the value is not listed for this opcode.
const OperationFacts* find_operation(SamplerOpcode opcode, unsigned value);
/// By text spelling, upper and lower case alike.
const OperationFacts* find_operation(std::string_view text);
const OperationFacts& facts(SamplerOperation operation);

}  // namespace texpipe::visa
