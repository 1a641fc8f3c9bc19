// Problems of an input: what went wrong, at which place, and which exit code it means.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace texpipe {

/// Exit codes of the texpipe command (docs/reference/exit-codes.md).
enum class ExitCode : int {
  kSuccess = 0,
  kInternalError = 1,
  kUsage = 2,
  kInvalidConfiguration = 3,
  kMalformedInput = 4,
  kMismatch = 5,
  kWatchdog = 6,
  kSweepPointsFailed = 7,
  kUnsupported = 8,
  kInterrupted = 130,
  kTerminated = 143,
};

/// A place in a text or file. Line and column count from 1; 0 means that the place has none.
struct SourcePosition {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const SourcePosition&) const = default;
};

/// One problem: its place, the path of the value (`slice.l3.banks`; may be empty), what is wrong, what would be right.
struct Diagnostic {
  SourcePosition position;
  std::string path;
  std::string problem;
  std::string hint;  // "did you mean ...", "expected ..."; may be empty

  /// `file:line:col: path: problem; hint`, leaving out what is empty.
  std::string text() const;
};

/// An input that cannot be accepted, with its diagnostics (one or more). The command turns it into an exit code.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, std::vector<Diagnostic> diagnostics);
  Error(ExitCode code, Diagnostic diagnostic) : Error{code, std::vector{std::move(diagnostic)}} {}
  /// An error without a place.
  Error(ExitCode code, std::string problem) : Error{code, Diagnostic{.problem = std::move(problem)}} {}

  ExitCode code() const { return code_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  ExitCode code_;
  std::vector<Diagnostic> diagnostics_;
};

/// A feature that texpipe does not have (exit 8). `what` names it as its document does.
[[noreturn]] void unsupported(const std::string& what);

}  // namespace texpipe
