// Files of the compiled vISA kernels, which stand in one text (tests/data/kernels/visa/kernels.txt).
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/scratch_folder.h"

namespace texpipe::test {

/// Bytes of the files by their names, as "s16_lod_2d.isa".
inline const std::map<std::string, std::string>& visa_kernel_files() {
  static const std::map<std::string, std::string> all = [] {
    constexpr std::string_view kSection = "=== ";
    std::map<std::string, std::string> files;
    std::ifstream in{TEXPIPE_TEST_DATA "/kernels/visa/kernels.txt"};
    std::string* file = nullptr;
    bool hexadecimal = false;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with(kSection)) {
        const std::string name = line.substr(kSection.size());
        file = &files[name];
        hexadecimal = name.ends_with(".isa") || name.ends_with(".dat");
      } else if (file != nullptr && hexadecimal) {
        for (std::size_t i = 0; i + 1 < line.size(); i += 2)
          *file += static_cast<char>(std::stoul(line.substr(i, 2), nullptr, 16));
      } else if (file != nullptr) {
        *file += line + '\n';
      }
    }
    return files;
  }();
  return all;
}

inline const std::string& visa_kernel_text(const std::string& name) {
  const auto found = visa_kernel_files().find(name);
  if (found == visa_kernel_files().end()) throw std::runtime_error{"no vISA kernel " + name};
  return found->second;
}

inline std::vector<std::uint8_t> visa_kernel_bytes(const std::string& name) {
  const std::string& text = visa_kernel_text(name);
  return {text.begin(), text.end()};
}

/// Names of the files with `extension`, without it, in alphabetical order.
inline std::vector<std::string> visa_kernel_names(std::string_view extension = ".visaasm") {
  std::vector<std::string> names;
  for (const auto& [name, content] : visa_kernel_files()) {
    if (name.ends_with(extension)) names.push_back(name.substr(0, name.size() - extension.size()));
  }
  return names;
}

/// The kernels as files, for commands; they go away with the test.
class VisaKernelFolder {
 public:
  /// Path of the file `name`.
  std::string operator()(const std::string& name) const {
    folder_.write(name, visa_kernel_text(name));
    return (folder_ / name).string();
  }

 private:
  ScratchFolder folder_;
};

}  // namespace texpipe::test
