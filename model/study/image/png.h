// Pictures of 8 bits per channel, as PNG files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace texpipe::study {

/// R, G, B, A bytes from the top left corner, row by row.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;
};

/// The same picture gives the same bytes, whatever the machine. Errors: Error (kInternalError) when libpng fails.
std::vector<std::byte> png_bytes(const Picture& picture);

/// Errors: Error (kMalformedInput) when the file cannot be written.
void write_png(const std::filesystem::path& file, const Picture& picture);

}  // namespace texpipe::study
