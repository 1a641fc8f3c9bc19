#include <algorithm>
#include <optional>

#include "isa/visa/declaration_parser.h"
#include "isa/visa/instruction_parser.h"
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

}  // namespace

Program parse_text(std::string_view text, const std::string& file, Generation generation) {
  const std::vector<std::string_view> lines = lines_of(text);
  Program program;
  NameScope names{program, std::none_of(lines.begin(), lines.end(), is_declaration)};
  std::vector<Diagnostic> diagnostics;
  for (std::size_t i = 0; i < lines.size() && diagnostics.size() < kMostDiagnostics; ++i) {
    const int number = static_cast<int>(i) + 1;
    TextCursor cursor{lines[i], file, number};
    if (cursor.at_end()) continue;
    try {
      if (cursor.peek() == '.') {
        parse_directive(cursor, program, names);
      } else {
        Instruction instruction = parse_instruction(cursor, program, names, generation);
        program.statements.push_back({std::move(instruction), number});
      }
    } catch (const Error& error) {
      if (error.code() != ExitCode::kMalformedInput) throw;
      diagnostics.insert(diagnostics.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!diagnostics.empty()) {
    diagnostics.resize(std::min(diagnostics.size(), kMostDiagnostics));
    throw Error{ExitCode::kMalformedInput, std::move(diagnostics)};
  }
  for (Variable& variable : program.variables) variable.elements = std::max<std::uint16_t>(variable.elements, 1);
  return program;
}

}  // namespace texpipe::visa
