// Parts of a run's page that its configured machine gives: the drawing, energy and area.
#pragma once

#include <filesystem>

#include "pages/run/run_page.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

/// Machine of a timed run as it was configured; nothing where no configuration that this program can read is left.
RunPageExtras machine_extras(const std::filesystem::path& folder, const timing::BlockRegistry& blocks);

}  // namespace texpipe::study
