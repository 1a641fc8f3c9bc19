#include "parameters/layers/load_configuration.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "host/files/shipped_files.h"
#include "parameters/layers/superseded_keys.h"
#include "parameters/yaml/yaml_document.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

using Kind = ConfigNode::Kind;

Layer file_layer(std::string name, const fs::path& path, const std::optional<std::string>& text,
                 std::vector<Diagnostic>& problems) {
  const std::size_t before = problems.size();
  const std::string shown = shown_name(path);
  Layer layer{.name = std::move(name),
              .folder = fs::absolute(path).parent_path(),
              .root = text ? parse_yaml(*text, shown, problems) : read_yaml_file(path, problems)};
  if (layer.root.kind != Kind::kMapping && problems.size() == before) {
    problems.push_back({.position = {shown, 1, 1}, .problem = "holds no keys", .hint = "texpipe new study prints one"});
  }
  return layer;
}

bool looks_like_study(const ConfigNode& root) {
  for (const char* key : {"study", "workload", "timing"}) {
    if (root.find(key) != nullptr) return true;
  }
  const ConfigEntry* machine = root.find("machine");
  return machine != nullptr &&
         (machine->value.kind == Kind::kMapping || machine->value.text.find('/') != std::string::npos);
}

/// The last layer's word on `machine`, and the folder against which it is resolved.
fs::path machine_path(const ConfigurationLayers& layers) {
  fs::path path;
  for (const Layer* layer : {&layers.study, &layers.environment, &layers.command_line}) {
    for (const ConfigEntry& entry : layer->root.entries) {
      if (entry.key == "machine" && entry.value.kind == Kind::kScalar) {
        path = beside_or_shipped(layer->folder, entry.value.text, ShippedKind::kMachine);
      }
    }
  }
  return path;
}

/// Takes a machine that stands in the study itself out of it; `machine` then names the study's own file.
void take_inline_machine(ConfigurationLayers& layers, const fs::path& file) {
  for (ConfigEntry& entry : layers.study.root.entries) {
    if (entry.key != "machine" || entry.value.kind != Kind::kMapping) continue;
    layers.machine = {.name = std::string{kMachineFile}, .folder = layers.study.folder, .root = std::move(entry.value)};
    layers.machine_is_inline = true;
    entry.value = {
        .kind = Kind::kScalar, .text = fs::absolute(file).string(), .position = layers.machine.root.position};
  }
}

/// The file, or the shipped machine or study of its name. Errors: kMalformedInput with the nearest name for a word that
/// is neither.
fs::path named_file(const ConfigurationSources& sources, FileKind kind) {
  if (sources.text || !is_bare_name(sources.file)) return sources.file;
  std::error_code ignored;
  for (const ShippedKind shipped : {ShippedKind::kStudy, ShippedKind::kMachine}) {
    if (kind == (shipped == ShippedKind::kStudy ? FileKind::kMachine : FileKind::kStudy)) continue;
    if (const fs::path path = found_or_shipped(sources.file, shipped); fs::exists(path, ignored)) return path;
  }
  if (sources.file.has_extension()) return sources.file;
  const bool machine = kind == FileKind::kMachine;
  throw Error{
      ExitCode::kMalformedInput,
      Diagnostic{.position = {.file = sources.file.string()},
                 .problem = std::string{"there is no such file, nor a shipped "} + (machine ? "machine" : "study") +
                            " of this name",
                 .hint = missing_or_shipped_hint(sources.file, machine ? ShippedKind::kMachine : ShippedKind::kStudy)}};
}

}  // namespace

ConfigurationLayers load_layers(const ConfigurationSources& asked, FileKind kind) {
  ConfigurationSources sources = asked;
  sources.file = named_file(asked, kind);
  const char* const nothing[] = {nullptr};
  ConfigurationLayers layers;
  layers.environment = environment_layer(sources.environment != nullptr ? sources.environment : nothing);
  layers.command_line = command_line_layer(sources.assignments);
  if (sources.file.empty()) return layers;
  Layer file = file_layer("study file", sources.file, sources.text, layers.problems);
  if (file.root.kind != Kind::kMapping) throw Error{ExitCode::kInvalidConfiguration, std::move(layers.problems)};
  layers.files.push_back(sources.file);
  layers.is_study = kind == FileKind::kStudy || (kind == FileKind::kByContent && looks_like_study(file.root));
  if (!layers.is_study) {
    layers.machine = std::move(file);
    layers.machine.name = kMachineFile;
    layers.sources = take_value_sources(layers.machine, layers.problems);
    layers.constants = take_constants(layers.machine, layers.problems);
    layers.superseded = replace_superseded_keys(layers.machine);
    return layers;
  }
  layers.study = std::move(file);
  take_inline_machine(layers, sources.file);
  const fs::path path = machine_path(layers);
  const bool is_own_file = path == fs::absolute(sources.file).lexically_normal() && layers.machine_is_inline;
  const bool elsewhere = !path.empty() && !is_own_file;
  std::error_code ignored;
  if (elsewhere && fs::is_regular_file(path, ignored)) {
    layers.machine = file_layer(std::string{kMachineFile}, fs::proximate(path), {}, layers.problems);
    layers.machine_is_inline = false;
    layers.files.push_back(path);
  }
  layers.sources = take_value_sources(layers.machine, layers.problems);
  layers.constants = take_constants(layers.machine, layers.problems);
  layers.superseded = replace_superseded_keys(layers.machine);
  for (Diagnostic& warning : replace_superseded_keys(layers.study)) layers.superseded.push_back(std::move(warning));
  return layers;
}

}  // namespace texpipe::study
