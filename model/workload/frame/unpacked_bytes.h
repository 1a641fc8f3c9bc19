// The bytes of a file in order, unpacked where zstd packed them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/files/file_bytes.h"

struct ZSTD_DCtx_s;

namespace texpipe::study {

/// Reads a file from its beginning to its end in small parts, so that a packed one is never in memory as a whole.
class UnpackedBytes {
 public:
  /// Errors: those of read_file.
  explicit UnpackedBytes(FileBytes file);
  ~UnpackedBytes();

  const std::string& name() const { return file_.name(); }
  bool packed() const { return packed_; }
  /// Bytes that were read.
  std::uint64_t position() const { return position_; }
  /// Bytes that are left; none of a packed file, whose length shows only at its end.
  std::optional<std::uint64_t> left() const;
  std::uint64_t file_bytes() const { return file_.size(); }
  /// Looks again how long the file is, to which somebody adds.
  void look_again() { file_.look_again(); }

  /// Fills `bytes` as far as the file goes and returns how many that are. Errors: kMalformedInput for packed bytes that
  /// zstd cannot unpack, that end in the middle, or that become more than kMostGrowth times the file and kLeastLimit.
  std::size_t read(std::span<std::byte> bytes);

  static constexpr std::uint64_t kMostGrowth = 1000;
  static constexpr std::uint64_t kLeastLimit = std::uint64_t{1} << 30;

 private:
  std::size_t unpack(std::span<std::byte> bytes);

  FileBytes file_;
  bool packed_ = false;
  std::uint64_t position_ = 0;
  std::uint64_t taken_ = 0;  // bytes of the file that are in `input_` or behind it
  std::vector<std::byte> input_;
  std::size_t input_used_ = 0;
  bool within_frame_ = false;  // of zstd
  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> unpacker_;
};

}  // namespace texpipe::study
