// Uses of registers that a program's scoreboard barriers do not order (resolution R24).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/enum_table.h"
#include "isa/spa/spa_instruction.h"

namespace texpipe::spa {

enum class HazardKind : std::uint8_t { kReadAfterWrite, kWriteAfterWrite, kWriteAfterRead };
EnumRows enum_rows(HazardKind);

/// Two instructions of a program, by their place in it, and the first register or predicate that they share.
struct Hazard {
  HazardKind kind = HazardKind::kReadAfterWrite;
  std::size_t earlier = 0;
  std::size_t later = 0;
  std::string operand;  // as `R4` or `P0`

  bool operator==(const Hazard&) const = default;
};

/// Every pair of instructions of which the later one does not wait for what it needs of the earlier one, at most once
/// per kind and pair, in the order of the later ones.
///   Read or write after write: no &req between the two covers the earlier one's &wr, or it has none.
///   Write after read: the earlier one has &rd, and no &req covers that or its &wr. Without &rd an instruction has read
///   its sources when it issues.
/// A barrier counts: waiting for it waits for every earlier instruction that names it.
std::vector<Hazard> hazards_of(std::span<const PlacedInstruction> program);

/// At the later instruction, naming the place of the earlier one and what would order the two.
Diagnostic hazard_diagnostic(const Hazard& hazard, std::span<const PlacedInstruction> program);

}  // namespace texpipe::spa
