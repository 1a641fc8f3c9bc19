// Hint of the error for a file or folder that is not there.
#pragma once

#include <filesystem>
#include <string>

namespace texpipe::study {

/// `did you mean NAME?` with the nearest name in the folder of `missing`, or `there is no folder FOLDER`; empty when
/// the folder is there and no name in it is near.
std::string missing_name_hint(const std::filesystem::path& missing);

}  // namespace texpipe::study
