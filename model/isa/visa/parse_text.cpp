#include <algorithm>
#include <optional>

#include "isa/visa/declaration_parser.h"
#include "isa/visa/declare.h"
#include "isa/visa/instruction_parser.h"
#include "isa/visa/program_rules.h"
#include "isa/visa/text.h"

namespace texpipe::visa {

namespace {

constexpr std::size_t kMostDiagnostics = 20;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

bool is_declaration(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, 6) == ".decl " || line.substr(0, 6) == ".decl\t";
}

/// Blanks in place of comments (`//` to the line's end, `/*` to `*/`), so that everything else keeps its place.
std::string without_comments(std::string_view text, const std::string& file) {
  std::string kept{text};
  SourcePosition at{file, 1, 1};
  SourcePosition opened;
  enum class Inside : std::uint8_t { kText, kQuotes, kLine, kBlock } inside = Inside::kText;
  for (std::size_t i = 0; i < kept.size(); ++i, ++at.column) {
    const std::string_view two = text.substr(i, 2);
    if (text[i] == '\n') {
      at = {file, at.line + 1, 0};
      if (inside != Inside::kBlock) inside = Inside::kText;
      continue;
    }
    if (inside == Inside::kBlock && two == "*/") {
      inside = Inside::kText;
      kept[i] = kept[i + 1] = ' ';
      ++i, ++at.column;
      continue;
    }
    if (inside == Inside::kText && (two == "//" || two == "/*")) {
      inside = two == "//" ? Inside::kLine : Inside::kBlock;
      opened = at;
      kept[i] = kept[i + 1] = ' ';
      ++i, ++at.column;
      continue;
    }
    if (inside <= Inside::kQuotes && text[i] == '"') inside = inside == Inside::kText ? Inside::kQuotes : Inside::kText;
    if (inside >= Inside::kLine) kept[i] = ' ';
  }
  if (inside == Inside::kBlock) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = opened, .problem = "the comment does not end", .hint = "expected */"}};
  }
  return kept;
}

/// The lines of one text, read once or, where it has no declarations, twice.
class TextReader {
 public:
  TextReader(const std::vector<std::string_view>& lines, const std::string& file) : lines_{lines}, file_{file} {}

  /// Adds what the lines say to `program`; problems go to `diagnostics`.
  void read(Program& program, bool implicit, std::optional<Generation> rules, std::vector<Diagnostic>& diagnostics) {
    NameScope names{program, implicit};
    for (std::size_t i = 0; i < lines_.size() && diagnostics.size() < kMostDiagnostics; ++i) {
      TextCursor cursor{lines_[i], file_, static_cast<int>(i) + 1};
      if (cursor.at_end()) continue;
      try {
        if (cursor.peek() == '.') {
          parse_directive(cursor, program, names);
        } else {
          const StatementPlace place{.line = static_cast<int>(i) + 1, .column = cursor.column()};
          program.statements.push_back({parse_instruction(cursor, program, names, rules), place});
        }
      } catch (const Error& error) {
        if (error.code() != ExitCode::kMalformedInput && rules) throw;
        diagnostics.insert(diagnostics.end(), error.diagnostics().begin(), error.diagnostics().end());
      }
    }
  }

  /// Declarations of the variables that the lines use, by how they use them.
  Program declarations() {
    Program program;
    std::vector<Diagnostic> reported_later;
    read(program, true, std::nullopt, reported_later);
    declare_used(program);
    return {.variables = std::move(program.variables),
            .predicates = std::move(program.predicates),
            .samplers = std::move(program.samplers),
            .surfaces = std::move(program.surfaces)};
  }

 private:
  const std::vector<std::string_view>& lines_;
  const std::string& file_;
};

}  // namespace

Program parse_text(std::string_view text, const std::string& file, Generation generation) {
  const std::string code = without_comments(text, file);
  const std::vector<std::string_view> lines = lines_of(code);
  const bool implicit = std::none_of(lines.begin(), lines.end(), is_declaration);
  TextReader reader{lines, file};
  Program program = implicit ? reader.declarations() : Program{};
  std::vector<Diagnostic> diagnostics;
  reader.read(program, implicit, generation, diagnostics);
  if (diagnostics.empty()) {
    for (const StatementProblem& broken : structure_problems(program)) {
      const StatementPlace place = program.statements.empty() ? StatementPlace{.line = static_cast<int>(lines.size())}
                                                              : program.statements[broken.statement].place;
      Diagnostic diagnostic = diagnostic_at(place, file);
      diagnostic.problem = broken.rule.problem;
      diagnostic.hint = broken.rule.hint;
      diagnostics.push_back(std::move(diagnostic));
    }
  }
  if (!diagnostics.empty()) {
    diagnostics.resize(std::min(diagnostics.size(), kMostDiagnostics));
    throw Error{ExitCode::kMalformedInput, std::move(diagnostics)};
  }
  return program;
}

}  // namespace texpipe::visa
