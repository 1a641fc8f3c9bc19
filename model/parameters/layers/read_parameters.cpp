#include "parameters/layers/read_parameters.h"

#include <algorithm>
#include <tuple>

#include "base/printable.h"
#include "base/spelling.h"
#include "parameters/layers/written_keys.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

namespace {

/// Later layers win.
int rank_of(const Layer& layer) {
  constexpr std::string_view kOrder[] = {kMachineFile, "study file", "environment", kCommandLine};
  return static_cast<int>(std::find(std::begin(kOrder), std::end(kOrder), layer.name) - std::begin(kOrder));
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
  scope.undecided = !scopes_.empty() && scopes_.back().undecided;
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
  if (scopes_.back().undecided) return;
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
  const std::string path = key_path(scopes_.back().path, field.name);
  if (last != nullptr) assign(field, *last_open, *last, path);
  const bool missing = field.required && last == nullptr && !scopes_.back().undecided;
  const ConfigEntry* const meant = missing && field.decides_keys ? misspelt_entry(field.name) : nullptr;
  if (missing && meant == nullptr) report_missing(field);
  if (field.decides_keys && (missing || refused_.contains(path))) leave_undecided(meant);
}

void ParameterReader::leave_undecided(const ConfigEntry* reported) {
  for (const Open& open : scopes_.back().open) set_aside(*open.mapping);
  taken_.erase(reported);
  scopes_.back().undecided = true;
}

void ParameterReader::report_missing(const Field& field) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (scope->open.empty()) continue;
    const Open& first = scope->open.front();
    add_problem({.position = first.mapping->position,
                 .path = key_path(scopes_.back().path, field.name),
                 .problem = "is missing",
                 .hint = std::string{field.help}});
    return;
  }
}

void ParameterReader::enter(std::vector<Open>& into, const Open& parent, const ConfigEntry& entry,
                            const ConfigNode& value, const std::string& suffix) {
  const std::string written = key_path(parent.written, written_key(entry)) + suffix;
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
  Scope scope{.path = key_path(scopes_.back().path, name), .pattern = key_path(scopes_.back().pattern, name)};
  for_each_entry(name, [&](const Open& open, const ConfigEntry& entry) {
    const bool first = allowed == GroupIndex::kFirst;
    const bool list_of_one =
        first && !entry.index && entry.value.kind == ConfigNode::Kind::kSequence && entry.value.items.size() == 1;
    if (entry.index && (!first || *entry.index > 0)) {
      set_aside(entry.value);
      add_problem({.position = entry.position,
                   .path = key_path(open.written, written_key(entry)),
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
  Scope scope{.path = key_path(scopes_.back().path, word.name), .pattern = key_path(scopes_.back().pattern, word.name)};
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
      .path = key_path(scopes_.back().path, name), .pattern = key_path(scopes_.back().pattern, name), .count = count};
  for_each_entry(name, [&](const Open& open, const ConfigEntry& entry) {
    const ConfigNode& value = entry.value;
    const std::string written = key_path(open.written, written_key(entry));
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

void ParameterReader::add_problem(Diagnostic problem) {
  problem.problem = printable(problem.problem);  // with a line break of a quoted value
  problem.hint = printable(problem.hint);
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
