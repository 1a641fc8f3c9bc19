#include "study/report/warp_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace texpipe::study {

namespace {

using functional::LaneVector;
using functional::WarpState;
using Json = nlohmann::ordered_json;

std::string lanes_text(std::string_view name, const LaneVector& lanes) {
  const bool equal = std::all_of(lanes.begin(), lanes.end(), [&](std::uint32_t v) { return v == lanes[0]; });
  if (equal) return fmt::format("  {:<5} {:08x}  (every lane)\n", name, lanes[0]);
  std::string text;
  for (unsigned row = 0; row < functional::kWarpLanes; row += 8) {
    text += fmt::format("  {:<5}", row == 0 ? name : "");
    for (unsigned lane = row; lane < row + 8; ++lane) text += fmt::format(" {:08x}", lanes[lane]);
    text += '\n';
  }
  return text;
}

std::string one_warp(unsigned index, const WarpState& warp, const WrittenRegisters& written) {
  std::string text = fmt::format("warp {}  active {:08x}  texture hash {}\n", index, warp.active, warp.hash.value());
  for (const std::uint8_t r : written.registers) text += lanes_text(fmt::format("R{}", r), warp.registers[r]);
  for (const std::uint8_t p : written.predicates)
    text += fmt::format("  {:<5} {:08x}  (lane mask)\n", fmt::format("P{}", p), warp.predicates[p]);
  if (warp.offset_warnings != 0)
    text += fmt::format("  {} lanes of PIXLD.OFFSET read 0: out of range, deprecated or programmed positions\n",
                        warp.offset_warnings);
  return text;
}

}  // namespace

WrittenRegisters written_registers(const std::vector<spa::PlacedInstruction>& program) {
  std::set<std::uint8_t> registers, predicates;
  for (const spa::PlacedInstruction& placed : program) {
    if (const auto* txq = std::get_if<spa::Txq>(&placed.instruction)) {
      for (unsigned i = 0; i < spa::result_count(*txq) && !txq->destination.is_zero(); ++i)
        registers.insert(static_cast<std::uint8_t>(txq->destination.number + i));
      continue;
    }
    const auto& pixld = std::get<spa::Pixld>(placed.instruction);
    if (!pixld.destination.is_zero()) registers.insert(pixld.destination.number);
    if (pixld.predicate && !pixld.predicate->is_true() && spa::writes_predicate(pixld.mode))
      predicates.insert(pixld.predicate->number);
  }
  return {{registers.begin(), registers.end()}, {predicates.begin(), predicates.end()}};
}

std::string warp_text(const functional::SpaWarps& warps, unsigned most) {
  const WrittenRegisters written = written_registers(warps.program());
  const unsigned shown = std::min(warps.groups(), most);
  std::string text;
  for (unsigned i = 0; i < shown; ++i) text += one_warp(i, warps.warp(i), written);
  if (shown < warps.groups()) text += fmt::format("and {} warps more\n", warps.groups() - shown);
  return text;
}

Json warp_json(const functional::SpaWarps& warps) {
  const WrittenRegisters written = written_registers(warps.program());
  Json list = Json::array();
  for (unsigned i = 0; i < warps.groups(); ++i) {
    const WarpState& warp = warps.warp(i);
    Json registers = Json::object(), predicates = Json::object();
    for (const std::uint8_t r : written.registers) registers[fmt::format("R{}", r)] = warp.registers[r];
    for (const std::uint8_t p : written.predicates) predicates[fmt::format("P{}", p)] = warp.predicates[p];
    list.push_back({{"active", warp.active},
                    {"registers", registers},
                    {"predicates", predicates},
                    {"texture_hashes", warp.used_hashes},
                    {"offset_warnings", warp.offset_warnings}});
  }
  return list;
}

}  // namespace texpipe::study
