// A vISA kernel: declarations and instructions, the same whether it came from text or from bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "isa/visa/visa_instruction.h"

namespace texpipe::visa {

enum class Alignment : std::uint8_t {
  kByte = 0,
  kWord = 1,
  kDword = 2,
  kQword = 3,
  kOword = 4,
  kGrf = 5,
  kGrf2 = 6,
  kHword = 7,
  kWordx32 = 8
};

// clang-format off
inline constexpr EnumRow kAlignmentRows[] = {
    {0, "byte", ""}, {1, "word", ""}, {2, "dword", ""}, {3, "qword", ""}, {4, "oword", ""},
    {5, "GRF", ""},  {6, "GRFx2", ""}, {7, "hword", ""}, {8, "wordx32", ""},
};
// clang-format on
inline EnumRows enum_rows(Alignment) {
  return {"vISA alignment", kAlignmentRows};
}

/// `.decl NAME v_type=G ...`: elements in general registers. An alias shares the bytes of another variable.
struct Variable {
  std::string name;
  DataType type = DataType::kUd;
  std::uint16_t elements = 1;
  Alignment alignment = Alignment::kDword;
  std::uint32_t alias = 0;         // number of the variable that owns the bytes; 0: this one does
  std::uint16_t alias_offset = 0;  // bytes
  bool operator==(const Variable&) const = default;
};

/// Predicate, sampler, surface or address declaration.
struct NamedArray {
  std::string name;
  std::uint16_t elements = 1;
  bool operator==(const NamedArray&) const = default;
};

struct Label {
  std::string name;
  bool function = false;
  bool operator==(const Label&) const = default;
};

/// `.input`: what is in registers when the kernel starts.
struct Input {
  enum class Kind : std::uint8_t { kGeneral = 0, kSampler = 1, kSurface = 2 };
  Kind kind = Kind::kGeneral;
  std::uint32_t index = 0;   // number of the variable
  std::uint16_t offset = 0;  // bytes from r0
  std::uint16_t size = 0;    // bytes
  bool operator==(const Input&) const = default;
};

struct Attribute {
  std::string name;
  std::string value;  // bytes as the container holds them
  bool operator==(const Attribute&) const = default;
};

/// Place of a statement: line and column of a text, or (line 0) a byte of a file.
struct StatementPlace {
  int line = 0;
  int column = 0;
  std::size_t byte = 0;
};

/// An instruction and its place, which does not take part in comparisons.
struct Statement {
  Instruction instruction;
  StatementPlace place;
  bool operator==(const Statement& other) const { return instruction == other.instruction; }
};

/// A diagnostic at a place of `file` that still wants its problem.
Diagnostic diagnostic_at(const StatementPlace& place, const std::string& file);

struct Program {
  std::uint8_t major = 4;
  std::uint8_t minor = 1;
  std::string name;
  std::vector<Variable> variables;  // number = kFirstUserVariable + index
  std::vector<NamedArray> addresses;
  std::vector<NamedArray> predicates;  // number = kFirstUserPredicate + index
  std::vector<Label> labels;
  std::vector<NamedArray> samplers;  // number = index
  std::vector<NamedArray> surfaces;  // number = kFirstUserSurface + index
  std::vector<Input> inputs;
  std::vector<Attribute> attributes;
  std::vector<Statement> statements;

  bool operator==(const Program&) const = default;
};

/// Variables that every kernel has, by number (`%null`, `%r0`, ...).
std::span<const Variable> predefined_variables();
/// Surfaces 0 to 5 (`%slm`, `T1`, ...).
std::span<const std::string_view> predefined_surfaces();
/// Sampler 31: the bindless one.
inline constexpr std::uint16_t kBindlessSampler = 31;

/// Null when the program has no such number.
const Variable* find_variable(const Program& program, std::uint32_t number);
/// A variable and a byte of it.
struct VariablePlace {
  std::uint32_t variable = 0;
  unsigned byte = 0;
  bool operator==(const VariablePlace&) const = default;
};

/// Owner of an alias's bytes; the variable itself when it is none.
VariablePlace owner_of(const Program& program, std::uint32_t variable);

/// Name of a surface, sampler or predicate number; nothing when the program has none.
std::optional<std::string> surface_name(const Program& program, std::uint16_t number);
std::optional<std::string> sampler_name(const Program& program, std::uint16_t number);
std::optional<std::string> predicate_name(const Program& program, std::uint16_t number);

}  // namespace texpipe::visa
