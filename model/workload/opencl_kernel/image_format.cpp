#include "workload/opencl_kernel/image_format.h"

#include <algorithm>
#include <iterator>

namespace texpipe::study {

namespace {

constexpr std::string_view kUnheld = "no surface format holds it";

constexpr EnumRow kChannelOrders[] = {
    {0x10B0, "R", ""},         {0x10B1, "A", ""},          {0x10B2, "RG", ""},
    {0x10B3, "RA", kUnheld},   {0x10B4, "RGB", kUnheld},   {0x10B5, "RGBA", ""},
    {0x10B6, "BGRA", ""},      {0x10B7, "ARGB", kUnheld},  {0x10B8, "INTENSITY", ""},
    {0x10B9, "LUMINANCE", ""}, {0x10BA, "Rx", kUnheld},    {0x10BB, "RGx", kUnheld},
    {0x10BC, "RGBx", kUnheld}, {0x10BD, "DEPTH", ""},      {0x10BE, "DEPTH_STENCIL", kUnheld},
    {0x10BF, "sRGB", kUnheld}, {0x10C0, "sRGBx", kUnheld}, {0x10C1, "sRGBA", ""},
    {0x10C2, "sBGRA", ""},
};

constexpr EnumRow kChannelTypes[] = {
    {0x10D0, "SNORM_INT8", ""},       {0x10D1, "SNORM_INT16", ""},     {0x10D2, "UNORM_INT8", ""},
    {0x10D3, "UNORM_INT16", ""},      {0x10D4, "UNORM_SHORT_565", ""}, {0x10D5, "UNORM_SHORT_555", ""},
    {0x10D6, "UNORM_INT_101010", ""}, {0x10D7, "SIGNED_INT8", ""},     {0x10D8, "SIGNED_INT16", ""},
    {0x10D9, "SIGNED_INT32", ""},     {0x10DA, "UNSIGNED_INT8", ""},   {0x10DB, "UNSIGNED_INT16", ""},
    {0x10DC, "UNSIGNED_INT32", ""},   {0x10DD, "HALF_FLOAT", ""},      {0x10DE, "FLOAT", ""},
};

using F = gen9::SurfaceFormat;
using O = ChannelOrder;
using T = ChannelType;

struct FormatRow {
  ChannelOrder order;
  ChannelType type;
  gen9::SurfaceFormat format;
};

constexpr FormatRow kFormats[] = {
    {O::kR, T::kSnormInt8, F::kR8Snorm},
    {O::kR, T::kSnormInt16, F::kR16Snorm},
    {O::kR, T::kUnormInt8, F::kR8Unorm},
    {O::kR, T::kUnormInt16, F::kR16Unorm},
    {O::kR, T::kSignedInt8, F::kR8Sint},
    {O::kR, T::kSignedInt16, F::kR16Sint},
    {O::kR, T::kSignedInt32, F::kR32Sint},
    {O::kR, T::kUnsignedInt8, F::kR8Uint},
    {O::kR, T::kUnsignedInt16, F::kR16Uint},
    {O::kR, T::kUnsignedInt32, F::kR32Uint},
    {O::kR, T::kHalfFloat, F::kR16Float},
    {O::kR, T::kFloat, F::kR32Float},
    {O::kRg, T::kSnormInt8, F::kR8G8Snorm},
    {O::kRg, T::kSnormInt16, F::kR16G16Snorm},
    {O::kRg, T::kUnormInt8, F::kR8G8Unorm},
    {O::kRg, T::kUnormInt16, F::kR16G16Unorm},
    {O::kRg, T::kSignedInt8, F::kR8G8Sint},
    {O::kRg, T::kSignedInt16, F::kR16G16Sint},
    {O::kRg, T::kSignedInt32, F::kR32G32Sint},
    {O::kRg, T::kUnsignedInt8, F::kR8G8Uint},
    {O::kRg, T::kUnsignedInt16, F::kR16G16Uint},
    {O::kRg, T::kUnsignedInt32, F::kR32G32Uint},
    {O::kRg, T::kHalfFloat, F::kR16G16Float},
    {O::kRg, T::kFloat, F::kR32G32Float},
    {O::kRgba, T::kSnormInt8, F::kR8G8B8A8Snorm},
    {O::kRgba, T::kSnormInt16, F::kR16G16B16A16Snorm},
    {O::kRgba, T::kUnormInt8, F::kR8G8B8A8Unorm},
    {O::kRgba, T::kUnormInt16, F::kR16G16B16A16Unorm},
    {O::kRgba, T::kSignedInt8, F::kR8G8B8A8Sint},
    {O::kRgba, T::kSignedInt16, F::kR16G16B16A16Sint},
    {O::kRgba, T::kSignedInt32, F::kR32G32B32A32Sint},
    {O::kRgba, T::kUnsignedInt8, F::kR8G8B8A8Uint},
    {O::kRgba, T::kUnsignedInt16, F::kR16G16B16A16Uint},
    {O::kRgba, T::kUnsignedInt32, F::kR32G32B32A32Uint},
    {O::kRgba, T::kHalfFloat, F::kR16G16B16A16Float},
    {O::kRgba, T::kFloat, F::kR32G32B32A32Float},
    {O::kBgra, T::kUnormInt8, F::kB8G8R8A8Unorm},
    {O::kSrgba, T::kUnormInt8, F::kR8G8B8A8UnormSrgb},
    {O::kSbgra, T::kUnormInt8, F::kB8G8R8A8UnormSrgb},
    {O::kA, T::kUnormInt8, F::kA8Unorm},
    {O::kA, T::kUnormInt16, F::kA16Unorm},
    {O::kA, T::kHalfFloat, F::kA16Float},
    {O::kA, T::kFloat, F::kA32Float},
    {O::kIntensity, T::kUnormInt8, F::kI8Unorm},
    {O::kIntensity, T::kUnormInt16, F::kI16Unorm},
    {O::kIntensity, T::kHalfFloat, F::kI16Float},
    {O::kIntensity, T::kFloat, F::kI32Float},
    {O::kLuminance, T::kUnormInt8, F::kL8Unorm},
    {O::kLuminance, T::kUnormInt16, F::kL16Unorm},
    {O::kLuminance, T::kHalfFloat, F::kL16Float},
    {O::kLuminance, T::kFloat, F::kL32Float},
    {O::kDepth, T::kUnormInt16, F::kR16Unorm},
    {O::kDepth, T::kFloat, F::kR32Float},
};

}  // namespace

EnumRows enum_rows(ChannelOrder) {
  return {"channel order", kChannelOrders};
}

EnumRows enum_rows(ChannelType) {
  return {"channel type", kChannelTypes};
}

unsigned channels_of(ChannelOrder order) {
  switch (order) {
    case ChannelOrder::kRgba:
    case ChannelOrder::kBgra:
    case ChannelOrder::kSrgba:
    case ChannelOrder::kSbgra:
      return 4;
    case ChannelOrder::kRg:
      return 2;
    default:
      return 1;
  }
}

NpyType element_of(ChannelType type) {
  switch (type) {
    case T::kUnormInt8:
    case T::kUnsignedInt8:
      return NpyType::kUint8;
    case T::kSnormInt8:
    case T::kSignedInt8:
      return NpyType::kInt8;
    case T::kSnormInt16:
    case T::kSignedInt16:
      return NpyType::kInt16;
    case T::kSignedInt32:
      return NpyType::kInt32;
    case T::kUnsignedInt32:
    case T::kUnorm101010:
      return NpyType::kUint32;
    case T::kHalfFloat:
      return NpyType::kFloat16;
    case T::kFloat:
      return NpyType::kFloat32;
    default:
      return NpyType::kUint16;
  }
}

std::optional<gen9::SurfaceFormat> surface_format(const ImageFormat& format) {
  const auto found = std::find_if(std::begin(kFormats), std::end(kFormats), [&](const FormatRow& row) {
    return row.order == format.order && row.type == format.type;
  });
  return found == std::end(kFormats) ? std::nullopt : std::optional{found->format};
}

}  // namespace texpipe::study
