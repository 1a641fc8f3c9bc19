#include "functional/execution/visa_operand_lanes.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "functional/execution/visa_steps.h"

namespace texpipe::functional {

namespace {

using visa::DataType;

constexpr std::uint32_t kRoundingModes = 0x30;  // of %cr0

VisaValue modified(VisaValue value, visa::Modifier modifier) {
  using visa::Modifier;
  if (modifier == Modifier::kNone || modifier == Modifier::kSaturate) return value;
  if (modifier == Modifier::kNot) return {value.type, low_bits(~value.bits, bits_of(value.type))};
  const bool absolute = modifier != Modifier::kNegate;
  const bool negate = modifier != Modifier::kAbsolute;
  if (is_float(value.type)) {
    const std::uint64_t sign = 1ull << (bits_of(value.type) - 1);
    if (absolute) value.bits &= ~sign;
    if (negate) value.bits ^= sign;
    return value;
  }
  VisaInteger integer = as_integer(value);
  if (absolute && integer < 0) integer = -integer;
  if (negate) integer = -integer;
  return {value.type, low_bits(static_cast<std::uint64_t>(integer), bits_of(value.type)),
          !is_signed(value.type) && integer < 0};
}

const visa::Variable& variable_of(const visa::Program& program, std::uint32_t number) {
  const visa::Variable* variable = visa::find_variable(program, number);
  if (!variable) unsupported("vISA variable " + std::to_string(number));
  return *variable;
}

/// Bytes of the lanes' elements and the registers that they touch.
template <class ElementOf>
GrfRange place_lanes(const VisaRegisters& places, const visa::RegisterOperand& operand, DataType type, unsigned lanes,
                     std::array<std::uint16_t, kMostVisaLanes>& bytes, ElementOf element_of) {
  const unsigned size = visa::byte_size(type);
  const unsigned start = places.byte_of(operand.variable) + operand.row * kGrfBytes;
  unsigned low = ~0u;
  unsigned high = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned byte = start + element_of(lane) * size;
    low = std::min(low, byte);
    high = std::max(high, byte);
    bytes[lane] = static_cast<std::uint16_t>(byte);
  }
  return covering(low, high + size - low);
}

template <class Element>
void gather(const ThreadRegisters& registers, const VisaSource& source, unsigned lanes, LaneValues& values) {
  const auto* bytes = reinterpret_cast<const std::byte*>(registers.grf.data());
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Element element;
    std::memcpy(&element, bytes + source.bytes[lane], sizeof element);
    values.bits[lane] = element;
  }
}

template <class Element>
void scatter(ThreadRegisters& registers, const VisaDestination& destination, const LaneValues& values,
             std::uint32_t enabled, unsigned lanes) {
  auto* bytes = reinterpret_cast<std::byte*>(registers.grf.data());
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!(enabled >> lane & 1)) continue;
    const auto element = static_cast<Element>(values.bits[lane]);
    std::memcpy(bytes + destination.bytes[lane], &element, sizeof element);
  }
}

}  // namespace

VisaSource resolve_source(const VisaRegisters& places, const visa::Program& program, const visa::VectorOperand& operand,
                          unsigned lanes) {
  VisaSource source;
  if (const auto* immediate = std::get_if<visa::Immediate>(&operand)) {
    source.kind = VisaSource::Kind::kImmediate;
    for (unsigned i = 0; i < VisaSource::kPackedElements; ++i) {
      const VisaValue element = immediate_element({immediate->type, immediate->bits}, i);
      source.type = element.type;
      source.elements[i] = element.bits;
    }
    return source;
  }
  if (const auto* flag = std::get_if<visa::PredicateOperand>(&operand)) {
    source.kind = VisaSource::Kind::kPredicate;
    source.predicate = flag->variable;
    return source;
  }
  const auto* region = std::get_if<visa::RegisterOperand>(&operand);
  if (!region) unsupported("this vISA operand as a source");
  source.kind = VisaSource::Kind::kRegister;
  source.type = variable_of(program, region->variable).type;
  source.modifier = region->modifier;
  const unsigned width = std::max<unsigned>(1, region->region.width);
  source.registers = place_lanes(places, *region, source.type, lanes, source.bytes, [&](unsigned lane) {
    return region->column + lane / width * region->region.vertical + lane % width * region->region.horizontal;
  });
  return source;
}

