// Rules of a kernel as a whole: what its declarations may say and how its statements end. Text parser and container
// reader add the place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isa/visa/program.h"

namespace texpipe::visa {

struct RuleProblem {
  std::string problem;
  std::string hint;
};

/// Versions of text and container that texpipe reads.
bool is_known_version(unsigned major, unsigned minor);

/// An alias, also one of an alias, lies within the variable that owns its bytes; `variable` need not be part of the
/// program yet.
std::optional<RuleProblem> alias_problem(const Program& program, const Variable& variable);

/// An input is not larger than its variable and overlaps none of the inputs before it.
std::optional<RuleProblem> input_problem(const Program& program, const Input& input);

/// A predicate has 1 to 32 channels, a power of two of them.
std::optional<RuleProblem> predicate_problem(const NamedArray& predicate);

/// SimdSize is 8, 16 or 32, or 1 for kernels without lanes.
std::optional<RuleProblem> attribute_problem(const Attribute& attribute);

struct StatementProblem {
  std::size_t statement = 0;
  RuleProblem rule;
};

/// Every label that a jump names stands before a statement, and only once; a kernel that has a name ends with `ret` or
/// a jump without a predicate.
std::vector<StatementProblem> structure_problems(const Program& program);

}  // namespace texpipe::visa
