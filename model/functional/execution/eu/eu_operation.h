// One instruction of a native program, resolved to what executing it takes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "functional/execution/eu/eu_state.h"
#include "functional/execution/eu_program.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

struct EuOperation;
class EuCode;

/// Types of registers: the codes of SrcType.
using RegisterType = gen9::SrcType;

/// Type that holds the lanes of sources and results while an instruction computes.
enum class WorkType : std::uint8_t {
  kFloat,    // float: F and HF
  kDouble,   // double: DF
  kDword,    // std::uint32_t: integers of at most 32 bits, of which only the low 32 bits of a result count
  kInteger,  // std::int64_t: the same, exact
  kQword,    // __int128: integers with 64-bit ones among them
};

/// Work type and destination of instructions that functional::rows has functions for.
enum class RowKind : std::uint8_t { kNone, kFloat, kFloatToSigned, kFloatToUnsigned, kDword, kWord };

/// The lanes of one operand.
struct alignas(64) LaneBuffer {
  std::array<std::byte, kEuChannels * 16> bytes;
  template <class T>
  T* as() {
    return reinterpret_cast<T*>(bytes.data());
  }
};

/// Facts about a thread that its messages carry beside their registers.
struct EuSender {
  const MessageContext* context = nullptr;
  ByteAddress local_memory{};
  std::uint32_t local_bytes = 0;
  std::uint32_t group = 0;
  std::uint32_t group_threads = 1;
  std::array<std::uint32_t, 8> subspan_slots{};
};

/// The thread while it executes an instruction.
struct EuContext {
  std::byte* grf;
  EuState& state;
  const EuCode& code;
  ThreadRegisters& registers;
  MessageSend& send;
  const EuSender& sender;
  bool sends = false;  // set by an instruction that filled `send`
};

/// A message's words, and which registers it takes and fills.
struct EuMessagePlaces {
  gen9::MessageWords words;
  std::array<GrfRange, 2> payload{};
  GrfRange response{};
};
/// Errors: kMalformedInput when they end beyond the last register.
EuMessagePlaces message_places(const EuState& state, const gen9::EuInstruction& instruction);

/// Lanes of a row function's source that are not side by side: where they stand in the two registers that hold all of
/// sixteen neighbours.
struct WindowLanes {
  std::array<std::uint8_t, kEuChannels / 16> first{};  // register of each sixteen lanes
  std::array<std::uint8_t, kEuChannels> dwords{};      // of the two registers; those of eight neighbours are in one
  std::array<std::uint8_t, kEuChannels> left{};        // bits above the element, which goes up to the top
  std::uint8_t right = 0;                              // and from there down again
  bool with_sign = false;
  bool converts = false;  // integers become floats
};

struct EuSourceOperand {
  /// The lanes in the work type, where they are already, or in `buffer`.
  using Load = const void* (*)(const EuContext&, const EuSourceOperand&, void* buffer);
  using Modify = void (*)(const void* lanes, void* buffer, unsigned count);

  Load load = nullptr;
  Modify modify = nullptr;  // null: no source modifier
  RegisterType type = RegisterType::kUd;
  bool arf = false;
  bool accumulator = false;
  bool indirect = false;
  bool address_per_row = false;  // VxH, Vx1
  bool in_place = false;         // used where it stands when the work type has the same bits
  bool is_row = false;           // `load` gives general registers themselves
  bool in_window = false;        // of a row: `window` says where the lanes are
  bool is_scalar = false;        // one element of general registers, which has the work type's bits, for all lanes
  std::uint8_t lanes = 0;
  std::uint8_t address_byte = 0;                    // of a0
  std::int16_t address_offset = 0;                  // bytes
  std::uint32_t kept_bits = ~0u;                    // the modifier of a row's source: what is left of an element's bits
  std::uint32_t flipped_bits = 0;                   // and which of these are then inverted
  std::uint16_t first = 0;                          // byte of lane 0 in its file
  std::uint16_t span = 0;                           // bytes from there to the end of the farthest lane
  std::array<std::int16_t, kEuChannels> offsets{};  // bytes from `first`, or from a row's address
  std::array<std::uint8_t, kEuChannels> rows{};
  const LaneBuffer* constant = nullptr;  // the lanes of an immediate
  WindowLanes window{};
};

struct EuDestinationOperand {
  using Store = void (*)(const EuContext&, const EuDestinationOperand&, const void* elements, std::uint32_t lanes);

  Store store = nullptr;  // null: the result goes nowhere
  RegisterType type = RegisterType::kUd;
  bool arf = false;
  bool accumulator = false;
  bool indirect = false;
  std::uint8_t lanes = 0;
  std::uint8_t address_byte = 0;
  std::int16_t address_offset = 0;
  std::uint16_t first = 0;
  std::uint16_t span = 0;
  std::uint16_t stride = 0;  // bytes
};

