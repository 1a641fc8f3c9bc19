// Parameters of an execution unit.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/enum_table.h"
#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"
#include "machine/eu/instruction_costs.h"

namespace texpipe::machine {

enum class IssuePolicy : std::uint8_t { kOldestFirst, kRoundRobin };

inline constexpr std::array<EnumRow, 2> kIssuePolicies{{
    {0, "oldest_first", "the thread that started first"},
    {1, "round_robin", "the thread after the one that issued last"},
}};
inline EnumRows enum_rows(IssuePolicy) {
  return {"issue policy", kIssuePolicies};
}

/// Rates and latency with which a message leaves its thread.
struct SendParameters {
  std::uint32_t interval{1};
  std::uint32_t register_interval{1};
  Cycles latency{0};

  bool operator==(const SendParameters&) const = default;

  /// Cycles of the send unit for a payload of so many registers.
  Cycles occupancy(unsigned registers) const { return Cycles{std::max(interval, register_interval * registers)}; }
  /// Cycles from issue until the last of so many registers is read.
  Cycles read(unsigned registers) const { return latency + Cycles{register_interval * std::max(registers, 1u)}; }

  template <class Visitor>
  void describe(Visitor& v) {
    v("interval", interval,
      {.range = {{1u, 128u}}, .help = "least cycles that a message keeps the send unit busy", .source = kAssumed});
    v("register_interval", register_interval,
      {.range = {{1u, 16u}}, .help = "cycles that each payload register keeps the send unit busy", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{0}, Cycles{1000}}},
       .help = "cycles from issue until the first payload register is read",
       .source = kAssumed});
  }
};

struct EuParameters {
  Implementation implementation;
  std::uint32_t threads{7};
  IssuePolicy issue{IssuePolicy::kOldestFirst};
  std::uint32_t issue_width{2};
  std::uint32_t fpus{1};
  std::uint32_t lane_group{1};
  InstructionCost arithmetic;
  InstructionCost wide_multiply;
  InstructionCost interpolation;
  InstructionCost math{8, Cycles{8}};
  InstructionCost power{8, Cycles{8}};
  InstructionCost division{8, Cycles{8}};
  Cycles flag_latency{0};
  Cycles branch_latency{4};
  SendParameters send;
  std::uint32_t send_slots{2};

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("threads", threads, {.range = {{1u, 64u}}, .help = "thread slots", .source = {"SKL PRM vol. 4, Configurations"}});
    v("issue", issue, {.help = "which of several ready threads issues", .source = kAssumed});
    v("issue_width", issue_width,
      {.range = {{1u, kEuUnits}},
       .help = "instructions per cycle, from different threads to different units: FPUs, branch, send",
       .source = kAssumed});
    v("fpus", fpus,
      {.range = {{1u, kMostFpus}},
       .help = "units that take arithmetic. 1: FPU0 alone; 2: FPU1, too, which does the mathematical functions in any "
               "case; more: as many that do arithmetic alone, and come before FPU1",
       .source = kAssumed});
    v("lane_group", lane_group,
      {.range = {{1u, 8u}},
       .power_of_two = true,
       .help = "32-bit lanes that a unit works on together: an instruction of fewer takes as long as one of so many",
       .source = kAssumed});
    v.group("arithmetic", arithmetic, "moves, logic, compares, sums, products: FPU");
    v.group("wide_multiply", wide_multiply, "product of two 32-bit integers: FPU");
    v.group("interpolation", interpolation, "linear interpolation: FPU");
    v.group("math", math, "reciprocal, roots, exponent, logarithm, sine, cosine: FPU1");
    v.group("power", power, "power and float division: FPU1");
    v.group("division", division, "integer quotient and remainder: FPU1");
    v("flag_latency", flag_latency,
      {.range = {{Cycles{0}, Cycles{1000}}},
       .help = "further cycles until a flag that a compare sets can be read, beyond those of a result",
       .source = kAssumed});
    v("branch_latency", branch_latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from a branch to the thread's next instruction",
       .source = kAssumed});
    v.group("send", send, "how a message leaves its thread");
    v("send_slots", send_slots,
      {.range = {{1u, 64u}},
       .help = "messages whose registers were read that can wait for the interconnect",
       .source = kAssumed});
  }

  /// Cost of a class of instructions that compute.
  const InstructionCost& cost(functional::InstructionClass instruction) const {
    using functional::InstructionClass;
    switch (instruction) {
      case InstructionClass::kWideMultiply:
        return wide_multiply;
      case InstructionClass::kInterpolation:
        return interpolation;
      case InstructionClass::kMath:
        return math;
      case InstructionClass::kPower:
        return power;
      case InstructionClass::kDivision:
        return division;
      default:
        return arithmetic;
    }
  }
};

}  // namespace texpipe::machine
