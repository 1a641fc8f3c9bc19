// Energies and areas as text, CSV and JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "analysis/energy/energy_estimate.h"
#include "base/printable.h"

namespace texpipe::study {

namespace {

bool is_assumed(const EnergyFigure& figure) {
  return figure.source.find("assumed") != std::string::npos;
}

}  // namespace

std::string energy_line(const RunRecord& run, const EnergyTable& table) try {
  const EnergyEstimate estimate = estimate_energy(run, table);
  return fmt::format("{:.1f} uJ, {:.2f} mm2 by table {}; texpipe energy divides them", estimate.nanojoules / 1000,
                     estimate.square_millimetres, printable(table.name));
} catch (const Error&) {
  return "";
}

std::string energy_text(const EnergyEstimate& estimate, const RunRecord& run, const EnergyTable& table) {
  std::string text = fmt::format("{} on {}, table {}\n  {:<18} {:>6} {:>12} {:>7}  {:>8}  {}\n", printable(run.study),
                                 printable(run.machine), printable(table.name), "component", "blocks", "nJ", "share",
                                 "mm2", "actions (* assumed)");
  for (const ComponentEstimate& part : estimate.components) {
    std::string actions;
    for (const ActionEstimate& action : part.actions) {
      actions += fmt::format("{}{} {}{}", actions.empty() ? "" : ", ", number_text(action.count),
                             printable(action.action->name), is_assumed(action.action->energy) ? "*" : "");
    }
    const double share = estimate.nanojoules > 0 ? 100 * part.nanojoules / estimate.nanojoules : 0;
    text += fmt::format("  {:<18} {:>6} {:>12.3f} {:>5.1f} %  {:>8.4f}  {}\n", printable(part.component->name),
                        part.blocks, part.nanojoules, share, part.square_millimetres, actions);
  }
  text += fmt::format("  {:<18} {:>6} {:>12.3f} {:>7}  {:>8.4f}\n", "all", "", estimate.nanojoules, "",
                      estimate.square_millimetres);
  return text;
}

std::string energy_csv(const EnergyEstimate& estimate) {
  std::string text = "component,class,blocks,action,count,nJ,mm2\n";
  for (const ComponentEstimate& part : estimate.components) {
    const std::string begin = fmt::format("{},{},{}", part.component->name, part.component->kind, part.blocks);
    for (const ActionEstimate& action : part.actions) {
      text += fmt::format("{},{},{},{},\n", begin, action.action->name, action.count, action.nanojoules);
    }
    text += fmt::format("{},,,{},{}\n", begin, part.nanojoules, part.square_millimetres);
  }
  return text;
}

nlohmann::ordered_json energy_json(const EnergyEstimate& estimate, const RunRecord& run, const EnergyTable& table) {
  using Json = nlohmann::ordered_json;
  Json json{{"schema_version", 1},
            {"study", run.study},
            {"machine", run.machine},
            {"table", table.name},
            {"energy_nJ", estimate.nanojoules},
            {"area_mm2", estimate.square_millimetres},
            {"components", Json::array()}};
  for (const ComponentEstimate& part : estimate.components) {
    Json component{{"name", part.component->name},   {"class", part.component->kind},
                   {"place", part.component->place}, {"blocks", part.blocks},
                   {"energy_nJ", part.nanojoules},   {"area_mm2", part.square_millimetres},
                   {"actions", Json::array()},       {"area_sources", Json::array()}};
    for (const ActionEstimate& action : part.actions) {
      component["actions"].push_back({{"name", action.action->name},
                                      {"statistic", action.action->count},
                                      {"count", action.count},
                                      {"energy_nJ", action.nanojoules},
                                      {"source", action.action->energy.source}});
    }
    for (const EnergyFigure& figure : part.component->area) component["area_sources"].push_back(figure.source);
    json["components"].push_back(std::move(component));
  }
  return json;
}

}  // namespace texpipe::study
