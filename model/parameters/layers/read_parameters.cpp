#include "parameters/layers/read_parameters.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/shortened.h"
#include "base/spelling.h"
#include "host/files/missing_name.h"
#include "host/files/shipped_files.h"
#include "parameters/layers/launch_keys.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

namespace {

std::string joined(const std::string& path, std::string_view key) {
  return path.empty() ? std::string{key} : path + '.' + std::string{key};
}

std::string written_key(const ConfigEntry& entry) {
  return entry.index ? entry.key + '[' + std::to_string(*entry.index) + ']' : entry.key;
}

std::string what_is(const ConfigNode& node) {
  if (node.kind == ConfigNode::Kind::kMapping) return "a group of keys";
  if (node.kind == ConfigNode::Kind::kSequence) return "a list";
  return "'" + node.text + "'";
}

constexpr std::string_view kCommandLine = "command line";  // name of the layer of -p

/// Empty when the file is there. @param written  as the user names it
std::optional<TextProblem> missing_file(const std::filesystem::path& path, const std::string& written,
                                        ShippedKind kind) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) return {};
  if (std::filesystem::is_directory(path, error)) return TextProblem{path.string() + " is a folder", "expected a file"};
  if (std::filesystem::exists(path, error))
    return TextProblem{path.string() + " is no regular file", "expected a file"};
  const std::string beside = missing_name_hint(path);
  const bool name = is_bare_name(written) && !beside.starts_with("did you mean");
  return TextProblem{"no file " + path.string(), name ? missing_or_shipped_hint(written, kind) : beside};
}

/// Later layers win.
int rank_of(const Layer& layer) {
  constexpr std::string_view kOrder[] = {kMachineFile, "study file", "environment", kCommandLine};
  return static_cast<int>(std::find(std::begin(kOrder), std::end(kOrder), layer.name) - std::begin(kOrder));
}

/// Range of a field, for a text that it refused without saying what would be right; empty when it has none.
std::string expected_range(const Field& field) {
  const std::string low = field.low(), high = field.high();
  return low.empty() || high.empty() ? std::string{} : "expected " + low + " to " + high;
}

std::string expected_value(const Field& field) {
  if (!field.choices().empty()) return "expected a word";
  if (!field.unit.empty()) return "expected a value in " + std::string{field.unit};
  return "expected a value";
}

/// Hint for a list in the place of a value: the value's form where it has one of its own, as WIDTHxHEIGHT.
std::string expected_in_place_of_list(const Field& field) {
  if (!field.choices().empty()) return expected_value(field);
  const std::optional<TextProblem> problem = field.assign("[]");
  return problem && !problem->hint.empty() ? problem->hint : expected_value(field);
}

}  // namespace

std::vector<std::string> list_items(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  std::vector<std::string> items;
  for (bool more = !text.empty(); more;) {
    const std::size_t comma = text.find(',');
    std::string_view item = text.substr(0, comma);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    items.emplace_back(item);
    more = comma != std::string_view::npos;
    if (more) text = text.substr(comma + 1);
  }
  return items;
}

TextProblem not_a_choice(std::string_view word, const std::vector<std::string_view>& choices) {
  std::string problem{'\''};
  problem += word;
  return {problem + "' is not one of the allowed words", spelling_hint(word, choices)};
}

void ParameterReader::begin(const std::vector<const Layer*>& layers) {
  Scope root;
  for (const Layer* layer : layers) {
    if (std::find(layers_.begin(), layers_.end(), layer) == layers_.end()) layers_.push_back(layer);
    root.open.push_back({layer, &layer->root, ""});
  }
  current_ = layers;
  scopes_.clear();
  enter(std::move(root));
}

namespace {

/// Whether a path leads through an element that is not the first of its list: it has the same keys as the first.
bool is_repetition(const std::string& path) {
  for (std::size_t at = path.find('['); at != std::string::npos; at = path.find('[', at + 1))
    if (path.compare(at, 3, "[0]") != 0) return true;
  return false;
}

}  // namespace

