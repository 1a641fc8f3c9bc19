// Descriptors of data port messages: SFIDs 4, 9, 0xA and 0xC (specification/messages 5.1 to 5.3).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

/// Message types of data port 0 and of the read-only port (which has its reads).
enum class DataPort0Type : std::uint8_t {
  kOwordBlockRead = 0,
  kUnalignedOwordBlockRead = 1,
  kDualOwordBlockRead = 2,
  kDwordScatteredRead = 3,
  kByteScatteredRead = 4,
  kMemoryFence = 7,
  kOwordBlockWrite = 8,
  kDualOwordBlockWrite = 10,
  kDwordScatteredWrite = 11,
  kByteScatteredWrite = 12,
};
EnumRows enum_rows(DataPort0Type);

enum class DataPort1Type : std::uint8_t {
  kUntypedRead = 0x01,
  kUntypedAtomic = 0x02,
  kUntypedAtomicSimd4x2 = 0x03,
  kMediaBlockRead = 0x04,
  kTypedRead = 0x05,
  kTypedAtomic = 0x06,
  kTypedAtomicSimd4x2 = 0x07,
  kUntypedWrite = 0x09,
  kMediaBlockWrite = 0x0A,
  kAtomicCounter = 0x0B,
  kTypedWrite = 0x0D,
  kA64ScatteredRead = 0x10,
  kA64UntypedRead = 0x11,
  kA64UntypedAtomic = 0x12,
  kA64BlockRead = 0x14,
  kA64BlockWrite = 0x15,
  kA64UntypedWrite = 0x19,
  kA64ScatteredWrite = 0x1A,
  kUntypedFloatAtomic = 0x1B,
  kA64UntypedFloatAtomic = 0x1D,
};
EnumRows enum_rows(DataPort1Type);

enum class OwordBlockSize : std::uint8_t { k1Low, k1High, k2, k4, k8 };
EnumRows enum_rows(OwordBlockSize);

/// Size of each of the two blocks of a dual block message.
enum class DualOwordBlockSize : std::uint8_t { k1 = 0, k4 = 2 };
EnumRows enum_rows(DualOwordBlockSize);

enum class ScatteredDataSize : std::uint8_t { kByte, kWord, kDword };
EnumRows enum_rows(ScatteredDataSize);

enum class UntypedSimdMode : std::uint8_t { kSimd4x2, kSimd16, kSimd8 };
EnumRows enum_rows(UntypedSimdMode);

enum class TypedSlotGroup : std::uint8_t { kSimd4x2, kSlots0To7, kSlots8To15 };
EnumRows enum_rows(TypedSlotGroup);

enum class AtomicOperation : std::uint8_t {
  kCompareWrite64,
  kAnd,
  kOr,
  kXor,
  kMov,
  kIncrement,
  kDecrement,
  kAdd,
  kSubtract,
  kReverseSubtract,
  kSignedMaximum,
  kSignedMinimum,
  kUnsignedMaximum,
  kUnsignedMinimum,
  kCompareWrite,
  kPredecrement,
};
EnumRows enum_rows(AtomicOperation);

enum class FloatAtomicOperation : std::uint8_t { kMaximum = 1, kMinimum = 2, kCompareWrite = 3 };
EnumRows enum_rows(FloatAtomicOperation);

/// A scratch block is addressed by offset; every other message has a type.
enum class DataPortCategory : std::uint8_t { kTyped, kScratchBlock };
EnumRows enum_rows(DataPortCategory);

/// Fields that a message type does not have keep their default and are not encoded. Types whose control bits the model
/// does not name keep them in `control`.
struct DataPortMessage : MessageFields {
  DataPortCategory category = DataPortCategory::kTyped;
  std::uint8_t type = 0;                 // DataPort0Type or DataPort1Type, by shared function
  std::uint8_t binding_table_index = 0;  // 252 bindless, 253 and 255 stateless, 254 shared local memory

  OwordBlockSize oword_block_size = OwordBlockSize::k1Low;
  DualOwordBlockSize dual_oword_block_size = DualOwordBlockSize::k1;
  bool simd16 = false;
  bool dword_scattered_bit = true;  // control bit 1 of DWord scattered messages, always set by compilers
  ScatteredDataSize data_size = ScatteredDataSize::kByte;
  bool commit = false;                // memory fence
  std::uint8_t flushed = 0;           // memory fence: bit 0 L1, of L3: 1 instructions, 2 textures, 3 constants, 4 data
  std::uint8_t channel_disables = 0;  // bit 0 red .. bit 3 alpha: 1 = not read or written
  UntypedSimdMode untyped_simd = UntypedSimdMode::kSimd4x2;
  TypedSlotGroup slot_group = TypedSlotGroup::kSimd4x2;
  AtomicOperation operation = AtomicOperation::kAnd;
  FloatAtomicOperation float_operation = FloatAtomicOperation::kMaximum;
  bool simd8 = false;          // untyped atomics: 8 channels, else 16
  bool slots_8_to_15 = false;  // typed atomics
  bool return_data = false;    // atomics
  std::uint8_t control = 0;    // other types: bits 13:8

  bool scratch_write = false;
  bool scratch_dwords = false;  // type DWord, else OWord
  bool scratch_invalidate = false;
  std::uint8_t scratch_block_size = 0;  // 0, 1, 2, 3: 1, 2, 4, 8 registers
  std::uint16_t scratch_offset = 0;     // registers

  std::uint32_t bindless_surface_offset = 0;  // bytes, a multiple of 64; counts with binding table index 252

  DataPortMessage() { shared_function = SharedFunction::kDataPort1; }
  bool operator==(const DataPortMessage&) const = default;

  /// Data ports 0, 1, 2 and the read-only one.
  static bool accepts(SharedFunction shared_function);

  DataPort0Type type0() const { return static_cast<DataPort0Type>(type); }
  DataPort1Type type1() const { return static_cast<DataPort1Type>(type); }
  /// Documented name of the type, `scratch block`, or `type N` for data port 2.
  std::string type_name() const;

  /// Refuses (Error, kMalformedInput) reserved types and codes, and set bits of no field. encode(decode(w)) == w.
  static DataPortMessage decode(MessageWords words);
  MessageWords encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  std::string describe() const;
};

}  // namespace texpipe::gen9
