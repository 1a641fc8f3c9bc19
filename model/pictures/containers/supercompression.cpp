#include "pictures/containers/supercompression.h"

#include <zlib.h>
#include <zstd.h>

#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

[[noreturn]] void damaged(const std::string& file, unsigned level, const std::string& problem, std::uint64_t plain) {
  malformed(file, "level " + std::to_string(level) + ": " + problem, std::to_string(plain) + " bytes when unpacked");
}

void unpack_zstandard(std::span<const std::byte> packed, std::span<std::byte> plain, const std::string& file,
                      unsigned level) {
  const std::size_t bytes = ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size());
  if (ZSTD_isError(bytes) != 0)
    damaged(file, level, std::string{"Zstandard: "} + ZSTD_getErrorName(bytes), plain.size());
  if (bytes != plain.size()) damaged(file, level, "Zstandard: " + std::to_string(bytes) + " bytes", plain.size());
}

void unpack_zlib(std::span<const std::byte> packed, std::span<std::byte> plain, const std::string& file,
                 unsigned level) {
  uLongf bytes = plain.size();
  uLong taken = packed.size();
  const int result = uncompress2(reinterpret_cast<Bytef*>(plain.data()), &bytes,
                                 reinterpret_cast<const Bytef*>(packed.data()), &taken);
  if (result == Z_BUF_ERROR) damaged(file, level, "zlib: ends too early, or holds more", plain.size());
  if (result != Z_OK) damaged(file, level, "zlib: damaged", plain.size());
  if (bytes != plain.size()) damaged(file, level, "zlib: " + std::to_string(bytes) + " bytes", plain.size());
}

}  // namespace

bool can_unpack(Supercompression scheme, std::uint64_t packed, std::uint64_t plain) {
  // A block of Zstandard has at least 4 bytes and holds at most 128 KiB; deflate needs a bit for 129 bytes.
  constexpr std::uint64_t kZstandardRatio = (128 << 10) / 4, kZlibRatio = 1032;
  const std::uint64_t ratio = scheme == Supercompression::kZstandard ? kZstandardRatio : kZlibRatio;
  return plain / ratio <= packed;
}

std::vector<std::byte> unpacked_level(Supercompression scheme, std::span<const std::byte> packed, std::uint64_t plain,
                                      const std::string& file, unsigned level) {
  std::vector<std::byte> texels(plain);
  if (scheme == Supercompression::kZstandard) {
    unpack_zstandard(packed, texels, file, level);
  } else {
    unpack_zlib(packed, texels, file, level);
  }
  return texels;
}

}  // namespace texpipe::study
