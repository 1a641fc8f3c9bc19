#include "study/plugins/named_plugins.h"

#include <algorithm>
#include <filesystem>

#include "host/files/missing_name.h"
#include "study/plugins/load_plugin.h"
#include "study/plugins/rtl_plugin.h"

namespace texpipe::study {

namespace {

struct NamedPlugin {
  std::filesystem::path file;
  SourcePosition position;
};

/// Those of the last layer that names some.
std::vector<NamedPlugin> named_plugins(const ConfigurationLayers& layers) {
  const Layer* naming = nullptr;
  const ConfigEntry* named = nullptr;
  for (const Layer* layer : {&layers.study, &layers.environment, &layers.command_line}) {
    const ConfigEntry* const entry = layer->root.find("plugins");
    if (entry != nullptr) naming = layer, named = entry;
  }
  std::vector<NamedPlugin> plugins;
  if (named == nullptr) return plugins;
  for (const std::string& file : list_items(named->value.text))
    plugins.push_back({naming->folder / file, named->value.position});
  for (const ConfigNode& item : named->value.items) plugins.push_back({naming->folder / item.text, item.position});
  return plugins;
}

}  // namespace

void load_named_plugins(const ConfigurationLayers& layers) {
  for (const NamedPlugin& plugin : named_plugins(layers)) {
    if (std::filesystem::is_regular_file(plugin.file))
      load_plugin(plugin.file, PluginScope::kOneStudy, plugin.position);
  }
}

std::vector<Diagnostic> missing_plugins(const ConfigurationLayers& layers) {
  std::vector<Diagnostic> problems;
  for (const NamedPlugin& plugin : named_plugins(layers)) {
    if (std::filesystem::is_regular_file(plugin.file)) continue;
    problems.push_back({.position = plugin.position,
                        .path = "plugins",
                        .problem = "no file " + plugin.file.string(),
                        .hint = missing_name_hint(plugin.file)});
  }
  return problems;
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
