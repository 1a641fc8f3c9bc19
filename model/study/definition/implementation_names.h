// The implementations that a machine names, looked up among the caller's.
#pragma once

#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "base/parameter_rule.h"
#include "machine/graph/machine_parameters.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

/// Names that nobody added, as broken rules. One that is known and was not built in is `missing`.
std::vector<BrokenRule> unknown_implementations(const machine::MachineParameters& machine,
                                                const timing::BlockRegistry& blocks, std::optional<Error>& missing);

}  // namespace texpipe::study
