#include "functional/execution/eu/eu_operand_lanes.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_operand_access.h"
#include "functional/execution/eu/eu_value.h"

namespace texpipe::functional {

using gen9::AccessMode;
using gen9::AddrMode;
using gen9::ArfRegister;
using gen9::EuInstruction;
using gen9::EuSource;
using gen9::RegFile;
using gen9::SrcImmType;
using gen9::SrcMod;

namespace {

constexpr unsigned kFileBytes = kGrfCount * kRegisterBytes;
constexpr unsigned kAccumulatorBytes = 2 * kRegisterBytes;

/// Byte of a register in its file. Errors: kMalformedInput for one that does not exist.
unsigned register_byte(const EuInstruction& instruction, RegFile file, unsigned number, unsigned subregister) {
  if (file != RegFile::kArf) return number * kRegisterBytes + subregister;
  const auto arf = static_cast<ArfRegister>(number >> 4);
  const ArfPlace& place = kArfPlaces[number >> 4];
  if (arf == ArfRegister::kNull) return place.first;
  if ((number & 15u) >= place.count)
    refuse_instruction(instruction, "there is no architecture register with the number " + std::to_string(number));
  if (subregister >= place.bytes)
    refuse_instruction(instruction, "byte " + std::to_string(subregister) + " lies beyond the architecture register " +
                                        std::to_string(number) + " of " + std::to_string(place.bytes) + " bytes");
  return place.first + (number & 15u) * place.bytes + subregister;
}

void require_inside(const EuInstruction& instruction, bool arf, int low, int high) {
  const int end = static_cast<int>(arf ? kArfBytes : kFileBytes);
  if (low >= 0 && high <= end) return;
  refuse_instruction(instruction, arf ? "an operand's region leaves its architecture register"
                                      : "an operand's region ends at byte " + std::to_string(high) +
                                            " of the general registers, which have " + std::to_string(kFileBytes));
}

/// Distances of an operand's lanes from its first, in elements.
void fill_elements(const EuInstruction& instruction, const EuSource& source, RegisterType type, EuSourceOperand& to) {
  const bool three = gen9::is_three_source(instruction.opcode);
  const int size = static_cast<int>(bytes_of(type));
  constexpr std::array<int, 16> kVertical{0, 1, 2, 4, 8, 16, 32};
  constexpr std::array<int, 4> kHorizontal{0, 1, 2, 4};
  const int vertical = kVertical[static_cast<unsigned>(source.vertical) & 15u];
  for (unsigned lane = 0; lane < to.lanes; ++lane) {
    int element = 0;
    if (instruction.access == AccessMode::kAlign16 || three) {
      if (instruction.has_macro_operands()) {
        element = static_cast<int>(lane);
      } else if (size == 8) {
        // Two selects name a pair of DWords.
        const unsigned pair = static_cast<unsigned>(source.channel(lane % 2 * 2)) / 2;
        const int step = three ? 2 : vertical;
        element = static_cast<int>(lane / 2) * step + static_cast<int>(pair);
      } else {
        const int step = three ? 4 : vertical;
        element = static_cast<int>(lane / 4) * step + static_cast<int>(source.channel(lane % 4));
      }
      if (three && source.replicate == gen9::RepCtrl::kReplicate) element = 0;
      to.rows[lane] = 0;
    } else {
      const unsigned width = 1u << static_cast<unsigned>(source.width);
      const unsigned row = lane / width;
      to.rows[lane] = static_cast<std::uint8_t>(row);
      const bool own_row = source.vertical == gen9::VertStride::kVxHOrVx1;
      element = static_cast<int>(lane % width) * kHorizontal[static_cast<unsigned>(source.horizontal)] +
                (own_row ? 0 : static_cast<int>(row) * vertical);
    }
    to.offsets[lane] = static_cast<std::int16_t>(element * size);
  }
}

RegionLayout layout_of(const EuSourceOperand& source) {
  if (source.indirect) return RegionLayout::kIndirect;
  const int size = static_cast<int>(bytes_of(source.type));
  bool row = true, scalar = true;
  for (unsigned lane = 0; lane < source.lanes; ++lane) {
    row = row && source.offsets[lane] == static_cast<int>(lane) * size;
    scalar = scalar && source.offsets[lane] == source.offsets[0];
  }
  return scalar && source.offsets[0] == 0 ? RegionLayout::kScalar : row ? RegionLayout::kRow : RegionLayout::kRegion;
}

/// Packed float of eight bits: sign, three bits of exponent (bias 3), four of mantissa; 0 is 0.
std::uint32_t restricted_float(std::uint32_t bits) {
  if ((bits & 0x7F) == 0) return (bits & 0x80) << 24;
  return (bits & 0x80) << 24 | ((bits >> 4 & 7) + 127 - 3) << 23 | (bits & 0xF) << 19;
}

std::uint64_t immediate_bits(const EuSource& source, unsigned lane) {
  const auto part = [&](unsigned width) {
    return static_cast<std::uint32_t>(source.immediate >> lane % (32 / width) * width) & ((1u << width) - 1);
  };
  switch (source.immediate_type) {
    case SrcImmType::kUv:
      return part(4);
    case SrcImmType::kV:
      return static_cast<std::uint16_t>((part(4) ^ 8u) - 8u);
    case SrcImmType::kVf:
      return restricted_float(part(8));
    default:
      return source.immediate;
  }
}

/// Elements of a vector of words that lie between two channels: its words go to the places that the destination's
/// channels have, as compiled code counts on.
unsigned immediate_step(const EuInstruction& instruction, SrcImmType type) {
  constexpr std::array<unsigned, 4> kStrides{0, 1, 2, 4};
  if (type != SrcImmType::kV && type != SrcImmType::kUv) return 1;
  const unsigned stride = kStrides[static_cast<unsigned>(instruction.destination.stride)];
  return std::max(1u, stride * bytes_of(destination_type(instruction)) / 2);
}

void fill_constant(const EuSource& source, RegisterType type, LaneShape shape, unsigned step, LaneBuffer& lanes) {
  with_work(shape.work, [&](auto work_tag) {
    using Work = typename decltype(work_tag)::type;
    with_stored(type, [&](auto tag) {
      using Element = typename decltype(tag)::type;
      if constexpr (!(kIsFloat<Element> && kIsInteger<Work>)) {
        for (unsigned lane = 0; lane < kEuChannels; ++lane) {
          const std::uint64_t bits = immediate_bits(source, lane * step);
          lanes.as<Work>()[lane] = widen<Work>(element_at<Element>(reinterpret_cast<const std::byte*>(&bits)));
        }
      }
    });
  });
}

void finish_source(const EuInstruction& instruction, EuSourceOperand& s, WorkType work, SrcMod modifier) {
  int low = 0, high = 0;
  const int size = static_cast<int>(bytes_of(s.type));
  for (unsigned lane = 0; lane < s.lanes; ++lane) {
    low = std::min(low, static_cast<int>(s.offsets[lane]));
    high = std::max(high, s.offsets[lane] + size);
  }
  s.span = static_cast<std::uint16_t>(high);
  if (!s.indirect) require_inside(instruction, s.arf, s.first + low, s.first + high);
  RegionLayout layout = layout_of(s);
  // Vectors read whole groups of eight.
  s.in_place = layout == RegionLayout::kRow && s.lanes % 8 == 0 && s.first % size == 0;
  s.accumulator = s.arf && s.first >= arf_byte(ArfRegister::kAccumulator) &&
                  s.first < arf_byte(ArfRegister::kAccumulator) + kAccumulatorBytes;
  if (s.accumulator && !is_float(s.type)) layout = RegionLayout::kAccumulator;
  s.load = load_function(work, s.type, layout);
  if (s.load == nullptr) refuse_instruction(instruction, "a float source does not go with this instruction");
  const bool logic = instruction.shape().form == gen9::EuForm::kLogic;
  s.modify = modify_function(work, modifier, logic, s.type);
}

/// Fields that all kinds of register sources have.
EuSourceOperand register_source(const EuInstruction& instruction, unsigned index, unsigned lanes) {
  const EuSource& source = instruction.source(index);
  const bool three = gen9::is_three_source(instruction.opcode);
  EuSourceOperand s;
  s.type = source_type(instruction, index);
  s.lanes = static_cast<std::uint8_t>(lanes);
  s.arf = !three && source.file == RegFile::kArf;
  s.indirect = !three && source.mode == AddrMode::kIndirect;
  s.address_per_row = s.indirect && source.vertical == gen9::VertStride::kVxHOrVx1;
  if (s.indirect) {
    s.arf = false;
    s.address_byte = static_cast<std::uint8_t>(2 * source.address.subregister);
    s.address_offset = static_cast<std::int16_t>(source.address.offset());
  } else {
    s.first = static_cast<std::uint16_t>(
        register_byte(instruction, three ? RegFile::kGrf : source.file, source.number, source.first_byte()));
  }
  return s;
}

unsigned wrapped(int byte, unsigned size) {
  return static_cast<unsigned>(byte) % kFileBytes / size * size;
}

/// Logic takes the bits of floats, too.
RegisterType as_bits(RegisterType type) {
  switch (type) {
    case RegisterType::kF:
      return RegisterType::kUd;
    case RegisterType::kHf:
      return RegisterType::kUw;
    case RegisterType::kDf:
      return RegisterType::kUq;
    default:
      return type;
  }
}

RegisterType register_type(const EuInstruction& instruction, RegisterType type) {
  return instruction.shape().form == gen9::EuForm::kLogic ? as_bits(type) : type;
}

}  // namespace

RegisterType source_type(const EuInstruction& instruction, unsigned index) {
  if (gen9::is_three_source(instruction.opcode)) {
    constexpr std::array<RegisterType, 5> kTypes{RegisterType::kF, RegisterType::kD, RegisterType::kUd,
                                                 RegisterType::kDf, RegisterType::kHf};
    return kTypes[static_cast<unsigned>(instruction.source_type(index))];
  }
  const EuSource& source = instruction.source(index);
  if (source.file != RegFile::kImm) return register_type(instruction, source.type);
  switch (source.immediate_type) {
    case SrcImmType::kUv:
      return RegisterType::kUw;
    case SrcImmType::kV:
      return RegisterType::kW;
    case SrcImmType::kVf:
      return RegisterType::kF;
    case SrcImmType::kDf:
      return RegisterType::kDf;
    case SrcImmType::kHf:
      return RegisterType::kHf;
    default:
      return register_type(instruction, static_cast<RegisterType>(source.immediate_type));
  }
}

RegisterType destination_type(const EuInstruction& instruction) {
  if (!gen9::is_three_source(instruction.opcode))
    return register_type(instruction, static_cast<RegisterType>(instruction.destination.type));
  constexpr std::array<RegisterType, 5> kTypes{RegisterType::kF, RegisterType::kD, RegisterType::kUd, RegisterType::kDf,
                                               RegisterType::kHf};
  return kTypes[static_cast<unsigned>(instruction.destination.three_source_type)];
}

unsigned accumulator_lane(RegisterType type, unsigned byte) {
  return bytes_of(type) >= 4 ? byte / 4 : byte / 2;
}

unsigned lane_byte(const EuState& state, const EuSourceOperand& s, unsigned lane) {
  if (!s.indirect) return static_cast<unsigned>(s.first + s.offsets[lane]);
  const unsigned row = s.address_per_row ? s.rows[lane] : 0u;
  const unsigned at = (s.address_byte + 2 * row) % kRegisterBytes;
  const auto address = state.read<std::uint16_t>(arf_byte(ArfRegister::kAddress) + at);
  return wrapped(address + s.address_offset + s.offsets[lane], bytes_of(s.type));
}

unsigned lane_byte(const EuState& state, const EuDestinationOperand& d, unsigned lane) {
  if (!d.indirect) return d.first + lane * d.stride;
  const auto address = state.read<std::uint16_t>(arf_byte(ArfRegister::kAddress) + d.address_byte);
  return wrapped(address + d.address_offset + static_cast<int>(lane * d.stride), bytes_of(d.type));
}

EuSourceOperand compile_source(const EuInstruction& instruction, unsigned index, LaneShape shape,
                               ConstantPool& constants) {
  const EuSource& source = instruction.source(index);
  const bool three = gen9::is_three_source(instruction.opcode);
  if (!three && source.file == RegFile::kImm) {
    EuSourceOperand s;
    s.type = source_type(instruction, index);
    s.lanes = static_cast<std::uint8_t>(shape.count);
    s.load = load_immediate_function();
    s.constant = &constants.emplace_back();
    fill_constant(source, s.type, shape, immediate_step(instruction, source.immediate_type), constants.back());
    return s;
  }
  EuSourceOperand s = register_source(instruction, index, shape.count);
  const bool null = s.arf && source.number >> 4 == 0;
  if (!null) fill_elements(instruction, source, s.type, s);
  finish_source(instruction, s, shape.work, source.modifier);
  return s;
}

EuSourceOperand compile_elements(const EuInstruction& instruction, unsigned index, WorkType work,
                                 std::span<const std::int16_t> elements) {
  EuSourceOperand s = register_source(instruction, index, static_cast<unsigned>(elements.size()));
  for (std::size_t lane = 0; lane < elements.size(); ++lane)
    s.offsets[lane] = static_cast<std::int16_t>(elements[lane] * static_cast<int>(bytes_of(s.type)));
  finish_source(instruction, s, work, instruction.source(index).modifier);
  return s;
}

EuDestinationOperand compile_destination(const EuInstruction& instruction, unsigned lanes, bool accumulates) {
  const gen9::EuDestination& destination = instruction.destination;
  const bool three = gen9::is_three_source(instruction.opcode);
  EuDestinationOperand d;
  d.type = destination_type(instruction);
  d.lanes = static_cast<std::uint8_t>(lanes);
  d.indirect = !three && destination.mode == AddrMode::kIndirect;
  const RegFile file = three ? RegFile::kGrf : destination.file;
  if (!d.indirect && file == RegFile::kArf && destination.number >> 4 == 0) return d;
  const unsigned size = bytes_of(d.type);
  constexpr std::array<unsigned, 4> kStrides{0, 1, 2, 4};
  // Align16 writes side by side what its channel enables leave.
  const bool packed = three || instruction.access == AccessMode::kAlign16;
  d.stride = static_cast<std::uint16_t>(size * (packed ? 1u : kStrides[static_cast<unsigned>(destination.stride)]));
  d.span = static_cast<std::uint16_t>((lanes - 1) * d.stride + size);
  if (d.indirect) {
    d.address_byte = static_cast<std::uint8_t>(2 * destination.address.subregister);
    d.address_offset = static_cast<std::int16_t>(destination.address.offset());
  } else {
    d.arf = file == RegFile::kArf;
    d.first = static_cast<std::uint16_t>(register_byte(instruction, file, destination.number, destination.subregister));
    require_inside(instruction, d.arf, d.first, d.first + d.span);
    d.accumulator = d.arf && d.first >= arf_byte(ArfRegister::kAccumulator) &&
                    d.first + d.span <= arf_byte(ArfRegister::kAccumulator) + kAccumulatorBytes;
  }
  d.store = d.accumulator && accumulates ? store_accumulator_function() : store_function(d);
  return d;
}

}  // namespace texpipe::functional
