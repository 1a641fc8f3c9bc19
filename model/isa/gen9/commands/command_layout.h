// Layout of a command or state structure as one table of bit rows, and reading and writing of fields by it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/enum_table.h"
#include "isa/gen9/commands/command_id.h"

namespace texpipe::gen9 {

enum class FieldKind : std::uint8_t {
  kUnsigned,
  kSigned,
  kBoolean,
  kAddress,  // of 48 bits; the low bits that the field does not store are 0
  kOffset,   // in bytes, from a base address; likewise
  kFloat,
  kUnsignedFixed,
  kSignedFixed,
  kStructure,  // another layout
};

struct CommandLayout;

/// The lowest bits of a word.
constexpr std::uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

inline constexpr std::uint16_t kToTheEnd = 0xFFFF;  // repeats: as often as the command is long

/// One field. `high` above 31 reaches into the following DWords. A field that repeats stands `stride` bits further each
/// time.
struct CommandField {
  std::string_view name;
  std::uint8_t dword;
  std::uint16_t high;
  std::uint8_t low;
  FieldKind kind;
  std::uint8_t fraction_bits = 0;
  EnumRows (*values)() = nullptr;            // named values; null: none
  const CommandLayout* structure = nullptr;  // of kStructure
  std::uint16_t repeats = 1;
  std::uint16_t stride = 0;
};

/// Rows of an enumeration that has a type, and of one that has not, as CommandField::values.
template <class Enumeration>
EnumRows enumerated() {
  return enum_rows(Enumeration{});
}
template <const EnumRows& Rows>
EnumRows listed() {
  return Rows;
}

/// Place of a field, found by its name when the program is compiled.
struct FieldBits {
  CommandId command = CommandId::kNone;
  std::uint8_t dword = 0;
  std::uint16_t high = 0;
  std::uint8_t low = 0;
  bool stays_in_place = false;  // addresses and offsets: the value keeps the bits' places in the DWord
  bool is_signed = false;
  std::uint8_t fraction_bits = 0;
  std::uint16_t stride = 0;
};

/// Bits of the first DWord that are the same in every command of a name; mask 0: a structure or register.
struct CommandOpcode {
  std::uint32_t mask = 0;
  std::uint32_t value = 0;
};

struct CommandLayout {
  std::string_view name;  // as documented
  CommandId id = CommandId::kNone;
  std::span<const CommandField> fields{};
  CommandOpcode opcode{};

  /// Place of a field. A name that the table does not have does not compile.
  consteval FieldBits operator[](std::string_view field) const {
    for (const CommandField& f : fields) {
      if (f.name == field)
        return {id,
                f.dword,
                f.high,
                f.low,
                f.kind == FieldKind::kAddress || f.kind == FieldKind::kOffset,
                f.kind == FieldKind::kSigned || f.kind == FieldKind::kSignedFixed,
                f.fraction_bits,
                f.stride};
    }
    throw "the command has no field of this name";
  }
};

/// Value of a field: unsigned, or sign-extended to 64 bits; addresses and offsets in bytes. Words beyond the end of
/// `words` read 0. @param n  of a field that repeats: which one
std::uint64_t read_field(std::span<const std::uint32_t> words, FieldBits place, unsigned n = 0);

/// Value of a field of 32 bits as a float, or of a fixed-point one as its number.
float read_real(std::span<const std::uint32_t> words, FieldBits place, unsigned n = 0);

/// Puts a value into a field. Bits that the field cannot hold are lost, and so is what lies beyond `words`.
void write_field(std::span<std::uint32_t> words, FieldBits place, std::uint64_t value, unsigned n = 0);

/// Place of a row, for those who walk a table.
FieldBits place_of(const CommandLayout& layout, const CommandField& field);

}  // namespace texpipe::gen9
