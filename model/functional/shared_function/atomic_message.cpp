#include "functional/shared_function/atomic_message.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/diagnostic.h"
#include "functional/shared_function/memory_window.h"

namespace texpipe::functional {

namespace {

using gen9::AtomicOperation;
using gen9::DataPort1Type;
using gen9::DataPortMessage;
using gen9::FloatAtomicOperation;

bool is_float(const DataPortMessage& fields) {
  return fields.type1() == DataPort1Type::kUntypedFloatAtomic ||
         fields.type1() == DataPort1Type::kA64UntypedFloatAtomic;
}

bool has_wide_addresses(const DataPortMessage& fields) {
  return fields.type1() == DataPort1Type::kA64UntypedAtomic || fields.type1() == DataPort1Type::kA64UntypedFloatAtomic;
}

unsigned operands_of(const DataPortMessage& fields) {
  if (is_float(fields)) return fields.float_operation == FloatAtomicOperation::kCompareWrite ? 2 : 1;
  switch (fields.operation) {
    case AtomicOperation::kIncrement:
    case AtomicOperation::kDecrement:
    case AtomicOperation::kPredecrement:
      return 0;
    case AtomicOperation::kCompareWrite:
      return 2;
    case AtomicOperation::kCompareWrite64:
      unsupported("the 64-bit compare and write of a " + fields.type_name());
    default:
      return 1;
  }
}

/// @tparam Word  of 32 or 64 bits, without sign
template <class Word>
Word integer_result(AtomicOperation operation, Word old, Word a, Word b) {
  const auto is_signed = [](Word bits) { return static_cast<std::make_signed_t<Word>>(bits); };
  switch (operation) {
    case AtomicOperation::kAnd:
      return old & a;
    case AtomicOperation::kOr:
      return old | a;
    case AtomicOperation::kXor:
      return old ^ a;
    case AtomicOperation::kMov:
      return a;
    case AtomicOperation::kIncrement:
      return old + 1;
    case AtomicOperation::kDecrement:
    case AtomicOperation::kPredecrement:
      return old - 1;
    case AtomicOperation::kAdd:
      return old + a;
    case AtomicOperation::kSubtract:
      return old - a;
    case AtomicOperation::kReverseSubtract:
      return a - old;
    case AtomicOperation::kSignedMaximum:
      return is_signed(old) > is_signed(a) ? old : a;
    case AtomicOperation::kSignedMinimum:
      return is_signed(old) < is_signed(a) ? old : a;
    case AtomicOperation::kUnsignedMaximum:
      return std::max(old, a);
    case AtomicOperation::kUnsignedMinimum:
      return std::min(old, a);
    case AtomicOperation::kCompareWrite:
      return old == a ? b : old;
    case AtomicOperation::kCompareWrite64:
      break;
  }
  return old;
}

/// A NaN gives way to a number.
std::uint32_t float_result(FloatAtomicOperation operation, std::uint32_t old, std::uint32_t a, std::uint32_t b) {
  const float there = std::bit_cast<float>(old), operand = std::bit_cast<float>(a);
  switch (operation) {
    case FloatAtomicOperation::kMaximum:
      return there > operand || operand != operand ? old : a;
    case FloatAtomicOperation::kMinimum:
      return there < operand || operand != operand ? old : a;
    case FloatAtomicOperation::kCompareWrite:
      return there == operand ? b : old;
  }
  return old;
}

std::uint32_t result_of(const DataPortMessage& fields, std::uint32_t old, std::uint32_t a, std::uint32_t b) {
  return is_float(fields) ? float_result(fields.float_operation, old, a, b)
                          : integer_result(fields.operation, old, a, b);
}

std::uint64_t result_of(const DataPortMessage& fields, std::uint64_t old, std::uint64_t a, std::uint64_t b) {
  return integer_result(fields.operation, old, a, b);
}

/// The place of a lane's word among registers: in which register, from which DWord on.
template <class Word>
struct LanePlace {
  static constexpr unsigned kDwords = sizeof(Word) / 4, kLanes = 8 / kDwords;
  unsigned reg, dword;

