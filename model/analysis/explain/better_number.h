// Numbers of a machine that may be better than those that it has.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// The parameter's own name: the last word of its path.
std::string_view last_word(std::string_view path);

/// Whether a pattern is the last words of a path: `samplers`, `subslice.samplers`. Groups and stars are not.
bool names_exactly(std::string_view pattern, std::string_view path);

template <class List>
bool is_one_of(std::string_view word, const List& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Whether less of a number is better: of times, cycles of a unit, and what is taken away from a cache.
bool less_is_better(const ParameterNode& node, std::string_view path);

/// Half and twice of a number, within its range, and the default. @param usual  null: there is none
std::vector<std::string> both_ways(const ParameterNode& node, const ParameterNode* usual);

/// A number twice as good, or its default where that is better, within its range; nothing where the range has none.
/// @param usual  the default's node; null: there is none
std::optional<std::string> improved_text(const ParameterNode& node, const ParameterNode* usual, bool less);

}  // namespace texpipe::study
