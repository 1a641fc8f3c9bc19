// The single changes of a row's intermediates that verify tries when a case fails.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/verify/golden_case.h"
#include "analysis/verify/row_probe.h"

namespace texpipe::study {

/// A change of one intermediate.
struct Change {
  std::string rule;  // ids of what the intermediate obeys
  std::string text;
  std::function<std::optional<Rgba>(const RowProbe&)> value;  // a row's result; nothing where the change does not apply
};

/// Changes of sampler state, place, level, position and colour that make sense for a case, small ones first.
/// @param first  any row of the case
std::vector<Change> possible_changes(const GoldenCase& golden, const RowProbe& first);

/// Gives a pixel the levels of another level of detail. False outside the view's levels.
bool move_to_level(functional::PixelSetup& pixel, const functional::TextureBinding& binding, functional::Lod lod);

}  // namespace texpipe::study
