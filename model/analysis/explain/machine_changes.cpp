#include "analysis/explain/machine_changes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "analysis/explain/better_number.h"
#include "base/diagnostic.h"
#include "base/spelling.h"
#include "machine/blocks/block_facts.h"
#include "machine/cache/bank_hash.h"
#include "parameters/names/name_rule.h"
#include "parameters/names/path_pattern.h"
#include "parameters/tree/parameter_number.h"
#include "study/definition/idle_parameters.h"

namespace texpipe::study {

namespace {

/// Parameters that are no property of a unit: slices, subslices and samplers multiply all that they hold, and how well
/// lines are compressed is the data's. They are tried for themselves, and beside others only where somebody names them.
constexpr std::array<std::string_view, 4> kScale{"slices", "slice.subslices", "slice.subslice.samplers",
                                                 "memory.compression"};
/// Parameters that change what a cycle is, or which are counted: they are tried only where somebody names them.
constexpr std::array<std::string_view, 2> kCounts{"clock", "slice.frame.enabled"};
/// Numbers of which more may be better or worse, as the workload has it: they are tried as words are.
constexpr std::array<std::string_view, 7> kEitherWay{"line",       "row",    "page",           "threads",
                                                     "interleave", "slices", "prefetch_degree"};
/// Sectors of lines that are tried: lines asked for whole, and two sizes.
constexpr std::array<std::string_view, 3> kSectors{"0B", "32B", "64B"};
/// Words and truths of which one never does worse than the others.
struct BestWord {
  std::string_view last_words, best;
};
constexpr BestWord kBestWords[] = {
    {"l1.lookup_order", "together"},   {"l1.level_banks", "true"},        {"l1.overlapping_reads", "true"},
    {"decoder.whole_cycles", "false"}, {"l3.subslice_ports", "separate"}, {"tlb.enabled", "false"},
};

/// Words that take units away, leave one of them, divide them anew or fill them with other lines, so that what others
/// say of these has no effect.
constexpr std::array<std::string_view, 4> kHiding{"enabled", "slices", "line", "prefetch"};

/// Words of a bank hash, beside masks: the model's own and those of plug-ins.
std::vector<std::string> hash_words() {
  std::vector<std::string> words;
  for (const EnumRow& row : machine::set_hashes().rows().rows) words.emplace_back(row.name);
  return words;
}

bool is_masks(std::string_view text) {
  machine::BankHash hash;
  return !parse_text(text, hash) && hash.kind() == machine::BankHash::Kind::kMasks;
}

/// Whether one of the patterns names a parameter alone, not by a group or stars.
bool is_named(std::string_view path, const std::vector<std::string>& only) {
  return std::any_of(only.begin(), only.end(),
                     [&](const std::string& pattern) { return names_exactly(without_indices(pattern), path); });
}

bool is_choice_of_somebody(std::string_view path, const std::vector<std::string>& only) {
  if (last_word(path) == "implementation" || last_word(path) == "seed") return true;
  return is_one_of(path, kCounts) && !is_named(path, only);
}

/// Nodes of one parameter over the elements of lists.
using Elements = std::vector<const ParameterNode*>;

const ParameterNode& worst(const Elements& elements, bool less) {
  return **std::max_element(elements.begin(), elements.end(), [&](const ParameterNode* a, const ParameterNode* b) {
    const double first = number_of(a->text).value_or(0), second = number_of(b->text).value_or(0);
    return less ? first < second : first > second;
  });
}

/// `did you mean ...?` for a pattern: the nearest of the groups and of the last words that paths have.
std::string nearest_ending(const std::string& pattern, const std::vector<std::string>& paths) {
  std::set<std::string_view> parts;
  for (const std::string& path : paths) {
    parts.insert(path);
    for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1)) {
      parts.insert(std::string_view{path}.substr(dot + 1));
      parts.insert(std::string_view{path}.substr(0, dot));
    }
  }
  const std::string_view near = nearest_spelling(pattern, std::vector<std::string_view>{parts.begin(), parts.end()});
  return near.empty() ? nearest_parameter(pattern, paths) : "did you mean " + std::string{near} + "?";
}

class Collector {
 public:
  explicit Collector(std::vector<MachineChange>& changes) : changes_{changes} {}

  /// Twice as much of a number, or less where less is better.
  void add_improved(const std::string& path, const Elements& elements) { add_number(path, elements, nullptr, nullptr); }

  /// @param usual  the node of the default; null: there is none
  void add(const std::string& path, const Elements& elements, const ParameterNode* usual, const Elements* hash) {
    const ParameterNode& first = *elements.front();
    for (const BestWord& known : kBestWords)
      if (path.ends_with(known.last_words)) return add_best_word(path, elements, std::string{known.best});
    if (last_word(path) == "sector") return add_words(path, elements, {kSectors.begin(), kSectors.end()});
    if (is_one_of(last_word(path), kEitherWay) && number_of(first.text))
      return add_words(path, elements, both_ways(first, usual));
    if (first.is_list) return add_words(path, elements, hash_words());
    switch (first.type) {
      case FieldType::kBoolean:
        return add_words(path, elements, {"true", "false"});
      case FieldType::kEnumeration:
        return add_words(path, elements, {first.choices.begin(), first.choices.end()});
      case FieldType::kText:
        return add_words(path, elements, {first.choices.begin(), first.choices.end()});
      default:
        return add_number(path, elements, usual, hash);
    }
  }

