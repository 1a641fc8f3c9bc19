#include "host/hashes/sha256.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <vector>

#include "base/diagnostic.h"
#include "base/stop_request.h"

namespace texpipe::study {

Sha256::Sha256() {
  SHA256_Init(&state_);
}

void Sha256::add(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kBetweenLooks = 1 << 20;
  while (!bytes.empty()) {
    throw_if_stop_requested();
    const std::size_t part = std::min(bytes.size(), kBetweenLooks);
    SHA256_Update(&state_, bytes.data(), part);
    bytes = bytes.subspan(part);
  }
}

void Sha256::add(std::string_view text) {
  add(std::span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::string Sha256::finish() {
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest;
  SHA256_Final(digest.data(), &state_);
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.finish();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file)
    throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {path.string()}, .problem = "cannot be read"}};
  Sha256 hash;
  std::vector<char> part(1 << 16);
  while (file.read(part.data(), static_cast<std::streamsize>(part.size())) || file.gcount() > 0) {
    hash.add(std::string_view{part.data(), static_cast<std::size_t>(file.gcount())});
  }
  return hash.finish();
}

}  // namespace texpipe::study
