#include "parameters/layers/layer.h"

#include <algorithm>
#include <cctype>

#include "base/unit_text.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kPrefix = "TEXPIPE_";

[[noreturn]] void bad_assignment(const std::string& word, const std::string& problem) {
  throw Error{ExitCode::kUsage,
              Diagnostic{.position = {"-p " + word}, .problem = problem, .hint = "expected -p path=value"}};
}

/// Reads `key`, `key[3]` or `key[*]`.
ConfigEntry parse_key(std::string_view text, const std::string& word, const SourcePosition& position) {
  ConfigEntry entry{.position = position};
  const std::size_t bracket = text.find('[');
  entry.key = text.substr(0, bracket);
  if (bracket != std::string_view::npos) {
    const std::string_view index = text.substr(bracket + 1);
    if (!index.ends_with(']')) bad_assignment(word, "an index is not closed");
    std::uint32_t number = 0;
    if (index != "*]") {
      if (parse_text(index.substr(0, index.size() - 1), number))
        bad_assignment(word, "an index is a whole number or *");
      entry.index = number;
    }
  }
  if (entry.key.empty()) bad_assignment(word, "the path has an empty key");
  return entry;
}

/// The chain of mappings that holds one value at a dotted path.
ConfigEntry chain(std::string_view path, const std::string& value, const std::string& word,
                  const SourcePosition& position) {
  const std::size_t dot = path.find('.');
  ConfigEntry entry = parse_key(path.substr(0, dot), word, position);
  if (dot == std::string_view::npos) {
    entry.value = {.kind = ConfigNode::Kind::kScalar, .text = value, .position = position};
  } else {
    entry.value = {.kind = ConfigNode::Kind::kMapping, .position = position};
    entry.value.entries.push_back(chain(path.substr(dot + 1), value, word, position));
  }
  return entry;
}

/// A word of -p without `=`: `path:value` has another mark in its place.
[[noreturn]] void no_assignment(const std::string& word) {
  const std::size_t colon = word.find(':');
  const bool marked = colon != std::string::npos && colon > 0 && colon + 1 < word.size();
  throw Error{ExitCode::kUsage, Diagnostic{.position = {"-p " + word},
                                           .problem = "not an assignment",
                                           .hint = marked ? "did you mean -p " + word.substr(0, colon) + '=' +
                                                                word.substr(colon + 1) + '?'
                                                          : "expected -p path=value"}};
}

Layer empty_layer(std::string name) {
  Layer layer{.name = std::move(name), .folder = std::filesystem::current_path()};
  layer.root.kind = ConfigNode::Kind::kMapping;
  return layer;
}

}  // namespace

std::string Origin::text() const {
  if (position.file.empty()) return layer;
  if (position.line == 0) return position.file;
  return position.file + ':' + std::to_string(position.line) + ':' + std::to_string(position.column);
}

Layer command_line_layer(const std::vector<std::string>& assignments) {
  Layer layer = empty_layer(std::string{kCommandLine});
  for (const std::string& word : assignments) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) no_assignment(word);
    if (equals == 0) bad_assignment(word, "not an assignment");
    const std::string_view path = std::string_view{word}.substr(0, equals);
    layer.root.entries.push_back(chain(path, word.substr(equals + 1), word, {.file = "-p " + word}));
  }
  return layer;
}

std::vector<std::string> texpipe_variables(const char* const* environment) {
  std::vector<std::string> variables;
  for (; *environment != nullptr; ++environment) {
    if (std::string_view{*environment}.starts_with(kPrefix)) variables.emplace_back(*environment);
  }
  std::sort(variables.begin(), variables.end());
  return variables;
}

Layer environment_layer(const char* const* environment) {
  Layer layer = empty_layer("environment");
  for (const std::string& variable : texpipe_variables(environment)) {
    const std::string name = variable.substr(0, variable.find('='));
    std::string path;
    for (std::size_t i = kPrefix.size(); i < name.size(); ++i) {
      const bool separator = name.compare(i, 2, "__") == 0;
      path += separator ? '.' : static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
      if (separator) ++i;
    }
    if (path.empty()) continue;
    layer.root.entries.push_back(
        chain(path, variable.substr(std::min(variable.size(), name.size() + 1)), name, {.file = name}));
  }
  return layer;
}

}  // namespace texpipe::study
