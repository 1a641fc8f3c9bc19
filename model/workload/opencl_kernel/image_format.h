// OpenCL's image formats: channel order and channel type, and the surface format that holds them.
#pragma once

#include <cstdint>
#include <optional>

#include "base/enum_table.h"
#include "isa/gen9/surface_format.h"
#include "pictures/npy/npy.h"

namespace texpipe::study {

/// Values as OpenCL's headers have them: kernels ask for them.
enum class ChannelOrder : std::uint32_t {
  kR = 0x10B0,
  kA = 0x10B1,
  kRg = 0x10B2,
  kRgba = 0x10B5,
  kBgra = 0x10B6,
  kIntensity = 0x10B8,
  kLuminance = 0x10B9,
  kDepth = 0x10BD,
  kSrgba = 0x10C1,
  kSbgra = 0x10C2,
};
EnumRows enum_rows(ChannelOrder);

enum class ChannelType : std::uint32_t {
  kSnormInt8 = 0x10D0,
  kSnormInt16,
  kUnormInt8,
  kUnormInt16,
  kUnorm565,
  kUnorm555,
  kUnorm101010,
  kSignedInt8,
  kSignedInt16,
  kSignedInt32,
  kUnsignedInt8,
  kUnsignedInt16,
  kUnsignedInt32,
  kHalfFloat,
  kFloat,
};
EnumRows enum_rows(ChannelType);

struct ImageFormat {
  ChannelOrder order = ChannelOrder::kRgba;
  ChannelType type = ChannelType::kUnormInt8;
};

/// Channels of a stored texel.
unsigned channels_of(ChannelOrder order);
/// Element of an array that holds a channel: its bits as a number.
NpyType element_of(ChannelType type);

/// Surface format of an image format; none when no surface format of Gen9 holds it, or OpenCL does not pair the two.
std::optional<gen9::SurfaceFormat> surface_format(const ImageFormat& format);

}  // namespace texpipe::study
