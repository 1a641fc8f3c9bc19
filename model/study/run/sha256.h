// SHA-256 (FIPS 180-4, by Nettle), for the hashes in a run's manifest.
#pragma once

#include <nettle/sha2.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace texpipe::study {

class Sha256 {
 public:
  Sha256();
  /// Errors: a stop request (base/stop_request.h).
  void add(std::span<const std::uint8_t> bytes);
  void add(std::string_view text);

  /// 64 hexadecimal digits; nothing may be added afterwards.
  std::string finish();

 private:
  sha256_ctx state_;
};

std::string sha256(std::string_view text);

/// Error with kMalformedInput when the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace texpipe::study
