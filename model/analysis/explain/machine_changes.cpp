#include "analysis/explain/machine_changes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "machine/blocks/block_facts.h"
#include "parameters/names/name_rule.h"
#include "parameters/names/path_pattern.h"
#include "parameters/tree/parameter_number.h"
#include "study/definition/idle_parameters.h"

namespace texpipe::study {

namespace {

constexpr double kTwice = 2;

/// Parameters that are no property of a unit: changing them asks another question, so they change only where somebody
/// names them. Slices, subslices and samplers multiply all that they hold; how well lines are compressed is the data's.
constexpr std::array<std::string_view, 6> kNoUnit{
    "clock", "slices", "slice.subslices", "slice.subslice.samplers", "memory.compression", "slice.frame.enabled"};
/// Numbers, beside times, of which less is better: what is taken away from a cache, cycles of a unit, and lanes that it
/// takes together whether they are enabled or not.
constexpr std::array<std::string_view, 7> kLessIsBetter{
    "urb", "slm", "occupancy", "interval", "lane_group", "register_interval", "subslices_per_sampler"};
/// Numbers of which more may be better or worse, as the workload has it: they are tried as words are.
constexpr std::array<std::string_view, 6> kEitherWay{"line", "row", "page", "threads", "interleave", "slices"};
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
/// Words of a bank hash, beside masks.
constexpr std::array<std::string_view, 2> kHashes{"modulo", "xor"};

std::string_view last_word(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

/// Whether a pattern is the last words of a path: `samplers`, `subslice.samplers`. Groups and stars are not.
bool names_exactly(std::string_view pattern, std::string_view path) {
  if (!path.ends_with(pattern)) return false;
  return path.size() == pattern.size() || path[path.size() - pattern.size() - 1] == '.';
}

bool is_choice_of_somebody(std::string_view path, const std::vector<std::string>& only) {
  if (last_word(path) == "implementation" || last_word(path) == "seed") return true;
  if (std::find(kNoUnit.begin(), kNoUnit.end(), path) == kNoUnit.end()) return false;
  return std::none_of(only.begin(), only.end(),
                      [&](const std::string& pattern) { return names_exactly(without_indices(pattern), path); });
}

bool is_time(const ParameterNode& node) {
  return node.unit == "cycles" || node.unit == "picoseconds";
}

template <class List>
bool is_one_of(std::string_view word, const List& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool less_is_better(const ParameterNode& node, std::string_view path) {
  return is_time(node) || is_one_of(last_word(path), kLessIsBetter);
}

/// Half and twice of a number, within its range, and the default. @param usual  null: there is none
std::vector<std::string> both_ways(const ParameterNode& node, const ParameterNode* usual) {
  std::vector<std::string> texts;
  if (usual != nullptr && usual->text != node.text) texts.push_back(usual->text);
  const double value = *number_of(node.text);
  for (double other : {value / kTwice, value * kTwice}) {
    if (!node.low.empty()) other = std::max(other, number_of(node.low).value_or(other));
    if (!node.high.empty()) other = std::min(other, number_of(node.high).value_or(other));
    std::string text = nearest_text(other, node);
    if (text != node.text && std::find(texts.begin(), texts.end(), text) == texts.end())
      texts.push_back(std::move(text));
  }
  return texts;
}

/// Twice a fraction, or the default where that is more, within the range.
std::optional<std::string> improved_fraction(const ParameterNode& node, const ParameterNode* usual) {
  Fraction value;
  if (parse_text(node.text, value)) return {};
  std::string text = value_text(Fraction{value.numerator() * 2, value.denominator()});
  if (usual != nullptr && *number_of(usual->text) > *number_of(text)) text = usual->text;
  if (!node.high.empty() && *number_of(node.high) < *number_of(text)) text = node.high;
  return text;
}

/// The better value of a number; nothing where its range has none.
std::optional<std::string> improved_text(const ParameterNode& node, const ParameterNode* usual, bool less) {
  if (node.type == FieldType::kFraction) return improved_fraction(node, usual);
  const double value = *number_of(node.text);
  std::optional<double> other;
  if (usual != nullptr) other = number_of(usual->text);
  double better = less ? value / kTwice : value * kTwice;
  if (other) better = less ? std::min(better, *other) : std::max(better, *other);
  if (less && is_time(node) && node.unit == "cycles") better = static_cast<double>(static_cast<std::uint64_t>(better));
  if (!node.low.empty()) better = std::max(better, number_of(node.low).value_or(better));
  if (!node.high.empty()) better = std::min(better, number_of(node.high).value_or(better));
  return nearest_text(better, node);
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

  /// @param usual  the node of the default; null: there is none
  void add(const std::string& path, const Elements& elements, const ParameterNode* usual, const Elements* hash) {
    const ParameterNode& first = *elements.front();
    for (const BestWord& known : kBestWords)
      if (path.ends_with(known.last_words)) return add_best_word(path, elements, std::string{known.best});
    if (last_word(path) == "sector") return add_words(path, elements, {kSectors.begin(), kSectors.end()});
    if (is_one_of(last_word(path), kEitherWay) && number_of(first.text))
      return add_words(path, elements, both_ways(first, usual));
    if (first.is_list) return add_words(path, elements, {kHashes.begin(), kHashes.end()});
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
      changes_.push_back({path, elements.front()->text, word, {starred(elements.front()->path) + '=' + word}, true});
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
    const bool has_masks =
        hash != nullptr && std::find(kHashes.begin(), kHashes.end(), hash->front()->text) == kHashes.end();
    if (has_masks) {
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

}  // namespace

std::vector<MachineChange> machine_changes(Configuration& configuration, const ChangeLimits& limits) {
  const std::vector<ParameterNode> trees = configuration.trees(), defaults = trees_of_all_kinds();
  std::vector<std::string> order;
  std::map<std::string, Elements> elements;
  for (const ParameterNode& tree : trees) {
    for_each_value(tree, [&](const ParameterNode& node) {
      const std::string path = without_indices(node.path);
      const bool machine = is_of_block(path) || path == "slices" || path == "clock";
      if (!machine || is_choice_of_somebody(path, limits.only) || !idle_reason(configuration, node.path).empty())
        return;
      if (elements[path].empty()) order.push_back(path);
      elements[path].push_back(&node);
    });
  }
  // A change is one of all elements of a list: an index of a pattern stands for any.
  const auto is_chosen = [](const std::string& pattern, const std::string& path) {
    return chooses(without_indices(pattern), path);
  };
  for (const std::vector<std::string>* patterns : {&limits.only, &limits.except}) {
    for (const std::string& pattern : *patterns) {
      if (std::any_of(order.begin(), order.end(), [&](const auto& path) { return is_chosen(pattern, path); })) continue;
      throw Error{ExitCode::kUsage, Diagnostic{.path = pattern,
                                               .problem = "names no parameter that can act in this study",
                                               .hint = nearest_ending(pattern, order)}};
    }
  }
  const auto named = [&](const std::vector<std::string>& patterns, const std::string& path) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) { return is_chosen(pattern, path); });
  };
  std::vector<MachineChange> changes;
  Collector collector{changes};
  for (const std::string& path : order) {
    if ((!limits.only.empty() && !named(limits.only, path)) || named(limits.except, path)) continue;
    const ParameterNode* usual = nullptr;
    for (const ParameterNode& tree : defaults)
      if (const ParameterNode* node = find_parameter(tree, path); node != nullptr) usual = node;
    const std::string unit = path.substr(0, path.rfind('.'));
    const auto hash = last_word(path) == "banks" ? elements.find(unit + ".bank_hash") : elements.end();
    collector.add(path, elements.at(path), usual, hash == elements.end() ? nullptr : &hash->second);
  }
  return changes;
}

}  // namespace texpipe::study
