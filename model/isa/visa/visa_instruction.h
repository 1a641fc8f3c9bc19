// vISA instructions: the sampler's in full, the others of compiled kernels by the table of opcode.h.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "isa/visa/execution_control.h"
#include "isa/visa/opcode.h"
#include "isa/visa/sampler_opcode.h"
#include "isa/visa/visa_operand.h"

namespace texpipe::visa {

inline constexpr std::uint8_t kAllChannels = 0xF;  // R = bit 0 to A = bit 3

/// _aoffimmi: texel offsets along u, v and r, each -8 to 7.
struct TexelOffsets {
  int u = 0;
  int v = 0;
  int r = 0;
  bool operator==(const TexelOffsets&) const = default;
};

/// Bit 15 of _aoffimmi: the sampler index is 16 or more (resolution R12).
inline constexpr std::uint16_t kHighSamplerBit = 0x8000;

/// Errors: Error with kMalformedInput when an offset lies outside -8..7.
std::uint16_t pack_offsets(const TexelOffsets& offsets);
TexelOffsets unpack_offsets(std::uint16_t aoffimmi);

/// 3D_SAMPLE (0x6D), 3D_LOAD (0x6E) and 3D_SAMPLE4 (0x6F).
struct SamplerInstruction {
  SamplerMessageType operation = SamplerMessageType::kSample;
  bool pixel_null_mask = false;
  bool coarse_pixel = false;       // .cps
  bool divergent_sampler = false;  // .divS
  ExecutionControl execution;
  PredicateUse predicate;
  std::uint8_t channels = kAllChannels;  // of 3D_SAMPLE4: one bit, the source channel
  VectorOperand offsets = Immediate{DataType::kUw, 0};
  std::uint8_t sampler = 0;  // sampler variable; unused by 3D_LOAD
  std::uint8_t surface = 0;  // surface variable
  RawOperand destination;
  std::vector<RawOperand> parameters;

  bool operator==(const SamplerInstruction&) const = default;
};

/// INFO (0x70): resinfo and sampleinfo.
struct InfoInstruction {
  SamplerMessageType operation = SamplerMessageType::kResinfo;
  ExecutionControl execution;
  std::uint8_t channels = kAllChannels;  // the document's form returns all four
  std::uint8_t surface = 0;
  std::optional<RawOperand> lod;  // of resinfo only
  RawOperand destination;

  bool operator==(const InfoInstruction&) const = default;
};

/// Any other instruction; `opcode` tells which of the fields it has.
struct GenericInstruction {
  const OpcodeFacts* opcode = nullptr;
  ExecutionControl execution{.size = 1};
  PredicateUse predicate;
  std::uint8_t selector = 0;     // the byte of kWord, kAtomic, kFence, kOwords, kChannels or kBlockBytes
  std::uint8_t block_count = 0;  // that of kBlockCount
  std::uint8_t surface = 0;
  std::uint16_t label = 0;
  std::vector<VectorOperand> operands;  // destination first
  std::vector<RawOperand> raws;

  bool operator==(const GenericInstruction&) const = default;
};

using Instruction = std::variant<SamplerInstruction, InfoInstruction, GenericInstruction>;

}  // namespace texpipe::visa
