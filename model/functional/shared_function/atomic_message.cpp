#include "functional/shared_function/atomic_message.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/diagnostic.h"
#include "functional/shared_function/memory_window.h"
#include "functional/shared_function/texel_places.h"
#include "functional/shared_function/typed_surface.h"

namespace texpipe::functional {

namespace {

using gen9::AtomicOperation;
using gen9::DataPort1Type;
using gen9::DataPortMessage;
using gen9::FloatAtomicOperation;

constexpr AtomicOperation kTwice = AtomicOperation::kCompareWrite64;

bool is_float(const DataPortMessage& fields) {
  return fields.type1() == DataPort1Type::kUntypedFloatAtomic ||
         fields.type1() == DataPort1Type::kA64UntypedFloatAtomic;
}

bool has_wide_addresses(const DataPortMessage& fields) {
  return fields.type1() == DataPort1Type::kA64UntypedAtomic || fields.type1() == DataPort1Type::kA64UntypedFloatAtomic;
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
    case AtomicOperation::kCompareWrite64:  // of a word of 64 bits, whatever the message's other operations take
      return old == a ? b : old;
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

/// Places at which untyped atomics act: an address of each lane in a window.
struct UntypedPlaces {
  const Message& message;
  MemoryWindow window;
  unsigned lanes;
  bool wide;       // addresses of 64 bits
  unsigned first;  // payload register of the addresses

  std::uint32_t mask() const { return message.execution_mask & ((std::uint32_t{1} << lanes) - 1); }
  unsigned operands() const { return first + lanes / 8 * (wide ? 2 : 1); }  // first register

  std::optional<ByteAddress> find(unsigned lane, unsigned bytes) const {
    const std::uint64_t at = window.place(wide ? word_of<std::uint64_t>(message.payload, first, lane)
                                               : word_of<std::uint32_t>(message.payload, first, lane));
    OutsideAccesses{message, window, true}.count(at, bytes);
    if (!window.holds(at, bytes)) return std::nullopt;
    return window[at];
  }
};

/// Places at which typed atomics act: a texel of each lane.
struct TypedPlaces {
  TypedSurface& surface;
  TexelPlaces places;
  std::uint32_t enabled;
  unsigned first_operand;
  static constexpr unsigned lanes = 8;

  std::uint32_t mask() const { return enabled; }
  unsigned operands() const { return first_operand; }

  std::optional<ByteAddress> find(unsigned lane, unsigned) const {
    TexelPlace place;
    if (!surface.layout || !places.find(lane, place)) return std::nullopt;
    return surface.address(place);
  }
};

[[noreturn]] void refuse_payload(const DataPortMessage& fields, unsigned lanes, std::size_t registers) {
  throw Error{ExitCode::kMalformedInput, fields.type_name() + " with " + std::to_string(atomic_operands(fields)) +
                                             " operands for " + std::to_string(lanes) + " channels with " +
                                             std::to_string(registers) + " payload registers"};
}

/// @tparam Word  what each lane changes
template <class Word, class Places>
void execute_lanes(GpuMemory& memory, const Message& message, const DataPortMessage& fields, const Places& places,
                   DataPortOutcome& outcome) {
  const unsigned operands = atomic_operands(fields), data = places.operands();
  const unsigned registers = places.lanes / LanePlace<Word>::kLanes;  // of one operand
  if (message.payload.size() != data + operands * registers)
    refuse_payload(fields, places.lanes, message.payload.size());
  if (fields.return_data) {
    outcome.response.registers.assign(registers, Grf{});
    outcome.response.byte_enables.assign(registers, 0);
  }
  for (std::uint32_t left = places.mask(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const auto operand = [&](unsigned number) {
      return number < operands ? word_of<Word>(message.payload, data + number * registers, lane) : Word{0};
    };
    Word answer = 0;
    if (const std::optional<ByteAddress> address = places.find(lane, sizeof(Word))) {
      Word old = 0;
      memory.read(*address, std::as_writable_bytes(std::span{&old, 1}));
      const Word result = result_of(fields, old, operand(0), operand(1));
      memory.write(*address, std::as_bytes(std::span{&result, 1}));
      outcome.writes.push_back({*address, sizeof(Word)});
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

void execute_untyped(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                     DataPortOutcome& outcome) {
  const bool wide = has_wide_addresses(fields);
  const UntypedPlaces places{message, wide ? whole_memory() : plain_window(memory, message, fields),
                             wide || fields.simd8 ? 8u : 16u, wide, fields.header_present ? 1u : 0u};
  outcome.local = places.window.local;
  // Messages with 64-bit addresses have 8 lanes, and the bit of their number asks for 64-bit data.
  const bool wide_data = wide && fields.simd8, twice = !is_float(fields) && fields.operation == kTwice;
  if (wide_data && is_float(fields)) unsupported(fields.type_name() + " of 64-bit data");
  if (wide_data && twice) unsupported("the 128-bit compare and write of a " + fields.type_name());
  if (twice && places.lanes != 8) unsupported("the 64-bit compare and write of a " + fields.type_name() + " in SIMD16");
  if (wide_data || twice)
    execute_lanes<std::uint64_t>(memory, message, fields, places, outcome);
  else
    execute_lanes<std::uint32_t>(memory, message, fields, places, outcome);
}

/// Texels are DWords of integers; one of a float may be exchanged (assumed).
void require_atomic_format(const TypedSurface& surface, const DataPortMessage& fields) {
  using F = gen9::SurfaceFormat;
  require_plain_channels(surface.state, fields);
  const F format = surface.state.format;
  if (format == F::kR32Uint || format == F::kR32Sint) return;
  if (format == F::kR32Float && fields.operation == AtomicOperation::kMov) return;
  unsupported("a " + fields.type_name() + " of a surface of format " + std::string{gen9::format_facts(format).name});
}

void execute_typed(GpuMemory& memory, const Message& message, const DataPortMessage& fields, DataPortOutcome& outcome) {
  constexpr unsigned kMostCoordinates = 4;  // u, v, r, level
  const unsigned header = fields.header_present ? 1 : 0, operands = atomic_operands(fields);
  const auto registers = static_cast<unsigned>(message.payload.size());
  if (registers < header + 1 + operands || registers > header + kMostCoordinates + operands)
    refuse_payload(fields, TypedPlaces::lanes, registers);
  if (fields.operation == kTwice) unsupported("the 64-bit compare and write of a " + fields.type_name());
  TypedSurface& surface = typed_surface(
      surface_state_words(memory, *message.context, fields.binding_table_index, fields.bindless_surface_offset));
  if (surface.layout) require_atomic_format(surface, fields);
  const unsigned coordinates = registers - header - operands;
  const TypedPlaces places{surface, TexelPlaces{surface, message, header, coordinates},
                           typed_lanes(message, header != 0, fields.slots_8_to_15), header + coordinates};
  execute_lanes<std::uint32_t>(memory, message, fields, places, outcome);
}

}  // namespace

unsigned atomic_operands(const DataPortMessage& fields) {
  if (is_float(fields)) return fields.float_operation == FloatAtomicOperation::kCompareWrite ? 2 : 1;
  switch (fields.operation) {
    case AtomicOperation::kIncrement:
    case AtomicOperation::kDecrement:
    case AtomicOperation::kPredecrement:
      return 0;
    case AtomicOperation::kCompareWrite:
    case AtomicOperation::kCompareWrite64:
      return 2;
    default:
      return 1;
  }
}

bool is_atomic(const DataPortMessage& fields) {
  if (fields.shared_function != gen9::SharedFunction::kDataPort1) return false;
  return fields.type1() == DataPort1Type::kUntypedAtomic || fields.type1() == DataPort1Type::kTypedAtomic ||
         is_float(fields) || has_wide_addresses(fields);
}

void execute_atomic(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                    DataPortOutcome& outcome) {
  if (fields.type1() == DataPort1Type::kTypedAtomic) return execute_typed(memory, message, fields, outcome);
  execute_untyped(memory, message, fields, outcome);
}

}  // namespace texpipe::functional
