// Parameters of an execution unit.
#pragma once

#include <array>
#include <cstdint>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "base/quantity.h"

namespace texpipe::machine {

enum class IssuePolicy : std::uint8_t { kOldestFirst, kRoundRobin };

inline constexpr std::array<EnumRow, 2> kIssuePolicies{{
    {0, "oldest_first", "the thread that started first"},
    {1, "round_robin", "the thread after the one that issued last"},
}};
inline EnumRows enum_rows(IssuePolicy) {
  return {"issue policy", kIssuePolicies};
}

struct EuParameters {
  std::uint32_t threads{7};
  IssuePolicy issue{IssuePolicy::kOldestFirst};
  std::uint32_t issue_width{2};
  Cycles fpu_latency{4};
  Cycles extended_math_latency{8};
  Cycles branch_latency{4};
  std::uint32_t send_slots{2};

  template <class Visitor>
  void describe(Visitor& v) {
    v("threads", threads, {.range = {{1u, 64u}}, .help = "thread slots", .source = {"SKL PRM vol. 4, Configurations"}});
    v("issue", issue, {.help = "which ready thread issues", .source = kAssumed});
    v("issue_width", issue_width,
      {.range = {{1u, 8u}}, .help = "instructions per cycle, from different threads", .source = kAssumed});
    v("fpu_latency", fpu_latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "last operand cycle to result, float and integer pipe",
       .source = kAssumed});
    v("extended_math_latency", extended_math_latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "last operand cycle to result, extended math pipe",
       .source = kAssumed});
    v("branch_latency", branch_latency,
      {.range = {{Cycles{1}, Cycles{1000}}}, .help = "branch to the thread's next instruction", .source = kAssumed});
    v("send_slots", send_slots,
      {.range = {{1u, 64u}},
       .help = "messages that wait for the interconnect after their registers were read",
       .source = kAssumed});
  }
};

}  // namespace texpipe::machine
