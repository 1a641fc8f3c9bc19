// Texture files made in tests, word by word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace texpipe::study {

/// Bytes of a file under construction; numbers are little-endian.
class MadeFile {
 public:
  MadeFile& text(std::string_view text) { return append(text.data(), text.size()); }
  MadeFile& u8(std::uint8_t value) { return append(&value, 1); }
  MadeFile& u32(std::uint32_t value) { return append(&value, 4); }
  MadeFile& u64(std::uint64_t value) { return append(&value, 8); }
  MadeFile& zeros(std::size_t count) { return bytes_.resize(bytes_.size() + count), *this; }
  /// `count` bytes that count up from `first`.
  MadeFile& counting(std::size_t count, unsigned first = 0) {
    for (std::size_t i = 0; i < count; ++i) u8(static_cast<std::uint8_t>(first + i));
    return *this;
  }

  std::vector<std::byte> bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }

 private:
  MadeFile& append(const void* data, std::size_t count) {
    const auto* first = static_cast<const std::byte*>(data);
    for (std::size_t i = 0; i < count; ++i) bytes_.push_back(first[i]);
    return *this;
  }

  std::vector<std::byte> bytes_;
};

struct DdsHeader {
  std::uint32_t width = 4, height = 4, depth = 0, levels = 1;
  std::uint32_t flags = 0, four_cc = 0, bits = 0, red = 0, green = 0, blue = 0, alpha = 0;
  std::uint32_t caps2 = 0;
  std::uint32_t header_flags = 0x1007 | 0x20000, pitch = 0, header_size = 124, pixel_format_size = 32;
};

inline MadeFile dds(const DdsHeader& header) {
  MadeFile file;
  file.text("DDS ")
      .u32(header.header_size)
      .u32(header.header_flags)
      .u32(header.height)
      .u32(header.width)
      .u32(header.pitch)
      .u32(header.depth)
      .u32(header.levels);
  file.zeros(44).u32(header.pixel_format_size).u32(header.flags).u32(header.four_cc).u32(header.bits);
  file.u32(header.red).u32(header.green).u32(header.blue).u32(header.alpha);
  return file.u32(0x1000).u32(header.caps2).zeros(12);
}

inline std::uint32_t four_letters(std::string_view text) {
  std::uint32_t code = 0;
  std::memcpy(&code, text.data(), 4);
  return code;
}

/// A DX10 header after the legacy one.
inline MadeFile dds10(DdsHeader header, std::uint32_t dxgi, std::uint32_t dimension, std::uint32_t misc,
                      std::uint32_t array) {
  header.flags = 4;
  header.four_cc = four_letters("DX10");
  return dds(header).u32(dxgi).u32(dimension).u32(misc).u32(array).u32(0);
}

}  // namespace texpipe::study
