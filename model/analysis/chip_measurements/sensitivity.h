// Which reference rows move with which parameter of their machine.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analysis/chip_measurements/correlate.h"

namespace texpipe::study {

/// A parameter is changed by this part of its value, up and down, by 1 where that is less, powers of two by a factor of
/// two; words take the choice after and before theirs.
inline constexpr double kSensitivityStep = 0.2;
/// A row moves when its value changes by more than this part.
inline constexpr double kRowMoves = 0.005;

/// A row that moves with a parameter.
struct RowMove {
  std::string path;  // without indices
  std::string from, to;
  std::string row;
  double ratio = 1;  // value with the change over value without
};

struct SensitivityOptions {
  std::string paths;  // only parameters whose paths contain this
};

/// Changes every parameter of the rows' machines, each by itself, and says which rows move, in
/// the order of the parameters. Changes that a machine cannot have alone are left out, as are numbers of units (the
/// rows' studies choose those) and what a row sets itself. Errors: those of run_rows; kUsage when no parameter has such
/// a path.
std::vector<RowMove> row_moves(const std::vector<ReferenceRow>& rows, const CorrelateOptions& options,
                               const SensitivityOptions& wanted);

/// Moves of rows by parameter, each parameter's rows behind it.
std::string moves_text(const std::vector<RowMove>& moves);
/// parameter,from,to,row,ratio
std::string moves_csv(const std::vector<RowMove>& moves);

}  // namespace texpipe::study
