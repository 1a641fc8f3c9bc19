#include "base/diagnostic.h"

#include "base/printable.h"

namespace texpipe {

namespace {

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
  if (!position.file.empty()) text += printable(position.file) + ':';
  if (position.line > 0) text += std::to_string(position.line) + ':';
  if (position.line > 0 && position.column > 0) text += std::to_string(position.column) + ':';
  if (!text.empty()) text += ' ';
  if (!path.empty()) text += printable(path) + ": ";
  text += printable(problem, LineBreaks::kKept);  // reports have several lines
  if (!hint.empty()) text += "; " + printable(hint, LineBreaks::kKept);
  return text;
}

Error::Error(ExitCode code, std::vector<Diagnostic> diagnostics)
    : std::runtime_error{joined(diagnostics)}, code_{code}, diagnostics_{std::move(diagnostics)} {}

void unsupported(const std::string& what) {
  throw Error{ExitCode::kUnsupported, "unsupported: " + what};
}

}  // namespace texpipe
