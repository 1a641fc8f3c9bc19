// The one rule for names of statistics and parameters, as people write them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

/// A path with every index as `[*]`: what all elements of a list have in common.
std::string starred(std::string_view path);

/// Whether the name is the whole path. In the name an index may be `[*]` or left out: it then stands for any.
bool is_whole_name(std::string_view name, std::string_view path);

/// Whether the name is the path, or its last words: `l1.size` of `slice.subslice[0].sampler.l1.size`.
bool is_last_words(std::string_view name, std::string_view path);

/// The paths that a name means.
struct NameMatch {
  std::vector<std::size_t> places;      // among the paths that were given, in their order
  std::vector<std::string> candidates;  // those paths, starred, each once and sorted

  bool is_none() const { return candidates.empty(); }
  /// Paths that differ in their indices alone are one.
  bool is_one() const { return candidates.size() == 1; }
};

/// Paths that are the name as a whole; where none is, those that end in it.
NameMatch match_name(std::string_view name, std::span<const std::string_view> paths);

/// `it may be A or B`: the first five, and how many more.
std::string candidates_hint(const std::vector<std::string>& candidates);

/// `did you mean ...?` for a name that no path has: the nearest of as many last words as the name has, else the nearest
/// whole path or the paths of the same last word. Empty when none is near. Indices are left out.
std::string nearest_name(std::string_view name, std::span<const std::string_view> paths);

/// Problem of a name that is not one path: the candidates, or the nearest spelling.
/// @param kind       `parameter`, `statistic`
/// @param otherwise  the hint where no path is near
Diagnostic name_problem(std::string_view name, const NameMatch& match, std::span<const std::string_view> paths,
                        std::string_view kind, std::string_view otherwise);

}  // namespace texpipe::study
