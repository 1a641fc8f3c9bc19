// One EU instruction, decoded: its fields by the names of the document's enumerations, and back to its word.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/gen9/bit_field.h"
#include "isa/gen9/eu_control.h"
#include "isa/gen9/eu_opcode_shape.h"
#include "isa/gen9/eu_operand.h"
#include "isa/gen9/eu_word.h"
#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

/// Register numbers of the architecture register file: the upper four bits of the number (specification/eu 8).
enum class ArfRegister : std::uint8_t {
  kNull = 0x0,
  kAddress = 0x1,
  kAccumulator = 0x2,
  kFlag = 0x3,
  kChannelEnable = 0x4,
  kMaskStack = 0x5,
  kStackPointer = 0x6,
  kState = 0x7,
  kControl = 0x8,
  kNotification = 0x9,
  kInstructionPointer = 0xA,
  kThreadDependency = 0xB,
  kTimestamp = 0xC,
  kFlowControl = 0xD,
  kDebug = 0xF,
};

/// Types of three-source instructions, one for the destination and one for the sources.
enum class ThreeSourceType : std::uint8_t { kF, kD, kUd, kDf, kHf };
EnumRows enum_rows(ThreeSourceType);

/// An address register and a byte offset, where AddrMode is Indirect.
struct RegisterAddress {
  std::uint8_t subregister = 0;  // of a0, a word each
  std::uint16_t offset_low = 0;  // lower nine bits of the byte offset
  bool offset_negative = false;  // its tenth, the sign

  int offset() const { return static_cast<int>(offset_low) - (offset_negative ? 512 : 0); }
  bool operator==(const RegisterAddress&) const = default;
};

struct EuDestination {
  RegFile file = RegFile::kArf;
  DstType type = DstType::kUd;
  ThreeSourceType three_source_type = ThreeSourceType::kF;
  AddrMode mode = AddrMode::kDirect;
  std::uint8_t number = 0;
  std::uint8_t subregister = 0;  // bytes
  RegisterAddress address;
  HorzStride stride = HorzStride::k0;
  std::uint8_t channels = 0;  // Align16: ChanEn of x, y, z, w from bit 0 on

  bool operator==(const EuDestination&) const = default;
};

struct EuSource {
  RegFile file = RegFile::kArf;
  SrcType type = SrcType::kUd;
  SrcImmType immediate_type = SrcImmType::kUd;
  SrcMod modifier = SrcMod::kNone;
  AddrMode mode = AddrMode::kDirect;
  std::uint8_t number = 0;
  std::uint8_t subregister = 0;  // bytes
  bool odd_half = false;         // three-source HF: the upper word of the DWord that `subregister` names
  RegisterAddress address;
  VertStride vertical = VertStride::k0;
  Width width = Width::k1;
  HorzStride horizontal = HorzStride::k0;
  std::uint8_t swizzle_xy = 0;  // Align16: ChanSel of x and y, two bits each
  std::uint8_t swizzle_zw = 0;
  RepCtrl replicate = RepCtrl::kNone;
  std::uint64_t immediate = 0;  // as stored: the 16-bit types twice

  ChanSel channel(unsigned i) const {
    return static_cast<ChanSel>((i < 2 ? swizzle_xy : swizzle_zw) >> i % 2 * 2 & 3u);
  }
  unsigned first_byte() const { return subregister + (odd_half ? 2u : 0u); }
  bool operator==(const EuSource&) const = default;
};

/// The message words of a send, where they stand in the instruction.
struct EuMessage {
  bool descriptor_in_register = false;  // a0.0
  std::uint8_t descriptor_subregister = 0;
  std::uint32_t descriptor = 0;  // 31 bits
  bool extended_in_register = false;
  std::uint8_t extended_subregister = 0;
  std::uint8_t extended_length = 0;     // bits 9:6 of the extended descriptor, of a split send
  std::uint16_t extended_function = 0;  // its bits 31:16
  bool end_of_thread = false;

  bool operator==(const EuMessage&) const = default;
};

