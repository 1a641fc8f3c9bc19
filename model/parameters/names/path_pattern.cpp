#include "parameters/names/path_pattern.h"

#include <algorithm>

namespace texpipe::study {

namespace {

/// Length of an index that the only one of its kind may have, and has not in its path; 0 where there is none.
std::size_t index_of_only(std::string_view pattern, std::size_t at) {
  const std::string_view index = pattern.substr(std::min(at, pattern.size()), 3);
  return index == "[*]" || index == "[0]" ? index.size() : 0;
}

/// Whether the pattern is the whole text, whose indices it may leave out. Goes back to the last `*` only, so that the
/// time is bounded by the product of both lengths.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (const std::size_t index = text[t] == '.' ? index_of_only(pattern, p) : 0; index > 0) {
      p += index;
    } else if (text[t] == '[' && text.find(']', t) != std::string_view::npos) {
      t = text.find(']', t) + 1;  // an index that is left out
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  p += index_of_only(pattern, p);
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool chooses(std::string_view pattern, std::string_view path) {
  if (matches(pattern, path)) return true;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
    if (matches(pattern, path.substr(0, dot)) || matches(pattern, path.substr(dot + 1))) return true;
  }
  return false;
}

}  // namespace texpipe::study
