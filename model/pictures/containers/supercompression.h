// Levels of KTX 2 files that are packed by a general compressor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace texpipe::study {

/// supercompressionScheme of KTX 2.
enum class Supercompression : std::uint32_t { kNone = 0, kBasisLz = 1, kZstandard = 2, kZlib = 3 };

/// Whether `packed` bytes can hold `plain` ones: what a header claims, before memory is taken for it.
bool can_unpack(Supercompression scheme, std::uint64_t packed, std::uint64_t plain);

/// Unpacks a level of exactly `plain` bytes by Zstandard or zlib. Errors: kMalformedInput, naming file and level, when
/// the data are damaged or hold another number of bytes.
std::vector<std::byte> unpacked_level(Supercompression scheme, std::span<const std::byte> packed, std::uint64_t plain,
                                      const std::string& file, unsigned level);

}  // namespace texpipe::study
