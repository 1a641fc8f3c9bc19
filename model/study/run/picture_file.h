// Pictures in a run folder.
#pragma once

#include <string_view>

#include "pictures/texture/png.h"
#include "study/run_folder/run_folder.h"

namespace texpipe::study {

/// Writes a picture as PNG. Errors: those of RunFolder::write.
void write_picture(RunFolder& folder, std::string_view name, const Picture& picture);

}  // namespace texpipe::study
