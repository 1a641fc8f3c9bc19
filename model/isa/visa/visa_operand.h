// Operands of vISA instructions. Variables are named by their number: 0 to 31 predefined, then in order of declaration.
#pragma once

#include <cstdint>
#include <variant>

#include "isa/visa/data_type.h"

namespace texpipe::visa {

inline constexpr std::uint32_t kNullVariable = 0;  // %null
inline constexpr std::uint32_t kFirstUserVariable = 32;
inline constexpr std::uint16_t kFirstUserSurface = 6;
inline constexpr std::uint16_t kBindlessSurface = 4;  // %bss
inline constexpr std::uint16_t kFirstUserPredicate = 1;
inline constexpr std::uint32_t kRegisterBytes = 32;

/// raw_operand: bytes of a variable, from an offset on (`V_dst0.128`).
struct RawOperand {
  std::uint32_t variable = 0;
  std::uint16_t offset = 0;  // bytes
  bool operator==(const RawOperand&) const = default;
};

/// Predication control: variable 0 is none.
struct PredicateUse {
  enum class Control : std::uint8_t { kEach = 0, kAny = 1, kAll = 2 };
  std::uint16_t variable = 0;
  bool inverted = false;
  Control control = Control::kEach;

  bool present() const { return variable != 0; }
  bool operator==(const PredicateUse&) const = default;
};

inline std::uint16_t encode_predicate(const PredicateUse& use) {
  return static_cast<std::uint16_t>(use.variable | static_cast<unsigned>(use.control) << 13 |
                                    (use.inverted ? 0x8000u : 0u));
}

/// Source modifier of a general operand, numbered as the bytes number it (bits 5:3 of the operand's tag).
enum class Modifier : std::uint8_t {
  kNone = 0,
  kAbsolute = 1,
  kNegate = 2,
  kNegateAbsolute = 3,
  kSaturate = 4,
  kNot = 5
};

/// Strides of a region in elements. A destination has the horizontal stride only.
struct Region {
  std::uint8_t vertical = 1;
  std::uint8_t width = 1;
  std::uint8_t horizontal = 0;
  bool operator==(const Region&) const = default;
};

/// `V(row,column)<v;w,h>`: elements of a variable seen with its declared type.
struct RegisterOperand {
  std::uint32_t variable = 0;
  std::uint8_t row = 0;     // registers
  std::uint8_t column = 0;  // elements
  Region region;
  Modifier modifier = Modifier::kNone;
  bool operator==(const RegisterOperand&) const = default;
};

/// `0x3f000000:f`: bits of an immediate, zero-extended to 64.
struct Immediate {
  DataType type = DataType::kUd;
  std::uint64_t bits = 0;
  bool operator==(const Immediate&) const = default;
};

/// A predicate variable as operand of `cmp` or a logic instruction.
struct PredicateOperand {
  std::uint16_t variable = 0;
  bool operator==(const PredicateOperand&) const = default;
};

/// `S_0(0)`, `T_src(0)`: a sampler or surface variable as the destination of `movs`.
struct StateOperand {
  enum class Kind : std::uint8_t { kSurface = 0, kSampler = 1 };
  Kind kind = Kind::kSurface;
  std::uint16_t variable = 0;
  std::uint8_t element = 0;
  bool operator==(const StateOperand&) const = default;
};

using VectorOperand = std::variant<RegisterOperand, Immediate, PredicateOperand, StateOperand>;

}  // namespace texpipe::visa
