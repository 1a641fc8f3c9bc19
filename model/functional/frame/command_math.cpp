#include "functional/frame/command_math.h"

#include <string>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "isa/gen9/commands/mi_commands.h"

namespace texpipe::functional {

namespace {

namespace command = gen9::command;

enum class Operation : std::uint16_t {
  kNoop = 0x000,
  kLoad = 0x080,
  kLoadZero = 0x081,
  kAdd = 0x100,
  kSubtract = 0x101,
  kAnd = 0x102,
  kOr = 0x103,
  kXor = 0x104,
  kStore = 0x180,
  kLoadInverted = 0x480,
  kLoadOnes = 0x481,
  kStoreInverted = 0x580,
};

enum Operand : std::uint16_t {
  kSourceA = 0x20,
  kSourceB = 0x21,
  kAccumulator = 0x31,
  kZeroFlag = 0x32,
  kCarryFlag = 0x33
};

/// The unit's own registers; they do not outlive a command.
struct MathUnit {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t accumulator = 0;
  bool zero = false;
  bool carry = false;
};

[[noreturn]] void refuse(const char* what, unsigned code, std::size_t instruction) {
  throw Error{ExitCode::kMalformedInput, "MI_MATH instruction " + std::to_string(instruction) + ": " + what + " " +
                                             value_text(ByteAddress{code}) + " is not listed"};
}

std::uint64_t source(const MathUnit& unit, const CommandRegisters& registers, unsigned operand, std::size_t at) {
  if (operand < CommandRegisters::kGeneralPurposeRegisters) return registers.general(operand);
  switch (operand) {
    case kAccumulator:
      return unit.accumulator;
    case kZeroFlag:
      return unit.zero ? ~std::uint64_t{0} : 0;
    case kCarryFlag:
      return unit.carry ? ~std::uint64_t{0} : 0;
    default:
      refuse("source", operand, at);
  }
}

void load(MathUnit& unit, unsigned operand, std::uint64_t value, std::size_t at) {
  if (operand != kSourceA && operand != kSourceB) refuse("destination of a load", operand, at);
  (operand == kSourceA ? unit.a : unit.b) = value;
}

void store(CommandRegisters& registers, unsigned operand, std::uint64_t value, std::size_t at) {
  if (operand >= CommandRegisters::kGeneralPurposeRegisters) refuse("destination of a store", operand, at);
  registers.set_general(operand, value);
}

void compute(MathUnit& unit, Operation operation) {
  switch (operation) {
    case Operation::kAdd:
      unit.accumulator = unit.a + unit.b;
      unit.carry = unit.accumulator < unit.a;
      break;
    case Operation::kSubtract:
      unit.accumulator = unit.a - unit.b;
      unit.carry = unit.a < unit.b;
      break;
    case Operation::kAnd:
      unit.accumulator = unit.a & unit.b;
      break;
    case Operation::kOr:
      unit.accumulator = unit.a | unit.b;
      break;
    default:
      unit.accumulator = unit.a ^ unit.b;
      break;
  }
  unit.zero = unit.accumulator == 0;
}

}  // namespace

void run_command_math(std::span<const std::uint32_t> instructions, CommandRegisters& registers) {
  MathUnit unit;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const std::span<const std::uint32_t> word = instructions.subspan(i, 1);
    const auto code = static_cast<unsigned>(gen9::read_field(word, command::kMiMathAluInstruction["ALU Opcode"]));
    const auto first = static_cast<unsigned>(gen9::read_field(word, command::kMiMathAluInstruction["Operand 1"]));
    const auto second = static_cast<unsigned>(gen9::read_field(word, command::kMiMathAluInstruction["Operand 2"]));
    switch (const auto operation = static_cast<Operation>(code)) {
      case Operation::kNoop:
        break;
      case Operation::kLoad:
        load(unit, first, source(unit, registers, second, i), i);
        break;
      case Operation::kLoadInverted:
        load(unit, first, ~source(unit, registers, second, i), i);
        break;
      case Operation::kLoadZero:
        load(unit, first, 0, i);
        break;
      case Operation::kLoadOnes:
        load(unit, first, ~std::uint64_t{0}, i);
        break;
      case Operation::kStore:
        store(registers, first, source(unit, registers, second, i), i);
        break;
      case Operation::kStoreInverted:
        store(registers, first, ~source(unit, registers, second, i), i);
        break;
      case Operation::kAdd:
      case Operation::kSubtract:
      case Operation::kAnd:
      case Operation::kOr:
      case Operation::kXor:
        compute(unit, operation);
        break;
      default:
        refuse("operation", code, i);
    }
  }
}

}  // namespace texpipe::functional