 private:
  void add_words(const std::string& path, const Elements& elements, const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      if (std::all_of(elements.begin(), elements.end(), [&](const ParameterNode* e) { return e->text == word; }))
        continue;
      changes_.push_back({path,
                          elements.front()->text,
                          word,
                          {starred(elements.front()->path) + '=' + word},
                          true,
                          is_one_of(last_word(path), kHiding)});
    }
  }

  void add_best_word(const std::string& path, const Elements& elements, const std::string& best) {
    const auto other =
        std::find_if(elements.begin(), elements.end(), [&](const ParameterNode* e) { return e->text != best; });
    if (other == elements.end()) return;
    changes_.push_back({path, (*other)->text, best, {starred(elements.front()->path) + '=' + best}});
  }

  void add_number(const std::string& path, const Elements& elements, const ParameterNode* usual, const Elements* hash) {
    if (!number_of(elements.front()->text)) return;
    const bool less = less_is_better(*elements.front(), path);
    const ParameterNode& node = worst(elements, less);
    const std::optional<std::string> better = improved_text(node, usual, less);
    if (!better || *better == node.text) return;
    MachineChange change{path, node.text, *better, {starred(node.path) + '=' + *better}};
    if (hash != nullptr && is_masks(hash->front()->text)) {
      change.to += " with " + std::string{last_word(without_indices(hash->front()->path))} + " xor";
      change.assignments.push_back(starred(hash->front()->path) + "=xor");
    }
    changes_.push_back(std::move(change));
  }

  std::vector<MachineChange>& changes_;
};

}  // namespace

namespace {

/// Whether a parameter is of a block of the machine.
bool is_of_block(std::string_view path) {
  const auto below = [path](std::string_view group) {
    return path.starts_with(group) && path.substr(group.size()).starts_with('.');
  };
  return below("slice") || below("memory") ||
         std::any_of(machine::kLineCaches.begin(), machine::kLineCaches.end(),
                     [&](const machine::CacheFacts& cache) { return below(cache.path); });
}

/// Parameters of the machine that can act in a study, in the order of its tree, with their nodes.
struct ActingParameters {
  std::vector<ParameterNode> trees;  // what the nodes are part of
  std::vector<std::string> order;
  std::map<std::string, Elements> elements;
};

ActingParameters acting_parameters(Configuration& configuration, const ChangeLimits& limits) {
  ActingParameters acting{.trees = configuration.trees(), .order = {}, .elements = {}};
  for (const ParameterNode& tree : acting.trees) {
    for_each_value(tree, [&](const ParameterNode& node) {
      const std::string path = without_indices(node.path);
      const bool machine = is_of_block(path) || path == "slices" || path == "clock";
      if (!machine || is_choice_of_somebody(path, limits.only) || !idle_reason(configuration, node.path).empty())
        return;
      if (acting.elements[path].empty()) acting.order.push_back(path);
      acting.elements[path].push_back(&node);
    });
  }
  return acting;
}

/// Whether one of the patterns names a parameter. A change is one of all elements of a list: an index of a pattern
/// stands for any.
bool is_chosen(const std::vector<std::string>& patterns, const std::string& path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return chooses(without_indices(pattern), path); });
}

/// Whether a parameter is tried for itself, apart from the others.
bool is_scale(const std::string& path, const ChangeLimits& limits) {
  return is_one_of(path, kScale) && !is_named(path, limits.only);
}

void check_patterns(const ActingParameters& acting, const ChangeLimits& limits) {
  const auto fits = [&](const std::string& pattern, bool only) {
    return std::any_of(acting.order.begin(), acting.order.end(), [&](const std::string& path) {
      return is_chosen({pattern}, path) && !(only && is_scale(path, limits));
    });
  };
  for (const std::vector<std::string>* patterns : {&limits.only, &limits.except}) {
    for (const std::string& pattern : *patterns) {
      if (fits(pattern, patterns == &limits.only)) continue;
      throw Error{ExitCode::kUsage, Diagnostic{.path = pattern,
                                               .problem = "names no parameter that can act in this study",
                                               .hint = nearest_ending(pattern, acting.order)}};
    }
  }
}

}  // namespace

std::vector<MachineChange> machine_changes(Configuration& configuration, const ChangeLimits& limits) {
  const std::vector<ParameterNode> defaults = trees_of_all_kinds();
  const ActingParameters acting = acting_parameters(configuration, limits);
  check_patterns(acting, limits);
  std::vector<MachineChange> changes;
  Collector collector{changes};
  for (const std::string& path : acting.order) {
    if (is_scale(path, limits) || is_chosen(limits.except, path)) continue;
    if (!limits.only.empty() && !is_chosen(limits.only, path)) continue;
    const ParameterNode* usual = nullptr;
    for (const ParameterNode& tree : defaults)
      if (const ParameterNode* node = find_parameter(tree, path); node != nullptr) usual = node;
    const std::string unit = path.substr(0, path.rfind('.'));
    const auto hash = last_word(path) == "banks" ? acting.elements.find(unit + ".bank_hash") : acting.elements.end();
    collector.add(path, acting.elements.at(path), usual, hash == acting.elements.end() ? nullptr : &hash->second);
  }
  return changes;
}

std::vector<MachineChange> scale_changes(Configuration& configuration, const ChangeLimits& limits) {
  std::vector<MachineChange> changes;
  if (!limits.only.empty()) return changes;
  const ActingParameters acting = acting_parameters(configuration, limits);
  Collector collector{changes};
  for (const std::string& path : acting.order)
    if (is_scale(path, limits) && !is_chosen(limits.except, path))
      collector.add_improved(path, acting.elements.at(path));
  return changes;
}

}  // namespace texpipe::study
