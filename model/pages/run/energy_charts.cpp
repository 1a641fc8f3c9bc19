#include "pages/run/energy_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "analysis/energy/energy_estimate.h"
#include "base/diagnostic.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

/// A unit of energy, and how many nanojoules it is.
struct EnergyUnit {
  const char* name;
  double nanojoules;
};

EnergyUnit unit_of(double nanojoules) {
  if (nanojoules >= 1e6) return {"mJ", 1e6};
  if (nanojoules >= 1e3) return {"uJ", 1e3};
  return {"nJ", 1};
}

void add_charts(const EnergyEstimate& estimate, const EnergyTable& table, Json& charts) {
  const EnergyUnit unit = unit_of(estimate.nanojoules);
  std::vector<const ComponentEstimate*> parts;
  for (const ComponentEstimate& part : estimate.components) parts.push_back(&part);
  std::stable_sort(parts.begin(), parts.end(), [](auto* a, auto* b) { return a->nanojoules > b->nanojoules; });
  Json labels = Json::array(), values = Json::array(), rows = Json::array();
  for (const ComponentEstimate* part : parts) {
    const double share = estimate.nanojoules > 0 ? 100 * part->nanojoules / estimate.nanojoules : 0;
    rows.push_back({part->component->name, part->blocks, part->nanojoules / unit.nanojoules,
                    fmt::format("{:.1f} %", share), part->square_millimetres});
    if (part->nanojoules <= 0) continue;
    labels.push_back(part->component->name);
    values.push_back(part->nanojoules / unit.nanojoules);
  }
  charts.push_back({{"id", "energy"},
                    {"kind", "bars"},
                    {"title", "Energy by part"},
                    {"unit", unit.name},
                    {"note", fmt::format("{:.4g} {} in all: what the run counted, times the figures of the table {}.",
                                         estimate.nanojoules / unit.nanojoules, unit.name, table.name)},
                    {"labels", std::move(labels)},
                    {"series", {{{"name", "energy"}, {"values", std::move(values)}}}}});
  charts.push_back({{"id", "area"},
                    {"kind", "table"},
                    {"title", "Energy and area"},
                    {"unit", ""},
                    {"note", fmt::format("{:.4g} mm2 in all.", estimate.square_millimetres)},
                    {"columns", {"part", "blocks", fmt::format("energy, {}", unit.name), "share", "area, mm2"}},
                    {"rows", std::move(rows)}});
}

}  // namespace

void add_energy_charts(const std::optional<RunRecord>& run, Json& charts) {
  if (!run || run->settings.empty() || run->find("cycles") == nullptr) return;
  try {
    const EnergyTable table = energy_table_of(run->settings);
    add_charts(estimate_energy(*run, table), table, charts);
  } catch (const Error&) {
    // A machine of blocks of somebody else's has no figures.
  }
}

}  // namespace texpipe::study
