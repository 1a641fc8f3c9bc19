// The picture that a run folder shows first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace texpipe::study {

struct RunPicture {
  std::filesystem::path file;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// Picture that the workload wrote (image.png), or of a frame the one with the lowest number; none: there is neither.
std::optional<RunPicture> run_picture(const std::filesystem::path& folder);

}  // namespace texpipe::study
