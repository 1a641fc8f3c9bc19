// Writes .npy files for tests.
#pragma once

#include <filesystem>
#include <fstream>

#include "pictures/npy/npy.h"

namespace texpipe::test {

inline void write_npy(const std::filesystem::path& file, const study::NpyArray& array) {
  const std::vector<std::byte> bytes = study::npy_bytes(array);
  std::ofstream{file, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                              static_cast<std::streamsize>(bytes.size()));
}

}  // namespace texpipe::test
