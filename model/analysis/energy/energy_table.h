// Energy of blocks' actions and area of blocks on the chip: a reference table in YAML (configs/energy).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/enum_table.h"
#include "parameters/expression/expression.h"

namespace texpipe::study {

/// Law by which a figure follows a parameter.
enum class ScaleLaw : std::uint8_t { kLinear, kRoot };

inline constexpr EnumRow kScaleLaws[] = {
    {0, "linear", "twice the parameter, twice the figure"},
    {1, "root", "four times the parameter, twice the figure"},
};
inline EnumRows enum_rows(ScaleLaw) {
  return {"law", kScaleLaws};
}

/// A factor of a figure: by a number of the block's parameters, or by a word among them.
struct EnergyScale {
  Expression by;  // over names of the block's parameters
  double at = 1;  // its value at which the figure holds, in base units
  ScaleLaw law = ScaleLaw::kLinear;
  std::vector<std::pair<std::string, double>> factors;  // of each word that `by` may be; empty where it is a number
};

/// A number with where it is from.
struct EnergyFigure {
  double value = 0;
  std::vector<EnergyScale> scales;  // factors, all of which count
  std::string source;
};

struct EnergyAction {
  std::string name;
  std::string count;    // name of a statistic of the block
  EnergyFigure energy;  // pJ each
};

struct EnergyComponent {
  std::string name;
  std::string kind;   // the table's `class`
  std::string place;  // name of its blocks
  std::vector<EnergyAction> actions;
  std::vector<EnergyFigure> area;  // mm2 a block, added
};

struct EnergyTable {
  std::string name;
  std::vector<EnergyComponent> components;
};

/// Errors: kInvalidConfiguration with every mistake at its place; kMalformedInput when the file cannot be read.
EnergyTable read_energy_table(const std::filesystem::path& file);
EnergyTable parse_energy_table(std::string_view text, const std::string& name);

/// configs/energy/generic_14nm.yaml, which the command carries.
const EnergyTable& default_energy_table();

}  // namespace texpipe::study
