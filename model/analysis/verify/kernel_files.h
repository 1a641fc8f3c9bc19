// Kernels and pixel shaders with their YAML, among the files that verify meets.
#pragma once

#include <filesystem>

namespace texpipe::study {

/// True for a YAML file that describes how to launch a compiled kernel and what must come out: a mapping with `kernel`
/// and `outputs`. Files that are no YAML are none.
bool is_kernel_file(const std::filesystem::path& file);

/// True for a YAML file that describes a compiled pixel shader and what it must draw: a mapping with `shader` and
/// `outputs`. Files that are no YAML are none.
bool is_pixel_shader_file(const std::filesystem::path& file);

}  // namespace texpipe::study
