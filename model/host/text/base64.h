// Bytes as text of 64 letters, for pictures inside pages.
#pragma once

#include <string>
#include <string_view>

namespace texpipe::study {

/// RFC 4648, section 4, with padding.
std::string base64(std::string_view bytes);

}  // namespace texpipe::study
