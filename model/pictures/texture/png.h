// Pictures of 8 bits per channel, as PNG files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace texpipe::study {

/// R, G, B, A bytes from the top left corner, row by row.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Bytes of a picture as a PNG file, the same for the same picture on any machine. Errors: Error (kInternalError) when
/// libpng fails; a stop request (base/stop_request.h).
std::vector<std::byte> png_bytes(const Picture& picture);

}  // namespace texpipe::study
