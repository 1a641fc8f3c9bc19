#include "workload/frame/unpacked_bytes.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

constexpr std::array<unsigned char, 4> kZstdMagic{0x28, 0xB5, 0x2F, 0xFD};
constexpr std::uint64_t kInputBytes = 128 << 10;

}  // namespace

UnpackedBytes::UnpackedBytes(FileBytes file) : file_{std::move(file)}, unpacker_{nullptr, ZSTD_freeDCtx} {
  if (file_.size() < kZstdMagic.size()) return;
  const std::vector<std::byte> begin = file_.at(0, kZstdMagic.size());
  packed_ = std::memcmp(begin.data(), kZstdMagic.data(), kZstdMagic.size()) == 0;
  if (!packed_) return;
  unpacker_.reset(ZSTD_createDCtx());
  if (!unpacker_) throw std::bad_alloc{};
}

UnpackedBytes::~UnpackedBytes() = default;

std::optional<std::uint64_t> UnpackedBytes::left() const {
  if (packed_) return std::nullopt;
  return file_.size() - position_;
}

std::size_t UnpackedBytes::read(std::span<std::byte> bytes) {
  std::size_t count = 0;
  while (count < bytes.size()) {
    const std::span<std::byte> rest = bytes.subspan(count);
    std::size_t got = 0;
    if (packed_) {
      got = unpack(rest);
    } else {
      if (input_used_ == input_.size()) {
        input_ = file_.at(taken_, std::min(kInputBytes, file_.size() - taken_));
        taken_ += input_.size();
        input_used_ = 0;
      }
      got = std::min(rest.size(), input_.size() - input_used_);
      if (got != 0) std::memcpy(rest.data(), input_.data() + input_used_, got);
      input_used_ += got;
    }
    if (got == 0) break;
    count += got;
    position_ += got;
  }
  return count;
}

std::size_t UnpackedBytes::unpack(std::span<std::byte> bytes) {
  const std::uint64_t most = std::max(kLeastLimit, file_.size() * kMostGrowth);
  if (position_ >= most) {
    malformed(name(), "unpacks to more than " + std::to_string(most) + " bytes",
              "at most " + std::to_string(kMostGrowth) + " times the file's size");
  }
  ZSTD_outBuffer output{bytes.data(), bytes.size(), 0};
  for (;;) {
    if (input_used_ == input_.size() && taken_ < file_.size()) {
      input_ = file_.at(taken_, std::min(kInputBytes, file_.size() - taken_));
      taken_ += input_.size();
      input_used_ = 0;
    }
    const bool at_end = input_used_ == input_.size();
    if (at_end && !within_frame_) return 0;
    ZSTD_inBuffer input{input_.data(), input_.size(), input_used_};
    const std::size_t hint = ZSTD_decompressStream(unpacker_.get(), &output, &input);
    input_used_ = input.pos;
    if (ZSTD_isError(hint) != 0) {
      malformed(name(), "cannot be unpacked after byte " + std::to_string(taken_ - input_.size() + input_used_) + ": " +
                            ZSTD_getErrorName(hint));
    }
    within_frame_ = hint != 0;
    if (output.pos != 0) return output.pos;
    if (at_end && within_frame_) malformed(name(), "is cut off: its packed bytes end in the middle", "the whole file");
  }
}

}  // namespace texpipe::study
