// Damaged copies of a corpus: what libFuzzer would try first, the same in every run and with every compiler.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace texpipe::fuzz {

using Target = void (*)(std::span<const std::byte>);

/// Bytes of a file of the corpus. Throws std::runtime_error where there is none: paths are those of the project's
/// folder, in which ctest runs tests, and an empty input would look like damage.
inline std::vector<std::byte> file_bytes(const std::filesystem::path& path) {
  std::ifstream stream{path, std::ios::binary};
  if (!stream) throw std::runtime_error{"cannot read " + path.string() + ": run tests in the project's folder"};
  const std::string text{std::istreambuf_iterator<char>{stream}, {}};
  const auto bytes = std::as_bytes(std::span{text});
  return {bytes.begin(), bytes.end()};
}

/// Numbers of a fixed sequence.
class Choices {
 public:
  std::uint32_t operator()(std::size_t below) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<std::uint32_t>((state_ >> 8) % below);
  }

 private:
  std::uint32_t state_ = 1;
};

/// One change: a byte, a repeated, removed or moved run, or a run of edge values.
inline void change(std::vector<std::byte>& bytes, Choices& choose) {
  constexpr std::byte kEdges[] = {std::byte{0},    std::byte{1},   std::byte{0x7F}, std::byte{0x80},
                                  std::byte{0xFF}, std::byte{'-'}, std::byte{'9'},  std::byte{'\n'}};
  if (bytes.empty()) return;
  const auto at = bytes.begin() + choose(bytes.size());
  const auto run = 1 + choose(std::min<std::size_t>(16, static_cast<std::size_t>(bytes.end() - at)));
  switch (choose(8)) {
    case 0:
      bytes.erase(at, at + run);
      break;
    case 1: {
      const std::vector<std::byte> copy{at, at + run};
      bytes.insert(at, copy.begin(), copy.end());
      break;
    }
    case 2: {
      const std::vector<std::byte> copy{at, at + run};
      bytes.insert(bytes.begin() + choose(bytes.size()), copy.begin(), copy.end());
      break;
    }
    case 3:
      std::fill(at, at + std::min<std::uint32_t>(run, 4), kEdges[choose(std::size(kEdges))]);
      break;
    case 4:
    case 5:
      *at = kEdges[choose(std::size(kEdges))];
      break;
    default:
      *at = static_cast<std::byte>(choose(256));
  }
}

/// Calls the target with the file, with the file cut at `cuts` lengths or all of them, and with `mutations` copies that
/// have one to four changes.
inline void damage(const std::vector<std::byte>& file, Target target, unsigned mutations, unsigned cuts = 1000) {
  target(file);
  const std::size_t step = std::max<std::size_t>(1, file.size() / cuts);
  for (std::size_t length = 0; length < file.size(); length += step) target(std::span{file}.first(length));
  Choices choose;
  for (unsigned i = 0; i < mutations; ++i) {
    std::vector<std::byte> damaged = file;
    for (std::uint32_t changes = choose(4) + 1; changes > 0; --changes) change(damaged, choose);
    target(damaged);
  }
}

/// Damages every file of a corpus folder; returns how many there are.
inline std::size_t replay(const std::filesystem::path& folder, Target target, unsigned mutations,
                          unsigned cuts = 1000) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) damage(file_bytes(file), target, mutations, cuts);
  return files.size();
}

}  // namespace texpipe::fuzz
