// Files that people give in the place of a study or a machine.
#pragma once

#include "parameters/yaml/config_node.h"

namespace texpipe::study {

/// Refuses the keys of a sweep, a search, a bench of RTL or an energy table, in the place of a study those of a
/// machine, and in that of a machine those of a study: one sentence in place of every key that is unknown. Errors:
/// kInvalidConfiguration at the key that tells what the file is, with the verb or key that takes it.
void refuse_other_file(const ConfigNode& root, bool is_study);

}  // namespace texpipe::study
