#include "study/plugins/named_plugins.h"

#include <algorithm>
#include <filesystem>

#include "study/plugins/load_plugin.h"
#include "study/plugins/rtl_plugin.h"

namespace texpipe::study {

void load_named_plugins(const ConfigurationLayers& layers) {
  const Layer* naming = nullptr;
  const ConfigEntry* named = nullptr;
  for (const Layer* layer : {&layers.study, &layers.environment, &layers.command_line}) {
    const ConfigEntry* const entry = layer->root.find("plugins");
    if (entry != nullptr) naming = layer, named = entry;
  }
  if (named == nullptr) return;
  const auto load = [&](const std::string& file, const SourcePosition& position) {
    const std::filesystem::path path = naming->folder / file;
    if (std::filesystem::is_regular_file(path)) load_plugin(path, PluginScope::kOneStudy, position);
  };
  for (const std::string& file : list_items(named->value.text)) load(file, named->value.position);
  for (const ConfigNode& item : named->value.items) load(item.text, item.position);
}

namespace {

bool asks_for_rtl(const ConfigNode& node) {
  const auto asks = [](const ConfigEntry& entry) {
    return (entry.key == "implementation" && entry.value.text == "rtl") || asks_for_rtl(entry.value);
  };
  return std::any_of(node.entries.begin(), node.entries.end(), asks) ||
         std::any_of(node.items.begin(), node.items.end(), asks_for_rtl);
}

}  // namespace

void load_rtl_where_asked(const ConfigurationLayers& layers) {
  for (const Layer* layer : {&layers.study, &layers.machine, &layers.environment, &layers.command_line}) {
    if (!asks_for_rtl(layer->root)) continue;
    load_rtl_plugin();
    return;
  }
}

}  // namespace texpipe::study
