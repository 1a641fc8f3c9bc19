// Problems of the points of a sweep.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "exploration/sweep/sweep_choices.h"

namespace texpipe::study {

/// Collects problems of points: each once, at the place of what caused it, with the first point that has it.
class SweepProblems {
 public:
  /// Notes the place of a value that points set.
  void note_word(const std::string& path, const AxisValue& value);

  /// Adds what is wrong with a point. Throws the error when a stop was asked for.
  void keep(const Error& error, const std::vector<Choice>& point = {});

  /// An error of a point at the place of what caused it.
  Error placed(const Error& error) const;

  std::size_t count() const { return problems_.size(); }

  /// Throws all of them, with the code of the first; nothing when there is none.
  void refuse() const;

 private:
  struct Problem {
    Diagnostic diagnostic;
    std::string point;  // as text; empty: not told
    std::size_t points = 1;
  };

  std::map<std::string, SourcePosition> places_;
  std::vector<Problem> problems_;
  ExitCode code_ = ExitCode::kInvalidConfiguration;
};

}  // namespace texpipe::study