struct EuInstruction {
  EuOpcode opcode = EuOpcode::kNop;
  AccessMode access = AccessMode::kAlign1;
  DepCtrl dependency = DepCtrl::kNone;
  bool nib = false;
  QtrCtrl quarter = QtrCtrl::k1Q;
  ThreadCtrl thread = ThreadCtrl::kNormal;
  PredCtrl predicate = PredCtrl::kNone;
  bool predicate_inverted = false;
  ExecSize exec_size = ExecSize::k1;
  CondModifier condition = CondModifier::kNone;
  MathFunction function = MathFunction::kInv;              // of math
  SharedFunction shared_function = SharedFunction::kNull;  // of a send
  bool accumulator_write = false;                          // AccWrCtrl
  bool branch_control = false;                             // BranchCtrl
  bool breakpoint = false;                                 // DebugCtrl
  bool saturate = false;
  std::uint8_t flag_subregister = 0;
  std::uint8_t flag_register = 0;
  bool no_mask = false;  // MaskCtrl
  EuDestination destination;
  EuSource source0, source1, source2;
  ThreeSourceType three_source_type = ThreeSourceType::kF;  // of the sources
  bool source1_is_half = false;                             // mixed F and HF
  bool source2_is_half = false;
  std::int32_t jip = 0;  // bytes
  std::int32_t uip = 0;
  EuMessage message;

  std::uint32_t offset = 0;  // bytes from the start of the program
  bool compacted = false;    // 8 bytes long
  EuWords reserved{};        // bits of no field

  const EuOpcodeShape& shape() const { return shape_of(opcode); }
  unsigned sources() const { return sources_of(opcode, function); }
  const EuSource& source(unsigned i) const { return i == 0 ? source0 : i == 1 ? source1 : source2; }
  unsigned channels() const { return channels_of(exec_size); }
  unsigned first_channel() const { return gen9::first_channel(quarter, nib); }
  unsigned size() const { return compacted ? 8 : 16; }
  /// Type of a source of a three-source instruction: F and HF mix.
  ThreeSourceType source_type(unsigned i) const;
  /// Whether a branch carries offsets, instead of a register that holds them.
  bool has_jip() const;
  bool has_uip() const;
  /// Both words of a send's message, where neither is in a register.
  MessageWords message_words() const;
  /// madm and the two math functions of its family address the upper accumulators instead of channels.
  bool has_macro_operands() const {
    return opcode == EuOpcode::kMadm ||
           (opcode == EuOpcode::kMath && (function == MathFunction::kInvm || function == MathFunction::kRsqrtm));
  }

  bool operator==(const EuInstruction&) const = default;
};

/// Decodes a native word. Every code of an enumeration that is reserved or not listed is an Error (kMalformedInput)
/// with the field and `offset`.
EuInstruction decode_eu(const EuWords& words, std::uint32_t offset = 0);

/// The native word. encode_eu(decode_eu(w)) == w. Throws Error (kMalformedInput) for a value that its field cannot
/// hold.
EuWords encode_eu(const EuInstruction& instruction);

/// Every present field with its bits, value and meaning.
std::vector<FieldValue> eu_fields(const EuInstruction& instruction);

/// The instruction that begins at a byte of a program, 8 or 16 bytes long. Error (kMalformedInput) with the offset: too
/// few bytes, or a reserved code.
EuInstruction read_eu(std::span<const std::uint8_t> program, std::uint32_t offset);

/// Every instruction of a program, in order.
std::vector<EuInstruction> read_eu_program(std::span<const std::uint8_t> program);

/// Appends an instruction, compacted if it says so and the tables have it; its bytes.
void append_eu(std::vector<std::uint8_t>& program, const EuInstruction& instruction);

/// `instruction at byte 0x1A0`, as errors name it.
std::string eu_place(std::uint32_t offset);
/// Whether a text is one of eu_place: a place in a program, whose name is told in front of it.
bool is_eu_place(std::string_view text);

}  // namespace texpipe::gen9
