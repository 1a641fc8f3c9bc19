#include "isa/visa/opcode.h"

#include <algorithm>

namespace texpipe::visa {

namespace {

using enum OperandField;

constexpr OperandField kUnary[] = {kExecution, kPredicate, kDestination, kSource};
constexpr OperandField kBinary[] = {kExecution, kPredicate, kDestination, kSource, kSource};
constexpr OperandField kTernary[] = {kExecution, kPredicate, kDestination, kSource, kSource, kSource};
constexpr OperandField kInsert[] = {kExecution, kPredicate, kDestination, kSource, kSource, kSource, kSource};
constexpr OperandField kCarry[] = {kExecution, kPredicate, kDestination, kDestination, kSource, kSource};
constexpr OperandField kCompare[] = {kExecution, kWord, kDestination, kSource, kSource};
constexpr OperandField kMinMax[] = {kExecution, kFixed, kDestination, kSource, kSource};
constexpr OperandField kMove[] = {kExecution, kDestination, kSource};
constexpr OperandField kLabelOnly[] = {kLabel};
constexpr OperandField kReturn[] = {kExecution, kPredicate};
constexpr OperandField kJump[] = {kExecution, kPredicate, kLabel};
constexpr OperandField kSourceOnly[] = {kSource};
constexpr OperandField kWordOnly[] = {kWord};
constexpr OperandField kFixedOnly[] = {kFixed};
constexpr OperandField kFenceOnly[] = {kFence};
constexpr OperandField kOwordStore[] = {kOwords, kSurface, kSource, kRaw};
constexpr OperandField kOwordLoad[] = {kOwords, kZero, kSurface, kSource, kRaw};
constexpr OperandField kTyped[] = {kExecution, kPredicate, kChannels, kSurface, kRaw, kRaw, kRaw, kRaw, kRaw};
constexpr OperandField kChannelsScaled[] = {kExecution, kPredicate, kChannels, kZero, kZero,
                                            kSurface,   kSource,    kRaw,      kRaw};
constexpr OperandField kBytesScaled[] = {kExecution, kPredicate, kZero,   kBlockCount, kZero,
                                         kZero,      kSurface,   kSource, kRaw,        kRaw};
constexpr OperandField kAtomicSurface[] = {kAtomic, kExecution, kPredicate, kSurface, kRaw, kRaw, kRaw, kRaw};
constexpr OperandField kSvmBlock[] = {kFixed, kOwords, kSource, kRaw};
constexpr OperandField kSvmBytes[] = {kFixed, kExecution, kPredicate, kBlockBytes, kBlockCount, kRaw, kRaw};
constexpr OperandField kSvmAtomic[] = {kFixed, kExecution, kPredicate, kAtomic, kRaw, kRaw, kRaw, kRaw};
constexpr OperandField kSvmScaled[] = {kFixed, kExecution, kPredicate, kChannels, kZero, kZero, kSource, kRaw, kRaw};

// Bytes: address, two sources, destination; text: address, destination, two sources.
constexpr std::uint8_t kDestinationSecond[] = {0, 2, 3, 1};

constexpr SelectorWord kRelationWords[] = {{0, "eq"}, {1, "ne"}, {2, "gt"}, {3, "ge"}, {4, "lt"}, {5, "le"}};
constexpr WordTable kRelations{"relation", kRelationWords};
constexpr SelectorWord kAtomicWords[] = {
    {0x00, "add"},     {0x01, "sub"},     {0x02, "inc"},  {0x03, "dec"},    {0x04, "min"},  {0x05, "max"},
    {0x06, "xchg"},    {0x07, "cmpxchg"}, {0x08, "and"},  {0x09, "or"},     {0x0A, "xor"},  {0x0B, "minsint"},
    {0x0C, "maxsint"}, {0x10, "fmax"},    {0x11, "fmin"}, {0x12, "fcmpwr"}, {0x13, "fadd"}, {0x14, "fsub"}};
constexpr WordTable kAtomics{"atomic operation", kAtomicWords};
constexpr SelectorWord kSplitBarrierWords[] = {{0, "wait"}, {1, "signal"}};
constexpr WordTable kSplitBarrier{"half of a barrier", kSplitBarrierWords};

// clang-format off
constexpr OpcodeFacts kOpcodes[] = {
    {0x01, "add", kBinary},    {0x02, "avg", kBinary},    {0x03, "div", kBinary},   {0x04, "dp2", kBinary},   {0x05, "dp3", kBinary},
    {0x06, "dp4", kBinary},    {0x07, "dph", kBinary},    {0x08, "exp", kUnary},    {0x09, "frc", kUnary},    {0x0A, "line", kBinary},
    {0x0B, "log", kUnary},     {0x0C, "mad", kTernary},   {0x0D, "mulh", kBinary},  {0x0E, "lrp", kTernary},  {0x0F, "mod", kBinary},
    {0x10, "mul", kBinary},    {0x11, "pow", kBinary},    {0x12, "rndd", kUnary},   {0x13, "rndu", kUnary},   {0x14, "rnde", kUnary},
    {0x15, "rndz", kUnary},    {0x16, "sad2", kBinary},   {0x17, "sin", kUnary},    {0x18, "cos", kUnary},    {0x19, "sqrt", kUnary},
    {0x1A, "rsqrt", kUnary},   {0x1B, "inv", kUnary},     {0x1F, "lzd", kUnary},    {0x20, "and", kBinary},   {0x21, "or", kBinary},
    {0x22, "xor", kBinary},    {0x23, "not", kUnary},     {0x24, "shl", kBinary},   {0x25, "shr", kBinary},   {0x26, "asr", kBinary},
    {0x27, "cbit", kUnary},    {0x29, "mov", kUnary},     {0x2A, "sel", kBinary},   {0x2B, "setp", kMove},
    {0x2C, "cmp", kCompare, &kRelations},                 {0x2D, "movs", kMove},    {0x2E, "fbl", kUnary},    {0x2F, "fbh", kUnary},
    {kOpcodeSubroutine, "subroutine", kLabelOnly},        {kOpcodeLabel, "label", kLabelOnly},
    {0x32, "jmp", kJump},      {0x34, "ret", kReturn},    {0x35, "oword_ld", kOwordLoad},
    {0x36, "oword_st", kOwordStore},                      {0x3C, "oword_ld_unaligned", kOwordLoad},
    {0x45, "min", kMinMax, nullptr, {1, 0xFF, 0}},        {0x45, "max", kMinMax, nullptr, {1, 0xFF, 1}},
    {0x46, "bfe", kTernary},   {0x47, "bfi", kInsert},    {0x48, "bfrev", kUnary},  {0x49, "addc", kCarry},   {0x4A, "subb", kCarry},
    {0x4B, "gather4_typed", kTyped},                      {0x4C, "scatter4_typed", kTyped},
    {0x4E, "svm_block_ld", kSvmBlock, nullptr, {0, 0xFF, 1}},
    {0x4E, "svm_block_st", kSvmBlock, nullptr, {0, 0xFF, 2}},
    {0x4E, "svm_gather", kSvmBytes, nullptr, {0, 0xFF, 3}},
    {0x4E, "svm_scatter", kSvmBytes, nullptr, {0, 0xFF, 4}},
    {0x4E, "svm_atomic", kSvmAtomic, &kAtomics, {0, 0xFF, 5}, kDestinationSecond},
    {0x4E, "svm_gather4scaled", kSvmScaled, nullptr, {0, 0xFF, 6}},
    {0x4E, "svm_scatter4scaled", kSvmScaled, nullptr, {0, 0xFF, 7}},
    {0x59, "barrier", {}},     {0x5A, "sampler_cache_flush", {}},                   {0x5B, "wait", kSourceOnly},
    {0x5C, "fence_sw", kFixedOnly, nullptr, {0, 0x80, 0x80}},
    {0x5C, "fence_global", kFenceOnly, nullptr, {0, 0xA0, 0x00}},
    {0x5C, "fence_local", kFenceOnly, nullptr, {0, 0xA0, 0x20}},
    {0x5F, "yield", {}},       {0x6A, "sad2add", kTernary},                         {0x6B, "plane", kBinary}, {0x6C, "goto", kJump},
    {0x74, "gather4_scaled", kChannelsScaled},            {0x75, "scatter4_scaled", kChannelsScaled},
    {0x78, "gather_scaled", kBytesScaled},                {0x79, "scatter_scaled", kBytesScaled},
    {0x7C, "sbarrier", kWordOnly, &kSplitBarrier},        {0x7D, "dword_atomic", kAtomicSurface, &kAtomics},
    {0x7E, "sqrtm", kUnary},   {0x7F, "divm", kBinary},   {0x84, "add3", kTernary}, {0x91, "madw", kTernary},
};

// An opcode that texpipe does not read, with its name in the compiler's listings, for error messages.
struct UnreadOpcode {
  std::uint8_t code;
  std::string_view name;
};
constexpr UnreadOpcode kUnread[] = {
    {0x28, "addr_add"}, {0x33, "call"},     {0x37, "media_ld"}, {0x38, "media_st"},    {0x40, "media sample"}, {0x41, "sample_unorm"},
    {0x42, "media load"},     {0x43, "avs"},      {0x44, "va"},       {0x4D, "va_plus"},     {0x4F, "ifcall"},   {0x50, "faddr"},
    {0x51, "file"},     {0x52, "loc"},      {0x58, "fcall"},    {0x5D, "raw_send"},    {0x71, "rt_write"}, {0x72, "urb_write_3d"},
    {0x73, "typed_atomic"},                 {0x7A, "raw_sends"}, {0x7B, "lifetime"},   {0x80, "rol"},      {0x81, "ror"},
    {0x82, "dp4a"},     {0x83, "dpas"},     {0x85, "bfn"},
};
// clang-format on

constexpr std::string_view kFenceLetters = "EISCR";  // bits 0 to 4
constexpr std::uint8_t kFenceL1 = 0x40;

}  // namespace

std::span<const OpcodeFacts> all_opcodes() {
  return kOpcodes;
}

const OpcodeFacts* find_opcode(std::string_view name) {
  const auto* row =
      std::find_if(std::begin(kOpcodes), std::end(kOpcodes), [&](const OpcodeFacts& r) { return r.name == name; });
  return row == std::end(kOpcodes) ? nullptr : row;
}

const OpcodeFacts* find_opcode(std::uint8_t code, std::span<const std::uint8_t> following) {
  const auto* row = std::find_if(std::begin(kOpcodes), std::end(kOpcodes), [&](const OpcodeFacts& r) {
    if (r.code != code) return false;
    if (r.fixed.mask == 0) return true;
    return r.fixed.index < following.size() && (following[r.fixed.index] & r.fixed.mask) == r.fixed.value;
  });
  return row == std::end(kOpcodes) ? nullptr : row;
}

std::string_view unread_opcode(std::uint8_t code) {
  const auto* row =
      std::find_if(std::begin(kUnread), std::end(kUnread), [&](const UnreadOpcode& r) { return r.code == code; });
  return row == std::end(kUnread) ? std::string_view{} : row->name;
}

bool is_unread_opcode(std::string_view name) {
  return std::any_of(std::begin(kUnread), std::end(kUnread), [&](const UnreadOpcode& r) { return r.name == name; });
}

std::string fence_name(std::uint8_t flags) {
  std::string name;
  for (std::size_t bit = 0; bit < kFenceLetters.size(); ++bit) {
    if (flags >> bit & 1) name += kFenceLetters[bit];
  }
  return flags & kFenceL1 ? name + "L1" : name;
}

std::optional<std::uint8_t> fence_flags(std::string_view word) {
  std::uint8_t flags = 0;
  if (word.size() >= 2 && word.substr(word.size() - 2) == "L1") {
    flags = kFenceL1;
    word.remove_suffix(2);
  }
  for (std::size_t bit = 0; bit < kFenceLetters.size() && !word.empty(); ++bit) {
    if (word.front() != kFenceLetters[bit]) continue;
    flags |= static_cast<std::uint8_t>(1u << bit);
    word.remove_prefix(1);
  }
  if (!word.empty() || flags == 0) return std::nullopt;
  return flags;
}

}  // namespace texpipe::visa