void ParameterReader::enter(Scope scope) {
  if (!is_repetition(scope.path)) {
    for (const Layer* layer : current_) scope.known.push_back(&known_[{layer->name, scope.pattern}]);
  }
  scopes_.push_back(std::move(scope));
}

void ParameterReader::know(std::string_view name) {
  for (std::vector<std::string>* known : scopes_.back().known) known->emplace_back(name);
}

template <class Take>
void ParameterReader::for_each_entry(std::string_view name, Take take) {
  know(name);
  for (const Open& open : scopes_.back().open) {
    for (const ConfigEntry& entry : open.mapping->entries) {
      if (entry.key != name) continue;
      taken_.insert(&entry);
      take(open, entry);
    }
  }
}

void ParameterReader::field(Field& field) {
  // The last word counts. What it replaces is not checked: -p mends a file.
  const Open* last_open = nullptr;
  const ConfigEntry* last = nullptr;
  for_each_entry(field.name, [&](const Open& open, const ConfigEntry& entry) {
    last_open = &open;
    last = &entry;
  });
  if (last != nullptr) assign(field, *last_open, *last, joined(scopes_.back().path, field.name));
  if (field.required && last == nullptr) report_missing(field);
}

void ParameterReader::assign(Field& field, const Open& open, const ConfigEntry& entry, const std::string& path) {
  const ConfigNode& value = entry.value;
  const auto refuse = [&](const SourcePosition& position, std::string problem, std::string hint) {
    const std::string written = joined(open.written, written_key(entry));
    refused_.insert(path);
    add_problem({.position = position, .path = written, .problem = std::move(problem), .hint = std::move(hint)});
  };
  if (entry.index) return refuse(entry.position, "is one value, not a list", "leave the index out");
  if (value.kind == ConfigNode::Kind::kNull) return refuse(entry.position, "has no value", expected_value(field));
  const bool listed = field.is_list && value.kind == ConfigNode::Kind::kSequence;
  if (listed) {
    for (const ConfigNode& item : value.items) {
      if (item.kind != ConfigNode::Kind::kScalar)
        return refuse(item.position, "is " + what_is(item), expected_value(field));
      if (item.text.empty()) return refuse(item.position, "is empty", expected_value(field));
    }
  } else if (value.kind != ConfigNode::Kind::kScalar) {
    const bool list = value.kind == ConfigNode::Kind::kSequence;
    return refuse(value.position, "is " + what_is(value),
                  list ? expected_in_place_of_list(field) : expected_value(field));
  }
  if (value.quoted && (field.type == FieldType::kWhole || field.type == FieldType::kReal ||
                       field.type == FieldType::kFraction || field.type == FieldType::kBoolean)) {
    return refuse(value.position, "is a quoted text", "write it without quotes");
  }
  std::string text = value.text;
  for (const ConfigNode& item : value.items) text += (text.empty() ? "" : ", ") + item.text;
  if (field.is_path && !text.empty()) {
    const std::vector<std::string> files = field.is_list ? list_items(text) : std::vector{text};
    text.clear();
    const ShippedKind kind = field.name == "machine" ? ShippedKind::kMachine : ShippedKind::kTexture;
    for (const std::string& file : files) {
      const std::filesystem::path path = beside_or_shipped(open.layer->folder, file, kind);
      text += (text.empty() ? "" : ", ") + path.string();
      if (auto problem = missing_file(path, file, kind)) {
        const bool typed = problem->hint.empty() && open.layer->name == kCommandLine;
        return refuse(value.position, problem->problem,
                      typed ? "paths of -p begin at the current folder" : problem->hint);
      }
    }
  }
  if (auto problem = field.assign(text)) {
    const bool unhelped = problem->hint.empty() || problem->hint == "expected a whole number";
    const std::string range = unhelped && field.type == FieldType::kWhole ? expected_range(field) : "";
    return refuse(value.position, problem->problem, range.empty() ? problem->hint : range);
  }
  refused_.erase(path);
  origins_[path] = {open.layer->name, value.position};
}