/// Sources and results of an instruction that computes.
struct EuLanes {
  std::array<const void*, 3> sources{};
  void* result = nullptr;
  unsigned count = 0;
  std::uint32_t enabled = 0;
  EuState* state = nullptr;
  const EuOperation* operation = nullptr;

  template <class T>
  const T* source(unsigned i) const {
    return static_cast<const T*>(sources[i]);
  }
  template <class T>
  T* results() const {
    return static_cast<T*>(result);
  }
};

struct EuOperation {
  using Run = void (*)(EuContext&, const EuOperation&);
  using RunMany = void (*)(EuContext* const* contexts, unsigned count, const EuOperation&);
  using Compute = void (*)(const EuLanes&);
  /// Results in the destination's type: where they are, or in `buffer`.
  using Finish = const void* (*)(const void* results, void* buffer, unsigned count);
  /// Bit n: lane n of the results satisfies the condition; `elements` are they in the destination's type.
  using Test = std::uint32_t (*)(gen9::CondModifier, const void* results, const void* elements, unsigned count);
  using Compare = std::uint32_t (*)(gen9::CondModifier, const void* a, const void* b, unsigned count);

  Run run = nullptr;
  RunMany run_many =
      nullptr;  // `run` of each of several threads, which do not change where they are; null: there is none
  Compute compute = nullptr;  // null: the result is source 0
  Compute exact = nullptr;    // where rounding or denormals are not the host's; null: they do not matter
  Finish finish = nullptr;    // null: the work type's bits are the destination's
  Test test = nullptr;
  Compare compare = nullptr;
  bool target = false;      // a branch may bring channels here
  bool leads_away = false;  // another than the next instruction may follow, or none
  bool in_place = false;    // of run_direct: results go straight to the destination
  RowKind row = RowKind::kNone;
  bool copies = false;     // moves bits, whatever number they are
  bool saturates = false;  // of a row
  bool no_mask = false;
  bool predicated = false;
  bool predicate_inverted = false;
  bool accumulator_write = false;
  bool reads_state = false;   // sr0, ce, ip, tm0: written before they are read
  bool writes_state = false;  // cr0, n0
  bool moving = false;        // an address register decides which general registers it uses
  bool waits = false;         // for the notification of a barrier
  gen9::PredCtrl predicate = gen9::PredCtrl::kNone;
  bool align16 = false;
  gen9::CondModifier condition = gen9::CondModifier::kNone;
  WorkType work = WorkType::kInteger;
  RegisterType execution = RegisterType::kD;
  std::uint8_t channels = 1;
  std::uint8_t first_channel = 0;
  std::uint8_t flag_shift = 0;      // of the flag's subregister in the 64 bits of f0 and f1
  std::uint32_t lanes = 1;          // a bit for each channel of the instruction
  std::uint32_t enabled_lanes = 1;  // of those, what Align16's channel enables leave
  std::uint32_t jip = 0, uip = 0;   // instructions
  std::uint8_t sources = 0;
  std::optional<EuMessagePlaces> message{};  // of a send, when no register decides
  std::array<EuSourceOperand, 3> source;
  EuDestinationOperand destination;
  EuStep step;
  gen9::EuInstruction instruction;
};

/// `count` lanes: whole groups of eight, as a host's vectors take them, or fewer one by one.
template <class F>
inline void for_lanes(unsigned count, F&& f) {
  if (count % 8 != 0) {
    for (unsigned i = 0; i < count; ++i) f(i);
    return;
  }
  for (unsigned base = 0; base < count; base += 8) {
    for (unsigned i = 0; i < 8; ++i) f(base + i);
  }
}

constexpr unsigned bytes_of(RegisterType type) {
  constexpr std::array<std::uint8_t, 11> kBytes{4, 4, 2, 2, 1, 1, 8, 4, 8, 8, 2};
  return kBytes[static_cast<unsigned>(type)];
}
constexpr bool is_float(RegisterType type) {
  return type == RegisterType::kF || type == RegisterType::kHf || type == RegisterType::kDf;
}
constexpr bool is_signed(RegisterType type) {
  return type == RegisterType::kD || type == RegisterType::kW || type == RegisterType::kB || type == RegisterType::kQ;
}
constexpr bool is_wide(RegisterType type) {
  return type == RegisterType::kQ || type == RegisterType::kUq;
}
constexpr std::uint32_t lane_mask(unsigned count) {
  return count >= 32 ? ~0u : (1u << count) - 1;
}

/// Throws the error of an instruction.
[[noreturn]] void refuse_instruction(const gen9::EuInstruction& instruction, std::string problem,
                                     std::string hint = {});
[[noreturn]] void unsupported_instruction(const gen9::EuInstruction& instruction, const std::string& what);

}  // namespace texpipe::functional