VisaDestination resolve_destination(const VisaRegisters& places, const visa::Program& program,
                                    const visa::VectorOperand& operand, unsigned lanes) {
  VisaDestination destination;
  if (const auto* flag = std::get_if<visa::PredicateOperand>(&operand)) {
    destination.is_predicate = true;
    destination.predicate = flag->variable;
    return destination;
  }
  const auto& region = std::get<visa::RegisterOperand>(operand);
  destination.type = variable_of(program, region.variable).type;
  destination.saturate = region.modifier == visa::Modifier::kSaturate;
  destination.control = region.variable == kControlVariable;
  destination.registers = place_lanes(places, region, destination.type, lanes, destination.bytes,
                                      [&](unsigned lane) { return region.column + lane * region.region.horizontal; });
  return destination;
}

void read_lanes(const ThreadRegisters& registers, const VisaSource& source, unsigned lanes, LaneValues& values) {
  values.type = source.type;
  values.below_zero = 0;
  if (source.kind != VisaSource::Kind::kRegister) {
    for (unsigned lane = 0; lane < lanes; ++lane)
      values.bits[lane] = source.elements[lane % VisaSource::kPackedElements];
    return;
  }
  switch (visa::byte_size(source.type)) {
    case 1:
      gather<std::uint8_t>(registers, source, lanes, values);
      break;
    case 2:
      gather<std::uint16_t>(registers, source, lanes, values);
      break;
    case 4:
      gather<std::uint32_t>(registers, source, lanes, values);
      break;
    default:
      gather<std::uint64_t>(registers, source, lanes, values);
  }
  if (source.modifier == visa::Modifier::kNone) return;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const VisaValue value = modified({source.type, values.bits[lane]}, source.modifier);
    values.bits[lane] = value.bits;
    if (value.below_zero) values.below_zero |= 1u << lane;
  }
}

std::uint64_t read_scalar(const ThreadRegisters& registers, const VisaSource& source) {
  LaneValues values;
  read_lanes(registers, source, 1, values);
  return values.bits[0];
}

void write_lanes(ThreadRegisters& registers, const VisaDestination& destination, LaneValues& values,
                 std::uint32_t enabled, unsigned lanes) {
  if (enabled == 0) return;
  for (unsigned lane = 0; destination.control && lane < lanes; ++lane) {
    if ((enabled >> lane & 1) && (values.bits[lane] & kRoundingModes) != 0)
      unsupported("rounding modes of %cr0 other than to nearest even");
  }
  convert_lanes(values, destination.type, destination.saturate, lanes);
  switch (visa::byte_size(destination.type)) {
    case 1:
      return scatter<std::uint8_t>(registers, destination, values, enabled, lanes);
    case 2:
      return scatter<std::uint16_t>(registers, destination, values, enabled, lanes);
    case 4:
      return scatter<std::uint32_t>(registers, destination, values, enabled, lanes);
    default:
      return scatter<std::uint64_t>(registers, destination, values, enabled, lanes);
  }
}

void write_bytes(ThreadRegisters& registers, unsigned byte, std::uint64_t bits, unsigned size) {
  if (byte + size > kGrfCount * kGrfBytes)
    throw Error{ExitCode::kMalformedInput, "a vISA operand lies beyond the last register"};
  std::memcpy(reinterpret_cast<std::byte*>(registers.grf.data()) + byte, &bits, size);
}

std::uint64_t read_bytes(const ThreadRegisters& registers, unsigned byte, unsigned size) {
  if (byte + size > kGrfCount * kGrfBytes)
    throw Error{ExitCode::kMalformedInput, "a vISA operand lies beyond the last register"};
  std::uint64_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const std::byte*>(registers.grf.data()) + byte, size);
  return bits;
}

}  // namespace texpipe::functional
