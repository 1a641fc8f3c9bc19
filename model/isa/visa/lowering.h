// Gen9 messages of vISA's sampler instructions (specification/visa-lowering 1 to 9).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/gen9/sampler_message.h"
#include "isa/visa/program.h"

namespace texpipe::visa {

/// Index that a `movs` put into a sampler or surface variable.
struct StateBinding {
  std::uint32_t index = 0;                // known before execution, unless `source` says otherwise
  std::optional<RegisterOperand> source;  // the index is read from a register
  unsigned elements = 1;                  // moved at once; more than one: lane n has index n of the source
  bool assumed = false;                   // no `movs` came before: the variable's place among its kind
  bool late = false;                      // and one follows
  bool bindless = false;  // the surface %bss: the index is the extended descriptor's bits 31:12, in their place
  bool operator==(const StateBinding&) const = default;
};

/// The header: a copy of r0 with dword 2 replaced and dword 3 moved on.
struct HeaderPlan {
  gen9::SamplerHeader fields;                // of dword 2
  std::optional<RegisterOperand> offsets;    // or-ed into dword 2
  std::uint32_t sampler_pointer_offset = 0;  // bytes added to dword 3: 0x100 for each 16 samplers
  bool pointer_from_register = false;  // the sampler index is in a register: its bits 31:4 times 0x10 are added instead

  std::uint32_t dword2() const { return fields.encode()[2]; }
};

/// One register of a message's payload.
struct PayloadRegister {
  enum class Kind : std::uint8_t { kHeader, kParameter, kZero };
  Kind kind = Kind::kParameter;
  std::uint8_t parameter = 0;  // index into the instruction's parameters
  std::uint8_t part = 0;       // register of that parameter's operand
};

/// One register of a message's response and the register of the destination where it belongs.
struct ResponseRegister {
  enum class Kind : std::uint8_t { kChannel, kPixelNullMask };
  Kind kind = Kind::kChannel;
  std::uint8_t channel = 0;       // 0 = R to 3 = A
  std::uint8_t part = 0;          // register of that channel within this message
  std::uint16_t target_byte = 0;  // place in the destination operand
  std::uint8_t bytes = 32;        // that carry results
};

/// One send.
struct LoweredMessage {
  gen9::SamplerMessage message;  // index fields are 0 where a register gives them
  bool two_payloads = false;     // `sends`
  ExecutionControl execution;    // channels of this send
  std::optional<HeaderPlan> header;
  std::vector<PayloadRegister> payload;  // source 0, then source 1
  std::vector<ResponseRegister> response;

  /// Descriptor and extended descriptor words.
  gen9::MessageWords words() const { return message.encode(); }
};

/// An instruction as the compiler sends it: one message, or two for the halves that one cannot carry.
struct LoweredInstruction {
  SamplerMessageType operation = SamplerMessageType::kSample;
  PredicateUse predicate;
  ExecutionControl execution;
  DataType destination_type = DataType::kF;
  RawOperand destination;
  std::vector<RawOperand> parameters;
  StateBinding surface;
  std::optional<StateBinding> sampler;  // absent where the operation has none
  bool per_distinct_sampler = false;    // .divS with lanes of their own: one masked send for each index that occurs
  bool copies_ignore_mask = false;      // payload copies are (W): neighbours matter
  std::vector<LoweredMessage> messages;
  int line = 0;
  std::size_t statement = 0;  // index into Program::statements

  bool descriptor_in_register() const { return (surface.source && !surface.bindless) || (sampler && sampler->source); }
  bool extended_descriptor_in_register() const { return surface.source && surface.bindless; }
};

/// Offset of a bindless surface's state by its index. Errors: Error with kMalformedInput for bits below 12.
std::uint32_t bindless_offset(std::uint32_t index);

/// Registers that one channel of the whole instruction takes in the destination.
unsigned destination_registers_per_channel(unsigned lanes, gen9::ReturnFormat format);

/// Which messages have a header: those that need one, or all, as the OpenCL compiler has it.
enum class HeaderPolicy : std::uint8_t { kNeeded, kAlways };

inline constexpr EnumRow kHeaderPolicyRows[] = {{0, "needed", "where a field of it is not zero"},
                                                {1, "always", "as the OpenCL compiler makes them"}};
inline EnumRows enum_rows(HeaderPolicy) {
  return {"header", kHeaderPolicyRows};
}

/// Treatment of a variable whose `movs` does not stand in front of its use but elsewhere in the program: a listing of
/// messages refuses it, a run looks when it gets there.
enum class LateBinding : std::uint8_t { kRefuse, kAtRun };

/// Every sampler instruction of a program, in order. `movs` are followed from top to bottom, as in code without
/// branches; a variable that no `movs` ever names has its place's index. Errors: Error with kMalformedInput for a
/// sampler index that contradicts bit 15 of the texel offsets (resolution R12) or exceeds its field, and for a
/// variable whose `movs` follows; kUnsupported for HF parameters, which Gen9 messages do not carry.
std::vector<LoweredInstruction> lower(const Program& program, const std::string& file,
                                      HeaderPolicy headers = HeaderPolicy::kNeeded,
                                      LateBinding late = LateBinding::kRefuse);

}  // namespace texpipe::visa
