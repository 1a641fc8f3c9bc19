// Path of an item of a list.
#pragma once

#include <cstddef>
#include <string>

namespace texpipe::study {

/// `path[3]`; indices count from 0.
inline std::string indexed(const std::string& path, std::size_t index) {
  return path + '[' + std::to_string(index) + ']';
}

}  // namespace texpipe::study
