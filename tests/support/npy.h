// Reads .npy files (version 1, C order, little endian) for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace texpipe::test {

struct NpyArray {
  std::string type;  // as '<f4'
  std::vector<std::size_t> shape;
  std::vector<std::byte> bytes;

  template <class T>
  std::vector<T> values() const {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
};

/// @param path  of the messages
inline NpyArray parse_npy(const std::string& content, const std::string& path) {
  if (content.compare(0, 6, "\x93NUMPY") != 0 || content.size() < 10)
    throw std::runtime_error{path + " is no .npy file"};
  const std::size_t length = static_cast<unsigned char>(content[8]) | static_cast<unsigned char>(content[9]) << 8;
  const std::string header = content.substr(10, length);
  NpyArray array;
  const std::size_t type = header.find('\'', header.find("descr") + 6) + 1;
  array.type = header.substr(type, header.find('\'', type) - type);
  const std::size_t shape = header.find('(') + 1;
  std::string sizes = header.substr(shape, header.find(')') - shape);
  for (std::size_t place = 0; place < sizes.size();) {
    if (sizes[place] < '0' || sizes[place] > '9') {
      ++place;
      continue;
    }
    std::size_t used = 0;
    array.shape.push_back(std::stoul(sizes.substr(place), &used));
    place += used;
  }
  array.bytes.resize(content.size() - 10 - length);
  std::memcpy(array.bytes.data(), content.data() + 10 + length, array.bytes.size());
  return array;
}

inline NpyArray read_npy(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) throw std::runtime_error{"cannot read " + path};
  return parse_npy({std::istreambuf_iterator<char>{file}, {}}, path);
}

}  // namespace texpipe::test
