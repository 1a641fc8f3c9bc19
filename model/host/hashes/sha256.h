// SHA-256 (FIPS 180-4, by OpenSSL), for the hashes in a run's manifest.
#pragma once

// The functions of SHA-256 itself: those for any hash look for providers, which takes longer than a small file.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

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
  SHA256_CTX state_;
};

std::string sha256(std::string_view text);

/// Error with kMalformedInput when the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace texpipe::study
