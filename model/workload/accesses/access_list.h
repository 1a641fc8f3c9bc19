// Messages to samplers, thread by thread, as a file of accesses has them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "functional/message/message.h"
#include "host/files/file_bytes.h"
#include "isa/gen9/sampler_message.h"
#include "workload/accesses/access_columns.h"

namespace texpipe::study {

/// A message of up to four quads. Its words name texture and sampler by their numbers in the file.
struct AccessMessage {
  std::uint32_t thread = 0;  // place among the threads, in the order in which the file names them
  std::uint32_t mask = 0;    // channels
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;
  std::uint64_t first_register = 0;  // of the payload
  std::uint64_t first_pixel = 0;     // places in the picture, one of each channel
  std::uint8_t registers = 0;
  std::uint8_t response = 0;
  bool wide = false;                   // 16 channels
  bool half = false;                   // 16 bits a channel come back
  bool draws = false;                  // has places
  std::uint8_t disabled_channels = 0;  // of red to alpha, by the header
  int line = 0;                        // of its first quad
};

struct AccessPixel {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t x = kNone;
  std::uint32_t y = kNone;
};

struct AccessList {
  std::vector<AccessMessage> messages;     // by thread, those of a thread in the file's order
  std::vector<std::uint64_t> first_of;     // message of each thread, and the end
  std::vector<functional::Grf> registers;  // of the payloads
  std::vector<AccessPixel> pixels;
  std::uint64_t quads = 0;
  bool draws = false;  // some quads have places

  std::size_t threads() const { return first_of.size() - 1; }
  std::span<const AccessMessage> of(std::size_t thread) const {
    return std::span{messages}.subspan(first_of[thread], first_of[thread + 1] - first_of[thread]);
  }
};

/// Numbers that the quads of a file may name.
struct AccessLimits {
  std::uint32_t textures = 1;
  std::uint32_t samplers = 1;
  std::uint32_t simd = 16;                           // of messages whose quads do not say: 8 or 16
  std::array<std::uint32_t, 2> image{16384, 16384};  // width and height of the picture
  ByteSize memory{std::uint64_t{2} << 30};
};

/// Reads a file of accesses. Errors: kMalformedInput with file, line and column of what cannot be read, is out of
/// range, contradicts the quads that share its message, or does not fit the limits; those of access_rows.
AccessList read_accesses(FileBytes file, const AccessLimits& limits);

}  // namespace texpipe::study
