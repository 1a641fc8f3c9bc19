// vISA pairs in files of their own: text, bytecode and what the compiler made of them (public ones:
// support/visa_kernels.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace texpipe::visa::corpus {

/// Our own pairs, for forms that the public ones do not have.
inline std::string more_folder() {
  return TEXPIPE_TEST_DATA "/kernels/visa_more";
}

/// Names of the pairs in alphabetical order.
inline std::vector<std::string> names(const std::string& where) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator{where}) {
    if (entry.path().extension() == ".visaasm") found.push_back(entry.path().stem().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Paths without extension of the compiled OpenCL kernels' vISA.
inline std::vector<std::string> opencl() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator{TEXPIPE_TEST_DATA "/kernels"}) {
    if (entry.path().extension() == ".visaasm") found.push_back(entry.path().parent_path() / entry.path().stem());
  }
  std::sort(found.begin(), found.end());
  return found;
}

inline std::string text(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

inline std::vector<std::uint8_t> bytes(const std::string& path) {
  const std::string content = text(path);
  return {content.begin(), content.end()};
}

}  // namespace texpipe::visa::corpus
