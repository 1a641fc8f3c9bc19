// Keys that no parameter took, each with the key that was meant.
#include <algorithm>

#include "base/shortened.h"
#include "base/spelling.h"
#include "parameters/layers/launch_keys.h"
#include "parameters/layers/read_parameters.h"
#include "parameters/layers/written_keys.h"

namespace texpipe::study {

namespace {

/// Groups to leave and to enter on the way from one group to another.
std::ptrdiff_t steps_between(std::string_view a, std::string_view b) {
  const auto groups = [](std::string_view path) {
    return path.empty() ? 0 : 1 + std::count(path.begin(), path.end(), '.');
  };
  std::size_t shared = 0;  // letters of the groups that both are in
  for (std::size_t at = 0; at <= std::min(a.size(), b.size()); ++at) {
    const bool ends = (at == a.size() || a[at] == '.') && (at == b.size() || b[at] == '.');
    if (ends && a.substr(0, at) == b.substr(0, at)) shared = at;
  }
  return groups(a) + groups(b) - 2 * groups(a.substr(0, shared));
}

/// Whether two words have the same letters in another order, but for one at most. Nearness alone is not enough where
/// the other keys are not known: simd would be a misspelt kind.
bool differs_in_a_letter(std::string a, std::string_view b) {
  std::size_t missing = 0;
  for (const char letter : b) {
    const std::size_t at = a.find(letter);
    if (at == std::string::npos) {
      ++missing;
    } else {
      a.erase(at, 1);
    }
  }
  return missing <= 1 && a.size() <= 1;
}

}  // namespace

const ConfigEntry* ParameterReader::misspelt_entry(std::string_view name) const {
  for (const Open& open : scopes_.back().open) {
    for (const ConfigEntry& entry : open.mapping->entries)
      if (differs_in_a_letter(entry.key, name)) return &entry;
  }
  return nullptr;
}

std::string ParameterReader::unknown_hint(const Layer& layer, const std::string& key,
                                          const std::string& pattern) const {
  const auto here = known_.find({layer.name, pattern});
  std::vector<std::string_view> siblings;
  if (here != known_.end()) siblings.assign(here->second.begin(), here->second.end());
  const auto has = [](const auto& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (pattern == "workload" && has(siblings, "binary") && has(launch_keys::kAll, key))
    return "a kernel's launch (kernel, files, sizes, args, outputs) stands in a file of its own, which workload.file "
           "names";
  const std::string* nearest = nullptr;  // group with the right word
  for (const auto& [group, keys] : known_) {
    if (group.first != layer.name || !has(keys, key)) continue;
    if (nearest == nullptr || steps_between(group.second, pattern) < steps_between(*nearest, pattern))
      nearest = &group.second;
  }
  if (nearest != nullptr) return "did you mean " + key_path(*nearest, key) + "?";
  if (const std::size_t dot = key.find('.'); dot != std::string::npos && dot > 0 && dot + 1 < key.size()) {
    std::string groups = key + ": ...";
    std::size_t depth = 0;
    for (std::size_t at = 0; (at = groups.find('.', at)) != std::string::npos && at < groups.size() - 3; ++depth)
      groups.replace(at, 1, ": {"), at += 3;
    return "dots stand in -p alone; in a file `" + groups + std::string(depth, '}') + '`';
  }
  if (layer.name == kMachineFile && pattern.empty())
    siblings.insert(siblings.end(), {"sources", "constants"});  // taken before (value_sources.h)
  return spelling_hint(key, siblings);
}

namespace {

constexpr std::size_t kManyProblems = 10 * kMostDiagnostics;  // nobody reads the hints of more

}  // namespace

void ParameterReader::refuse_unknown(const Layer& layer, const ConfigNode& mapping, const std::string& written,
                                     const std::string& pattern) {
  for (const ConfigEntry& entry : mapping.entries) {
    const std::string here = key_path(written, written_key(entry)), group = key_path(pattern, entry.key);
    if (!taken_.contains(&entry)) {
      const bool with_hint = problems_.size() < kManyProblems;
      add_problem({.position = entry.position,
                   .path = here,
                   .problem = "unknown key",
                   .hint = with_hint ? unknown_hint(layer, entry.key, pattern) : ""});
      continue;
    }
    if (!known_.contains({layer.name, group})) continue;  // a value, or a group that could not be entered
    if (entry.value.kind == ConfigNode::Kind::kMapping) refuse_unknown(layer, entry.value, here, group);
    for (std::size_t i = 0; i < entry.value.items.size(); ++i) {
      refuse_unknown(layer, entry.value.items[i], here + '[' + std::to_string(i) + ']', group);
    }
  }
}

}  // namespace texpipe::study