void ParameterReader::report_missing(const Field& field) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (scope->open.empty()) continue;
    const Open& first = scope->open.front();
    add_problem({.position = first.mapping->position,
                 .path = joined(scopes_.back().path, field.name),
                 .problem = "is missing",
                 .hint = std::string{field.help}});
    return;
  }
}

void ParameterReader::enter(std::vector<Open>& into, const Open& parent, const ConfigEntry& entry,
                            const ConfigNode& value, const std::string& suffix) {
  const std::string written = joined(parent.written, written_key(entry)) + suffix;
  if (value.kind != ConfigNode::Kind::kMapping) {
    const bool empty = value.kind == ConfigNode::Kind::kNull;
    add_problem({.position = empty ? entry.position : value.position,
                 .path = written,
                 .problem = empty ? "has no value" : "is " + what_is(value),
                 .hint = "expected a group of keys"});
    return;
  }
  into.push_back({parent.layer, &value, written});
}

void ParameterReader::open_group(std::string_view name, GroupIndex allowed) {
  Scope scope{.path = joined(scopes_.back().path, name), .pattern = joined(scopes_.back().pattern, name)};
  for_each_entry(name, [&](const Open& open, const ConfigEntry& entry) {
    const bool first = allowed == GroupIndex::kFirst;
    const bool list_of_one =
        first && !entry.index && entry.value.kind == ConfigNode::Kind::kSequence && entry.value.items.size() == 1;
    if (entry.index && (!first || *entry.index > 0)) {
      set_aside(entry.value);
      add_problem({.position = entry.position,
                   .path = joined(open.written, written_key(entry)),
                   .problem = first ? "there is 1 element" : "is one group, not a list",
                   .hint = first ? "indices start at 0" : "leave the index out"});
    } else {
      enter(scope.open, open, entry, list_of_one ? entry.value.items.front() : entry.value, list_of_one ? "[0]" : "");
    }
  });
  enter(std::move(scope));
}

void ParameterReader::begin_preset_group(Field& word) {
  know(word.name);
  Scope scope{.path = joined(scopes_.back().path, word.name), .pattern = joined(scopes_.back().pattern, word.name)};
  const Open* last_open = nullptr;
  const ConfigEntry* last = nullptr;
  for_each_entry(word.name, [&](const Open& open, const ConfigEntry& entry) {
    if (entry.value.kind == ConfigNode::Kind::kMapping && !entry.index) {
      enter(scope.open, open, entry, entry.value, "");
      return;
    }
    // The word replaces what earlier layers said about single parameters, and an earlier word.
    for (const Open& replaced : scope.open) set_aside(*replaced.mapping);
    scope.open.clear();
    last_open = &open;
    last = &entry;
  });
  if (last != nullptr) assign(word, *last_open, *last, scope.path);
  enter(std::move(scope));
}

void ParameterReader::begin_list(std::string_view name, std::size_t count, std::string_view) {
  ListScope list{
      .path = joined(scopes_.back().path, name), .pattern = joined(scopes_.back().pattern, name), .count = count};
  for_each_entry(name, [&](const Open& open, const ConfigEntry& entry) {
    const ConfigNode& value = entry.value;
    const std::string written = joined(open.written, written_key(entry));
    const std::string counted = std::to_string(count) + (count == 1 ? " element" : " elements");
    if (entry.index && *entry.index >= count) {
      set_aside(value);
      add_problem({.position = entry.position,
                   .path = written,
                   .problem = "there are " + counted,
                   .hint = "indices start at 0"});
    } else if (value.kind == ConfigNode::Kind::kSequence && value.items.size() != count) {
      set_aside(value);
      add_problem({.position = value.position,
                   .path = written,
                   .problem = "lists " + std::to_string(value.items.size()) + " of " + counted,
                   .hint = "list every element, or write one group for all of them"});
    } else {
      list.pending.push_back({open, &entry});
    }
  });
  lists_.push_back(std::move(list));
}

