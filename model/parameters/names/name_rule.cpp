#include "parameters/names/name_rule.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/spelling.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

namespace {

std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

/// As many of a path's last words as there are `dots` between them, and one.
std::string_view last_words(std::string_view path, std::ptrdiff_t dots) {
  std::size_t at = path.size();
  for (; dots >= 0 && at != std::string_view::npos && at != 0; --dots) at = path.rfind('.', at - 1);
  return dots >= 0 || at == std::string_view::npos ? path : path.substr(at + 1);
}

}  // namespace

std::string starred(std::string_view path) {
  std::string text;
  for (std::size_t at = 0; at < path.size(); ++at) {
    text += path[at];
    if (path[at] != '[') continue;
    text += "*]";
    at = std::min(path.find(']', at), path.size());
  }
  return text;
}

bool is_whole_name(std::string_view name, std::string_view path) {
  while (!path.empty()) {
    const std::size_t length = path.front() == '[' ? path.find(']') + 1 : 0;  // of an index
    if (length > 0) {
      if (name.starts_with(path.substr(0, length)))
        name.remove_prefix(length);
      else if (name.starts_with("[*]"))
        name.remove_prefix(3);
      else if (name.starts_with("["))
        return false;
      path.remove_prefix(length);
    } else if (path.front() == '.' && (name.starts_with("[*].") || name.starts_with("[0]."))) {
      name.remove_prefix(3);  // the only unit of a kind has no index
    } else if (!name.empty() && name.front() == path.front()) {
      name.remove_prefix(1);
      path.remove_prefix(1);
    } else {
      return false;
    }
  }
  return name.empty();
}

bool is_last_words(std::string_view name, std::string_view path) {
  while (!is_whole_name(name, path)) {
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) return false;
    path.remove_prefix(dot + 1);
  }
  return true;
}

NameMatch match_name(std::string_view name, std::span<const std::string_view> paths) {
  NameMatch match;
  const auto take = [&](bool (*is_named)(std::string_view, std::string_view)) {
    for (std::size_t place = 0; place < paths.size(); ++place)
      if (is_named(name, paths[place])) match.places.push_back(place);
  };
  take(is_whole_name);
  if (match.places.empty()) take(is_last_words);
  // A part that is the only one of its kind here and one of several there is the same part.
  std::map<std::string, std::string> candidates;
  for (const std::size_t place : match.places) candidates.emplace(without_indices(paths[place]), starred(paths[place]));
  std::set<std::string> texts;
  for (const auto& [path, text] : candidates) texts.insert(text);
  match.candidates.assign(texts.begin(), texts.end());
  return match;
}

namespace {

/// `A or B or C`: the first five paths, and how many more.
std::string first_of(const std::vector<std::string>& paths) {
  constexpr std::size_t kMostNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), kMostNamed); ++i) text += (i == 0 ? "" : " or ") + paths[i];
  if (paths.size() > kMostNamed) text += " or " + std::to_string(paths.size() - kMostNamed) + " more";
  return text;
}

}  // namespace

std::string candidates_hint(const std::vector<std::string>& candidates) {
  return "it may be " + first_of(candidates);
}

namespace {

/// The name as it would be written with dots between its words (`l1_size`, `l1/size`); as it is where no path ends so.
std::string with_dots(std::string name, const std::vector<std::string>& paths) {
  std::string dotted = name;
  for (char& c : dotted)
    if (c == '/' || c == ':' || c == '_') c = '.';
  for (const std::string& path : paths) {
    std::string other = path;
    std::replace(other.begin(), other.end(), '_', '.');
    const bool ends =
        other.ends_with(dotted) && (other.size() == dotted.size() || other[other.size() - dotted.size() - 1] == '.');
    if (ends) return path.substr(path.size() - dotted.size());
  }
  return name;
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string_view> paths) {
  std::string plain = without_indices(name);
  std::vector<std::string> plain_paths;
  std::set<std::string> known;
  for (const std::string_view path : paths) {
    std::string without = without_indices(path);
    if (known.insert(without).second) plain_paths.push_back(std::move(without));
  }
  plain = with_dots(std::move(plain), plain_paths);
  const std::ptrdiff_t dots = std::count(plain.begin(), plain.end(), '.');
  std::vector<std::string_view> ends;
  for (const std::string& path : plain_paths) ends.push_back(last_words(path, dots));
  std::string_view near = nearest_spelling(plain, ends);
  if (!near.empty()) return "did you mean " + std::string{near} + "?";
  if (dots > 0) {  // the right group, and a word that is another's for one of its keys
    const std::string group = plain.substr(0, plain.rfind('.') + 1);
    std::vector<std::string_view> keys;
    for (const std::string_view end : ends)
      if (end.starts_with(group)) keys.push_back(end.substr(group.size()));
    near = nearest_spelling(std::string_view{plain}.substr(group.size()), keys);
    if (!near.empty()) return "did you mean " + group + std::string{near} + "?";
  }
  std::vector<std::string> same_word;
  for (const std::string& path : plain_paths)
    if (last_words(path, 0) == last_words(plain, 0)) same_word.push_back(path);
  if (!same_word.empty()) return "did you mean " + first_of(same_word) + '?';
  near = nearest_spelling(plain, views_of(plain_paths));
  return near.empty() ? "" : "did you mean " + std::string{near} + "?";
}

Diagnostic name_problem(std::string_view name, const NameMatch& match, std::span<const std::string_view> paths,
                        std::string_view kind, std::string_view otherwise) {
  Diagnostic problem{.path = std::string{name}};
  if (!match.is_none()) {
    problem.problem = "more than one " + std::string{kind} + " ends in this";
    problem.hint = candidates_hint(match.candidates);
    return problem;
  }
  problem.problem = "no such " + std::string{kind};
  problem.hint = nearest_name(name, paths);
  if (problem.hint.empty()) problem.hint = otherwise;
  return problem;
}

}  // namespace texpipe::study
