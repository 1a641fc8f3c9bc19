#include "workload/frame/assembly_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/spelling.h"
#include "base/unit_text.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::study {

namespace {

std::vector<Token> tokens_of(std::string_view line) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < line.size();) {
    if (is_space(line[i])) {
      ++i;
      continue;
    }
    const std::size_t first = i;
    if (line[i] == '"') {
      for (++i; i < line.size() && line[i] != '"'; ++i) i += line[i] == '\\';
      i = std::min(i + 1, line.size());
    } else {
      while (i < line.size() && !is_space(line[i])) ++i;
    }
    tokens.push_back({line.substr(first, i - first), static_cast<int>(first) + 1});
  }
  return tokens;
}

}  // namespace

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view without_remark(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quoted && line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && line[i] == '#' && (i == 0 || is_space(line[i - 1]))) {
      return line.substr(0, i);
    }
  }
  return line;
}

void refuse_at(const std::string& name, int line, int column, const std::string& problem, const std::string& hint) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{{name, line, column}, {}, problem, hint}};
}

AssemblyLine::AssemblyLine(const std::string& name, int number, std::string_view text)
    : name_{&name}, number_{number}, text_{text}, tokens_{tokens_of(text)} {}

AssemblyLine AssemblyLine::beginning(std::size_t tokens) const {
  AssemblyLine line = *this;
  line.tokens_.resize(tokens);
  return line;
}

void AssemblyLine::refuse(const Token& token, const std::string& problem, const std::string& hint) const {
  refuse_at(*name_, number_, token.column, problem, hint);
}

void AssemblyLine::refuse_end(const std::string& expected) const {
  const Token& last = tokens_.back();
  refuse_at(*name_, number_, last.column + static_cast<int>(last.text.size()), "the line ends early",
            "expected " + expected);
}

std::uint64_t AssemblyLine::number_at(std::size_t place, const char* what) const {
  if (place >= tokens_.size()) refuse_end(what);
  std::uint64_t value = 0;
  if (parse_text(tokens_[place].text, value))
    refuse(tokens_[place], fmt::format("\"{}\" is no {}", tokens_[place].text, what), "expected a number, as 0x1000");
  return value;
}

std::uint64_t AssemblyLine::number_below(std::size_t place, const char* what, std::uint64_t most) const {
  const std::uint64_t value = number_at(place, what);
  if (value > most)
    refuse(tokens_[place], fmt::format("{} {} is too large", what, tokens_[place].text),
           fmt::format("expected at most 0x{:x}", most));
  return value;
}

std::uint64_t AssemblyLine::address(std::size_t place) const {
  return number_below(place, "address", functional::GpuMemory::kEnd - 1);
}

std::vector<std::uint32_t> AssemblyLine::words(std::size_t place) const {
  std::vector<std::uint32_t> words;
  for (; place < tokens_.size(); ++place)
    words.push_back(static_cast<std::uint32_t>(number_below(place, "word", 0xFFFF'FFFF)));
  return words;
}

void AssemblyLine::options(std::size_t place, std::initializer_list<Option> known) const {
  for (; place < tokens_.size(); place += 2) {
    const Token& token = tokens_[place];
    const auto* found =
        std::find_if(known.begin(), known.end(), [&](const Option& option) { return option.name == token.text; });
    if (found == known.end()) {
      std::vector<std::string_view> names;
      for (const Option& option : known) names.push_back(option.name);
      refuse(token, fmt::format("\"{}\" is nothing that {} has", token.text, tokens_.front().text),
             spelling_hint(token.text, names));
    }
    *found->value = number_below(place + 1, "number", found->most);
  }
}

}  // namespace texpipe::study
