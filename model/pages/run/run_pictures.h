// Pictures of a page about a run.
#pragma once

#include <filesystem>
#include <string>

namespace texpipe::study {

/// HTML sections of the picture that a run made and of the maps of its pixels, as far as a page has room for them.
/// Errors: kMalformedInput for scales of maps that are none.
std::string picture_sections(const std::filesystem::path& folder);

}  // namespace texpipe::study
