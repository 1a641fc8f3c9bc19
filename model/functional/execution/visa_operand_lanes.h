// Operands of vISA instructions in a thread's registers: resolved once to the bytes of each lane, then read and written
// whole.
#pragma once

#include <array>
#include <cstdint>

#include "functional/execution/visa_registers.h"
#include "functional/execution/visa_value.h"

namespace texpipe::functional {

/// Place of a source's lanes.
struct VisaSource {
  enum class Kind : std::uint8_t { kRegister, kImmediate, kPredicate };
  static constexpr unsigned kPackedElements = 8;  // most of an immediate; lane n has element n modulo them

  Kind kind = Kind::kImmediate;
  visa::DataType type = visa::DataType::kUd;  // of the elements
  visa::Modifier modifier = visa::Modifier::kNone;
  std::uint16_t predicate = 0;
  std::array<std::uint64_t, kPackedElements> elements{};  // of an immediate
  std::array<std::uint16_t, kMostVisaLanes> bytes{};      // in the register file, by lane
  GrfRange registers{};                                   // that it reads
};

/// Place of a destination's lanes.
struct VisaDestination {
  bool is_predicate = false;
  std::uint16_t predicate = 0;
  visa::DataType type = visa::DataType::kUd;
  bool saturate = false;
  bool control = false;  // %cr0
  std::array<std::uint16_t, kMostVisaLanes> bytes{};
  GrfRange registers{};  // that it writes
};

/// Errors: kUnsupported for variables without a place and operands that are no sources; kMalformedInput beyond the last
/// register.
VisaSource resolve_source(const VisaRegisters& places, const visa::Program& program, const visa::VectorOperand& operand,
                          unsigned lanes);
/// `operand`: a register or a predicate. Errors: as for sources.
VisaDestination resolve_destination(const VisaRegisters& places, const visa::Program& program,
                                    const visa::VectorOperand& operand, unsigned lanes);

/// Elements of a register or immediate with the modifier applied.
void read_lanes(const ThreadRegisters& registers, const VisaSource& source, unsigned lanes, LaneValues& values);
/// The first lane's.
std::uint64_t read_scalar(const ThreadRegisters& registers, const VisaSource& source);

/// Converts values to a register destination's type and writes those of the enabled lanes. Errors: kUnsupported for
/// conversions that the model does not have, and for rounding modes in %cr0.
void write_lanes(ThreadRegisters& registers, const VisaDestination& destination, LaneValues& values,
                 std::uint32_t enabled, unsigned lanes);

/// Errors: kMalformedInput beyond the last register.
void write_bytes(ThreadRegisters& registers, unsigned byte, std::uint64_t bits, unsigned size);
std::uint64_t read_bytes(const ThreadRegisters& registers, unsigned byte, unsigned size);

}  // namespace texpipe::functional
