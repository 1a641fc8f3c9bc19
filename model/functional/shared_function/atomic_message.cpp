#include "functional/shared_function/atomic_message.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/memory_window.h"

namespace texpipe::functional {

namespace {

using gen9::AtomicOperation;
using gen9::DataPort1Type;
using gen9::DataPortMessage;
using gen9::FloatAtomicOperation;

constexpr unsigned kAtomicBytes = 4;

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
      unsupported("64-bit compare and write of " + fields.type_name());
    default:
      return 1;
  }
}

std::uint32_t integer_result(AtomicOperation operation, std::uint32_t old, std::uint32_t a, std::uint32_t b) {
  const auto is_signed = [](std::uint32_t bits) { return static_cast<std::int32_t>(bits); };
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

}  // namespace

bool is_atomic(const DataPortMessage& fields) {
  if (fields.shared_function != gen9::SharedFunction::kDataPort1) return false;
  return fields.type1() == DataPort1Type::kUntypedAtomic || is_float(fields) || has_wide_addresses(fields);
}

void execute_atomic(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                    DataPortOutcome& outcome) {
  const bool wide = has_wide_addresses(fields);
  // With 64-bit addresses there are 8 lanes, and the bit of their number asks for 64-bit data.
  if (wide && fields.simd8) unsupported(fields.type_name() + " of 64-bit data");
  const unsigned lanes = wide || fields.simd8 ? 8 : 16, registers = lanes / 8, operands = operands_of(fields);
  const unsigned header = fields.header_present ? 1 : 0, addresses = header, data = header + registers * (wide ? 2 : 1);
  if (message.payload.size() != data + operands * registers) {
    throw Error{ExitCode::kMalformedInput, fields.type_name() + " with " + std::to_string(operands) + " operands for " +
                                               std::to_string(lanes) + " channels with " +
                                               std::to_string(message.payload.size()) + " payload registers"};
  }
  const MemoryWindow window = wide ? whole_memory() : plain_window(memory, message, fields);
  outcome.local = window.local;
  if (fields.return_data) {
    outcome.response.registers.assign(registers, Grf{});
    outcome.response.byte_enables.assign(registers, 0);
  }
  const std::uint32_t mask = message.execution_mask & ((std::uint32_t{1} << lanes) - 1);
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const auto operand = [&](unsigned number) {
      return number < operands ? message.payload[data + number * registers + lane / 8][lane % 8] : 0;
    };
    std::uint64_t at = message.payload[addresses + lane / 8][lane % 8];
    if (wide) {
      const std::uint32_t* dwords = &message.payload[addresses + lane / 4][lane % 4 * 2];
      at = dwords[0] | std::uint64_t{dwords[1]} << 32;
    }
    at = window.place(at);
    std::uint32_t answer = 0;
    if (window.holds(at, kAtomicBytes)) {
      const std::uint32_t old = memory.read_u32(window[at]);
      const std::uint32_t result = is_float(fields) ? float_result(fields.float_operation, old, operand(0), operand(1))
                                                    : integer_result(fields.operation, old, operand(0), operand(1));
      memory.write_u32(window[at], result);
      outcome.writes.push_back({window[at], kAtomicBytes});
      const bool after = !is_float(fields) && fields.operation == AtomicOperation::kPredecrement;
      answer = after ? result : old;
    }
    if (!fields.return_data) continue;
    outcome.response.registers[lane / 8][lane % 8] = answer;
    outcome.response.byte_enables[lane / 8] |= 0xFu << (lane % 8 * kAtomicBytes);
  }
}

}  // namespace texpipe::functional
