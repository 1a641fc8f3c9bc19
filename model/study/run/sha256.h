// SHA-256 (FIPS 180-4), for the hashes in a run's manifest.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace texpipe::study {

class Sha256 {
 public:
  /// Errors: a stop request (base/stop_request.h).
  void add(std::span<const std::uint8_t> bytes);
  void add(std::string_view text);

  /// 64 hexadecimal digits; nothing may be added afterwards.
  std::string finish();

 private:
  void block(const std::uint8_t* bytes);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> rest_{};
  std::size_t rest_size_ = 0;
  std::uint64_t size_ = 0;
};

std::string sha256(std::string_view text);

/// Error with kMalformedInput when the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace texpipe::study
