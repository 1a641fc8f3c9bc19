#include "study/run_folder/run_picture.h"

#include <array>
#include <charconv>
#include <fstream>
#include <string>

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSizeOffset = 16;  // of a PNG file: width and height, big-endian

std::optional<RunPicture> picture_in(const fs::path& file) {
  std::ifstream in{file, std::ios::binary};
  std::array<char, kSizeOffset + 8> head{};
  if (!in.read(head.data(), head.size())) return {};
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(head[at + i]);
    return value;
  };
  return RunPicture{file, number(kSizeOffset), number(kSizeOffset + 4)};
}

/// Number of `picture_N.png`; none: the file is called otherwise.
std::optional<std::uint32_t> picture_number(const fs::path& file) {
  constexpr std::string_view kPrefix = "picture_", kEnd = ".png";
  const std::string name = file.filename().string();
  if (!name.starts_with(kPrefix) || !name.ends_with(kEnd)) return {};
  std::uint32_t number = 0;
  const char* const end = name.data() + name.size() - kEnd.size();
  const auto [at, error] = std::from_chars(name.data() + kPrefix.size(), end, number);
  if (error != std::errc{} || at != end) return {};
  return number;
}

}  // namespace

std::optional<RunPicture> run_picture(const fs::path& folder) {
  if (auto image = picture_in(folder / "image.png")) return image;
  std::optional<std::uint32_t> lowest;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder, ignored}) {
    const auto number = picture_number(entry.path());
    if (number && (!lowest || *number < *lowest)) lowest = number;
  }
  if (!lowest) return {};
  return picture_in(folder / ("picture_" + std::to_string(*lowest) + ".png"));
}

}  // namespace texpipe::study
