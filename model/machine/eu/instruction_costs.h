// Costs of an EU's instructions: a row of parameters for each class, and the units that execute it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/parameter.h"
#include "base/quantity.h"
#include "functional/execution/eu_program.h"

namespace texpipe::machine {

/// Cost of one class of instructions.
struct InstructionCost {
  std::uint32_t occupancy = 2;
  Cycles latency{4};

  bool operator==(const InstructionCost&) const = default;

  template <class Visitor>
  void describe(Visitor& v) {
    v("occupancy", occupancy,
      {.range = {{1u, 128u}},
       .help = "cycles that each register (eight 32-bit lanes) keeps the unit busy",
       .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from the last cycle in which the unit is busy until the result can be read",
       .source = kAssumed});
  }
};

/// FPUs of an EU at most. FPU1 is always there, for mathematical functions.
inline constexpr unsigned kMostFpus = 8;

/// Units of an EU: FPUs from the first on, branch and send. Each starts one instruction per cycle; units work
/// on different threads.
enum class EuUnit : std::uint8_t { kFpu0, kFpu1, kBranch = kMostFpus, kSend };
inline constexpr unsigned kEuUnits = kMostFpus + 2;

/// Routes of instructions to units; each class has one. An FPU that takes arithmetic is any of the machine's; the other
/// routes have one unit.
enum class EuRoute : std::uint8_t { kFpu, kMath, kBranch, kSend };
inline constexpr std::array<EuUnit, 4> kEuRoutes{EuUnit::kFpu0, EuUnit::kFpu1, EuUnit::kBranch, EuUnit::kSend};

constexpr EuRoute route_of(functional::InstructionClass instruction) {
  using functional::InstructionClass;
  switch (instruction) {
    case InstructionClass::kMath:
    case InstructionClass::kPower:
    case InstructionClass::kDivision:
      return EuRoute::kMath;
    case InstructionClass::kBranch:
      return EuRoute::kBranch;
    case InstructionClass::kSend:
      return EuRoute::kSend;
    default:
      return EuRoute::kFpu;
  }
}

/// Cycles in which a unit is occupied by an instruction of so many 32-bit lanes.
/// @param lane_group  lanes that the unit takes together; fewer take as long
constexpr Cycles occupancy_of(const InstructionCost& cost, unsigned dwords, unsigned lane_group) {
  const std::uint64_t lanes = (std::max(dwords, 1u) + lane_group - 1) / lane_group * lane_group;
  return Cycles{std::max<std::uint64_t>(1, (lanes * cost.occupancy + 7) / 8)};
}

}  // namespace texpipe::machine
