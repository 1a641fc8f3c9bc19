// Names of the data port's message types and controls (specification/messages 5.2 and 5.3).
#include <array>

#include "isa/gen9/data_port_message.h"

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 10> kDataPort0Types{{
    {0, "oword block read", "consecutive OWords"},
    {1, "unaligned oword block read", "consecutive OWords from any DWord"},
    {2, "dual oword block read", "two blocks of OWords"},
    {3, "dword scattered read", "a DWord per channel"},
    {4, "byte scattered read", "1, 2 or 4 bytes per channel"},
    {7, "memory fence", "waits for earlier accesses"},
    {8, "oword block write", "consecutive OWords"},
    {10, "dual oword block write", "two blocks of OWords"},
    {11, "dword scattered write", "a DWord per channel"},
    {12, "byte scattered write", "1, 2 or 4 bytes per channel"},
}};

constexpr std::array<EnumRow, 20> kDataPort1Types{{
    {0x01, "untyped surface read", "1 to 4 DWords per channel"},
    {0x02, "untyped atomic", "read, modify, write of a DWord per channel"},
    {0x03, "untyped atomic SIMD4x2", "the same for two channels"},
    {0x04, "media block read", "rectangle of bytes"},
    {0x05, "typed surface read", "texel per channel, converted from the format"},
    {0x06, "typed atomic", "read, modify, write of a texel per channel"},
    {0x07, "typed atomic SIMD4x2", "the same for two channels"},
    {0x09, "untyped surface write", "1 to 4 DWords per channel"},
    {0x0A, "media block write", "rectangle of bytes"},
    {0x0B, "atomic counter", "atomic on the surface's append counter"},
    {0x0D, "typed surface write", "texel per channel, converted to the format"},
    {0x10, "A64 scattered read", "bytes or DWords per channel, 64-bit addresses"},
    {0x11, "A64 untyped surface read", "1 to 4 DWords per channel, 64-bit addresses"},
    {0x12, "A64 untyped atomic", "atomic per channel, 64-bit addresses"},
    {0x14, "A64 block read", "consecutive OWords at a 64-bit address"},
    {0x15, "A64 block write", "consecutive OWords at a 64-bit address"},
    {0x19, "A64 untyped surface write", "1 to 4 DWords per channel, 64-bit addresses"},
    {0x1A, "A64 scattered write", "bytes or DWords per channel, 64-bit addresses"},
    {0x1B, "untyped float atomic", "float atomic per channel"},
    {0x1D, "A64 untyped float atomic", "float atomic per channel, 64-bit addresses"},
}};

constexpr std::array<EnumRow, 5> kOwordBlockSizes{{
    {0, "1 low", "one OWord, in the register's low half"},
    {1, "1 high", "one OWord, in the register's high half"},
    {2, "2", "two OWords"},
    {3, "4", "four OWords"},
    {4, "8", "eight OWords"},
}};

constexpr std::array<EnumRow, 2> kDualOwordBlockSizes{{
    {0, "1", "one OWord of each block"},
    {2, "4", "four OWords of each block"},
}};

constexpr std::array<EnumRow, 3> kScatteredDataSizes{{
    {0, "byte", "1 byte per channel"},
    {1, "word", "2 bytes per channel"},
    {2, "dword", "4 bytes per channel"},
}};

constexpr std::array<EnumRow, 3> kUntypedSimdModes{{
    {0, "SIMD4x2", "2 channels"},
    {1, "SIMD16", "16 channels"},
    {2, "SIMD8", "8 channels"},
}};

constexpr std::array<EnumRow, 3> kTypedSlotGroups{{
    {0, "SIMD4x2", "2 channels"},
    {1, "slots 0-7", "low half of the mask"},
    {2, "slots 8-15", "high half of the mask"},
}};

constexpr std::array<EnumRow, 16> kAtomicOperations{{
    {0, "CMPWR64", "stores a QWord when memory equals the comparand"},
    {1, "AND", "old & operand"},
    {2, "OR", "old | operand"},
    {3, "XOR", "old ^ operand"},
    {4, "MOV", "operand"},
    {5, "INC", "old + 1"},
    {6, "DEC", "old - 1"},
    {7, "ADD", "old + operand"},
    {8, "SUB", "old - operand"},
    {9, "REVSUB", "operand - old"},
    {10, "IMAX", "larger, signed"},
    {11, "IMIN", "smaller, signed"},
    {12, "UMAX", "larger, unsigned"},
    {13, "UMIN", "smaller, unsigned"},
    {14, "CMPWR", "stores when memory equals the comparand"},
    {15, "PREDEC", "old - 1, returned after the decrement"},
}};

constexpr std::array<EnumRow, 3> kFloatAtomicOperations{{
    {1, "FMAX", "larger"},
    {2, "FMIN", "smaller"},
    {3, "FCMPWR", "stores when memory equals the comparand"},
}};

constexpr std::array<EnumRow, 2> kCategories{{
    {0, "typed message", "bits 17:14 hold a message type"},
    {1, "scratch block", "registers spilled to memory"},
}};

}  // namespace

EnumRows enum_rows(DataPort0Type) {
  return {"data port 0 message type", kDataPort0Types};
}
EnumRows enum_rows(DataPort1Type) {
  return {"data port 1 message type", kDataPort1Types};
}
EnumRows enum_rows(OwordBlockSize) {
  return {"OWord block size", kOwordBlockSizes};
}
EnumRows enum_rows(DualOwordBlockSize) {
  return {"dual OWord block size", kDualOwordBlockSizes};
}
EnumRows enum_rows(ScatteredDataSize) {
  return {"scattered data size", kScatteredDataSizes};
}
EnumRows enum_rows(UntypedSimdMode) {
  return {"untyped SIMD mode", kUntypedSimdModes};
}
EnumRows enum_rows(TypedSlotGroup) {
  return {"typed slot group", kTypedSlotGroups};
}
EnumRows enum_rows(AtomicOperation) {
  return {"atomic operation", kAtomicOperations};
}
EnumRows enum_rows(FloatAtomicOperation) {
  return {"float atomic operation", kFloatAtomicOperations};
}
EnumRows enum_rows(DataPortCategory) {
  return {"data port message category", kCategories};
}

}  // namespace texpipe::gen9