  explicit LanePlace(unsigned lane) : reg{lane / kLanes}, dword{lane % kLanes * kDwords} {}
};

template <class Word>
Word word_of(const std::vector<Grf>& payload, unsigned first, unsigned lane) {
  const LanePlace<Word> place{lane};
  const std::uint32_t* dwords = &payload[first + place.reg][place.dword];
  if constexpr (sizeof(Word) == 4) return dwords[0];
  return static_cast<Word>(dwords[0] | std::uint64_t{dwords[sizeof(Word) / 4 - 1]} << 32);
}

/// @tparam Word  what each lane changes
template <class Word>
void execute_lanes(GpuMemory& memory, const Message& message, const DataPortMessage& fields, const MemoryWindow& window,
                   DataPortOutcome& outcome) {
  const bool wide = has_wide_addresses(fields);
  const unsigned lanes = wide || fields.simd8 ? 8 : 16, operands = operands_of(fields);
  const unsigned registers = lanes / LanePlace<Word>::kLanes;  // of one operand
  const unsigned addresses = fields.header_present ? 1 : 0, data = addresses + lanes / 8 * (wide ? 2 : 1);
  if (message.payload.size() != data + operands * registers) {
    throw Error{ExitCode::kMalformedInput, fields.type_name() + " with " + std::to_string(operands) + " operands for " +
                                               std::to_string(lanes) + " channels with " +
                                               std::to_string(message.payload.size()) + " payload registers"};
  }
  outcome.local = window.local;
  if (fields.return_data) {
    outcome.response.registers.assign(registers, Grf{});
    outcome.response.byte_enables.assign(registers, 0);
  }
  const std::uint32_t mask = message.execution_mask & ((std::uint32_t{1} << lanes) - 1);
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const auto operand = [&](unsigned number) {
      return number < operands ? word_of<Word>(message.payload, data + number * registers, lane) : Word{0};
    };
    const std::uint64_t at = window.place(wide ? word_of<std::uint64_t>(message.payload, addresses, lane)
                                               : word_of<std::uint32_t>(message.payload, addresses, lane));
    Word answer = 0;
    if (window.holds(at, sizeof(Word))) {
      Word old = 0;
      memory.read(window[at], std::as_writable_bytes(std::span{&old, 1}));
      const Word result = result_of(fields, old, operand(0), operand(1));
      memory.write(window[at], std::as_bytes(std::span{&result, 1}));
      outcome.writes.push_back({window[at], sizeof(Word)});
      const bool after = !is_float(fields) && fields.operation == AtomicOperation::kPredecrement;
      answer = after ? result : old;
    }
    if (!fields.return_data) continue;
    const LanePlace<Word> place{lane};
    for (unsigned d = 0; d < LanePlace<Word>::kDwords; ++d) {
      outcome.response.registers[place.reg][place.dword + d] =
          static_cast<std::uint32_t>(std::uint64_t{answer} >> 32 * d);
      outcome.response.byte_enables[place.reg] |= 0xFu << ((place.dword + d) * 4);
    }
  }
}

}  // namespace

bool is_atomic(const DataPortMessage& fields) {
  if (fields.shared_function != gen9::SharedFunction::kDataPort1) return false;
  return fields.type1() == DataPort1Type::kUntypedAtomic || is_float(fields) || has_wide_addresses(fields);
}

void execute_atomic(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                    DataPortOutcome& outcome) {
  const bool wide = has_wide_addresses(fields);
  // With 64-bit addresses there are 8 lanes, and the bit of their number asks for 64-bit data.
  if (wide && fields.simd8 && !is_float(fields))
    return execute_lanes<std::uint64_t>(memory, message, fields, whole_memory(), outcome);
  if (wide && fields.simd8) unsupported(fields.type_name() + " of 64-bit data");
  execute_lanes<std::uint32_t>(memory, message, fields, wide ? whole_memory() : plain_window(memory, message, fields),
                               outcome);
}

}  // namespace texpipe::functional