void ParameterReader::set_aside(const ConfigNode& node) {
  for (const ConfigEntry& entry : node.entries) {
    taken_.insert(&entry);
    set_aside(entry.value);
  }
  for (const ConfigNode& item : node.items) set_aside(item);
}

void ParameterReader::begin_element(std::size_t index) {
  const ListScope& list = lists_.back();
  const std::string suffix = '[' + std::to_string(index) + ']';
  Scope scope{.path = list.path + suffix, .pattern = list.pattern};
  for (const Pending& pending : list.pending) {
    const ConfigEntry& entry = *pending.entry;
    if (entry.index && *entry.index != index) continue;
    const bool listed = entry.value.kind == ConfigNode::Kind::kSequence;
    enter(scope.open, pending.parent, entry, listed ? entry.value.items[index] : entry.value, listed ? suffix : "");
  }
  enter(std::move(scope));
}

void ParameterReader::end_list() {
  lists_.pop_back();
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
  for (const auto& [group, keys] : known_) {  // the right word in the wrong group
    if (group.first != layer.name || std::find(keys.begin(), keys.end(), key) == keys.end()) continue;
    return "did you mean " + joined(group.second, key) + "?";
  }
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
    const std::string here = joined(written, written_key(entry)), group = joined(pattern, entry.key);
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

void ParameterReader::add_problem(Diagnostic problem) {
  problems_.push_back(std::move(problem));
}

void ParameterReader::add_rule(const BrokenRule& rule) {
  const auto refused = [&](const std::string& path) { return refused_.contains(path); };
  if (std::any_of(rule.paths.begin(), rule.paths.end(), refused)) return;
  const auto rank = [&](const std::string& path) {
    const std::string layer = origin(path).layer;
    const auto found =
        std::find_if(layers_.begin(), layers_.end(), [&](const Layer* known) { return known->name == layer; });
    return found == layers_.end() ? -1 : rank_of(**found);
  };
  const auto last = std::max_element(rule.paths.begin(), rule.paths.end(),
                                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  add_problem(
      {.position = origin(*last).position, .path = without_indices(*last), .problem = rule.problem, .hint = rule.hint});
}

void ParameterReader::finish() {
  for (const Layer* layer : layers_) refuse_unknown(*layer, layer->root, "", "");
  if (problems_.empty()) return;
  std::stable_sort(problems_.begin(), problems_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.position.file, a.position.line, a.position.column) <
           std::tie(b.position.file, b.position.line, b.position.column);
  });
  // A problem that two visits of one place found is told once.
  std::set<std::pair<std::string, std::string>> told;
  SourcePosition place;
  std::erase_if(problems_, [&](const Diagnostic& problem) {
    if (place != problem.position) told.clear();
    place = problem.position;
    return !told.emplace(problem.path, problem.problem).second;
  });
  throw Error{ExitCode::kInvalidConfiguration, std::move(problems_)};
}

std::string ParameterReader::given_path(const std::string& path) const {
  for (std::string given = path;;) {
    if (origins_.contains(given)) return given;
    const std::size_t dot = given.rfind('.');
    if (dot == std::string::npos) return path;
    given.resize(dot);
  }
}

const Origin* ParameterReader::given(const std::string& path) const {
  const auto found = origins_.find(path);
  return found == origins_.end() ? nullptr : &found->second;
}

Origin ParameterReader::origin(const std::string& path) const {
  const Origin* origin = given(given_path(path));
  return origin == nullptr ? Origin{} : *origin;
}

}  // namespace texpipe::study
