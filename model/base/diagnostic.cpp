#include "base/diagnostic.h"

#include "base/printable.h"
#include "base/shortened.h"

namespace texpipe {

namespace {

constexpr std::size_t kMostOfLine = 2000;  // bytes: what an input repeats a million times is no news

/// Each line of a text as one may want to read it.
std::string readable(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    result += shortened(text.substr(0, end), kMostOfLine);
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

/// The first ones, and how many there are more. What was shortened once is as long as that and stays.
std::vector<Diagnostic> first_of(std::vector<Diagnostic> diagnostics) {
  if (diagnostics.size() <= kMostDiagnostics + 1) return diagnostics;
  Diagnostic more;
  more.problem = "and " + std::to_string(diagnostics.size() - kMostDiagnostics) + " more problems";
  diagnostics.resize(kMostDiagnostics);
  diagnostics.push_back(std::move(more));
  return diagnostics;
}

std::string joined(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += diagnostic.text();
  }
  return text;
}

}  // namespace

std::string Diagnostic::text() const {
  std::string text;
  if (!position.file.empty()) text += printable(shortened(position.file, kMostOfLine)) + ':';
  if (position.line > 0) text += std::to_string(position.line) + ':';
  if (position.line > 0 && position.column > 0) text += std::to_string(position.column) + ':';
  if (!text.empty()) text += ' ';
  if (!path.empty()) text += printable(shortened(path, kMostOfLine)) + ": ";
  text += printable(readable(problem), LineBreaks::kKept);  // reports have several lines
  if (!hint.empty()) text += "; " + printable(readable(hint), LineBreaks::kKept);
  return text;
}

Error::Error(ExitCode code, std::vector<Diagnostic> diagnostics)
    : std::runtime_error{joined(diagnostics = first_of(std::move(diagnostics)))},
      code_{code},
      diagnostics_{std::move(diagnostics)} {}

void unsupported(const std::string& what) {
  throw Error{ExitCode::kUnsupported, "unsupported: " + what};
}

}  // namespace texpipe
