#include "isa/visa/opcode.h"

#include <algorithm>

namespace texpipe::visa {

namespace {

using enum OperandField;

constexpr OperandField kUnary[] = {kExecution, kPredicate, kDestination, kSource};
constexpr OperandField kBinary[] = {kExecution, kPredicate, kDestination, kSource, kSource};
constexpr OperandField kTernary[] = {kExecution, kPredicate, kDestination, kSource, kSource, kSource};
constexpr OperandField kCompare[] = {kExecution, kRelation, kDestination, kSource, kSource};
constexpr OperandField kMinimum[] = {kExecution, kZero, kDestination, kSource, kSource};
constexpr OperandField kMaximum[] = {kExecution, kOne, kDestination, kSource, kSource};
constexpr OperandField kStateMove[] = {kExecution, kDestination, kSource};
constexpr OperandField kLabelOnly[] = {kLabel};
constexpr OperandField kReturn[] = {kExecution, kPredicate};
constexpr OperandField kJump[] = {kExecution, kPredicate, kLabel};
constexpr OperandField kOwordStore[] = {kOwords, kSurface, kSource, kRaw};
constexpr OperandField kOwordLoad[] = {kOwords, kZero, kSurface, kSource, kRaw};
constexpr OperandField kTyped[] = {kExecution, kPredicate, kChannels, kSurface, kRaw, kRaw, kRaw, kRaw, kRaw};
constexpr OperandField kScaled4[] = {kExecution, kPredicate, kChannels, kZero, kZero, kSurface, kSource, kRaw, kRaw};
constexpr OperandField kScaled1[] = {kExecution, kPredicate, kZero, kTwo, kZero, kZero, kSurface, kSource, kRaw, kRaw};
constexpr OperandField kSvmGather[] = {kThree, kExecution, kPredicate, kOne, kZero, kRaw, kRaw};
constexpr OperandField kFence[] = {kNoMask1};

// clang-format off
constexpr OpcodeFacts kOpcodes[] = {
    {0x01, "add", kBinary},    {0x02, "avg", kBinary},    {0x03, "div", kBinary},   {0x08, "exp", kUnary},    {0x09, "frc", kUnary},
    {0x0B, "log", kUnary},     {0x0C, "mad", kTernary},   {0x0D, "mulh", kBinary},  {0x10, "mul", kBinary},   {0x11, "pow", kBinary},
    {0x12, "rndd", kUnary},    {0x13, "rndu", kUnary},    {0x14, "rnde", kUnary},   {0x15, "rndz", kUnary},   {0x17, "sin", kUnary},
    {0x18, "cos", kUnary},     {0x19, "sqrt", kUnary},    {0x1A, "rsqrt", kUnary},  {0x1B, "inv", kUnary},    {0x1F, "lzd", kUnary},
    {0x20, "and", kBinary},    {0x21, "or", kBinary},     {0x22, "xor", kBinary},   {0x23, "not", kUnary},    {0x24, "shl", kBinary},
    {0x25, "shr", kBinary},    {0x26, "asr", kBinary},    {0x27, "cbit", kUnary},   {0x29, "mov", kUnary},    {0x2A, "sel", kBinary},
    {0x2C, "cmp", kCompare},   {0x2D, "movs", kStateMove},
    {kOpcodeSubroutine, "subroutine", kLabelOnly},        {kOpcodeLabel, "label", kLabelOnly},
    {0x34, "ret", kReturn},    {0x36, "oword_st", kOwordStore},                     {0x3C, "oword_ld_unaligned", kOwordLoad},
    {0x45, "min", kMinimum},   {0x45, "max", kMaximum},
    {0x4C, "scatter4_typed", kTyped},                     {0x4E, "svm_gather.4.1", kSvmGather},
    {0x59, "barrier", {}},     {0x5C, "fence_sw", kFence}, {0x6C, "goto", kJump},
    {0x74, "gather4_scaled", kScaled4},                   {0x75, "scatter4_scaled", kScaled4},
    {0x78, "gather_scaled.4", kScaled1},
};
// clang-format on

constexpr std::string_view kRelations[] = {"eq", "ne", "gt", "ge", "lt", "le"};

}  // namespace

std::span<const OpcodeFacts> all_opcodes() {
  return kOpcodes;
}
std::span<const std::string_view> relation_names() {
  return kRelations;
}

const OpcodeFacts* find_opcode(std::string_view name) {
  const auto* row =
      std::find_if(std::begin(kOpcodes), std::end(kOpcodes), [&](const OpcodeFacts& r) { return r.name == name; });
  return row == std::end(kOpcodes) ? nullptr : row;
}

const OpcodeFacts* find_opcode(std::uint8_t code, std::span<const std::uint8_t> following) {
  constexpr std::uint8_t kMinMax = 0x45;
  if (code == kMinMax)
    return following.size() > 1 && following[1] <= 1 ? find_opcode(following[1] ? "max" : "min") : nullptr;
  const auto* row =
      std::find_if(std::begin(kOpcodes), std::end(kOpcodes), [&](const OpcodeFacts& r) { return r.code == code; });
  return row == std::end(kOpcodes) ? nullptr : row;
}

}  // namespace texpipe::visa
