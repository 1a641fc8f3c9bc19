#include "workload/opencl_kernel/patch_token.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace texpipe::study {

namespace {

// specification/kernel-binary 3 and the compiler's public headers.
constexpr TokenDescription kTokens[] = {
    {2, "STATE_SIP", 12, TokenUse::kIgnored},
    {5, "SAMPLER_STATE_ARRAY", 20, TokenUse::kRead},
    {8, "BINDING_TABLE_STATE", 20, TokenUse::kRead},
    {10, "ALLOCATE_SIP_SURFACE", 20, TokenUse::kIgnored},
    {11, "GLOBAL_MEMORY_OBJECT_KERNEL_ARGUMENT", 8, TokenUse::kUnsupported},
    {12, "IMAGE_MEMORY_OBJECT_KERNEL_ARGUMENT", 48, TokenUse::kRead},
    {15, "ALLOCATE_LOCAL_SURFACE", 16, TokenUse::kRead},
    {16, "SAMPLER_KERNEL_ARGUMENT", 44, TokenUse::kRead},
    {17, "DATA_PARAMETER_BUFFER", 40, TokenUse::kRead},
    {18, "MEDIA_VFE_STATE", 16, TokenUse::kRead},
    {19, "MEDIA_INTERFACE_DESCRIPTOR_LOAD", 12, TokenUse::kIgnored},
    {21, "INTERFACE_DESCRIPTOR_DATA", 24, TokenUse::kRead},
    {22, "THREAD_PAYLOAD", 88, TokenUse::kRead},
    {23, "EXECUTION_ENVIRONMENT", 140, TokenUse::kRead},
    {25, "DATA_PARAMETER_STREAM", 12, TokenUse::kRead},
    {26, "KERNEL_ARGUMENT_INFO", 32, TokenUse::kRead},
    {27, "KERNEL_ATTRIBUTES_INFO", 12, TokenUse::kRead},
    {28, "STRING", 16, TokenUse::kRead},
    {33, "ALLOCATE_STATELESS_PRINTF_SURFACE", 24, TokenUse::kRead},
    {36, "ALLOCATE_STATELESS_EVENT_POOL_SURFACE", 8, TokenUse::kUnsupported},
    {30, "STATELESS_GLOBAL_MEMORY_OBJECT_KERNEL_ARGUMENT", 36, TokenUse::kRead},
    {31, "STATELESS_CONSTANT_MEMORY_OBJECT_KERNEL_ARGUMENT", 36, TokenUse::kRead},
    {38, "ALLOCATE_STATELESS_PRIVATE_MEMORY", 24, TokenUse::kRead},
    {41, "ALLOCATE_GLOBAL_MEMORY_SURFACE_PROGRAM_BINARY_INFO", 20, TokenUse::kRead},
    {42, "ALLOCATE_CONSTANT_MEMORY_SURFACE_PROGRAM_BINARY_INFO", 16, TokenUse::kRead},
    {43, "ALLOCATE_STATELESS_GLOBAL_MEMORY_SURFACE_WITH_INITIALIZATION", 24, TokenUse::kRead},
    {44, "ALLOCATE_STATELESS_CONSTANT_MEMORY_SURFACE_WITH_INITIALIZATION", 24, TokenUse::kRead},
    {45, "ALLOCATE_STATELESS_DEFAULT_DEVICE_QUEUE_SURFACE", 8, TokenUse::kUnsupported},
    {46, "STATELESS_DEVICE_QUEUE_KERNEL_ARGUMENT", 8, TokenUse::kUnsupported},
    {47, "GLOBAL_POINTER_PROGRAM_BINARY_INFO", 28, TokenUse::kRead},
    {48, "CONSTANT_POINTER_PROGRAM_BINARY_INFO", 28, TokenUse::kRead},
    {50, "INLINE_VME_SAMPLER_INFO (video motion estimation)", 8, TokenUse::kUnsupported},
    {51, "GTPIN_FREE_GRF_INFO", 8, TokenUse::kIgnored},
    {52, "GTPIN_INFO", 8, TokenUse::kIgnored},
    {53, "PROGRAM_SYMBOL_TABLE", 8, TokenUse::kUnsupported},
    {54, "PROGRAM_RELOCATION_TABLE", 8, TokenUse::kUnsupported},
    {55, "MEDIA_VFE_STATE_SLOT1", 8, TokenUse::kUnsupported},
    {56, "ALLOCATE_SYNC_BUFFER", 8, TokenUse::kUnsupported},
    {57, "GLOBAL_HOST_ACCESS_TABLE", 8, TokenUse::kIgnored},
    {58, "ALLOCATE_RT_GLOBAL_BUFFER", 8, TokenUse::kUnsupported},
};

constexpr DataParameterDescription kDataParameters[] = {
    {1, "argument", TokenUse::kRead},
    {2, "local work size", TokenUse::kRead},
    {3, "global work size", TokenUse::kRead},
    {4, "number of work-groups", TokenUse::kRead},
    {5, "work dimensions", TokenUse::kRead},
    {8, "local memory of arguments", TokenUse::kRead},
    {9, "image width", TokenUse::kRead},
    {10, "image height", TokenUse::kRead},
    {11, "image depth", TokenUse::kRead},
    {12, "image channel data type", TokenUse::kRead},
    {13, "image channel order", TokenUse::kRead},
    {14, "sampler address mode", TokenUse::kRead},
    {15, "sampler normalized coordinates", TokenUse::kRead},
    {16, "global work offset", TokenUse::kRead},
    {17, "hardware threads", TokenUse::kUnsupported},
    {18, "image array size", TokenUse::kRead},
    {19, "printf surface size", TokenUse::kUnsupported},
    {20, "image samples", TokenUse::kRead},
    {21, "sampler coordinate snap", TokenUse::kRead},
    {22, "parent event (device enqueue)", TokenUse::kUnsupported},
    {23, "block type of video motion estimation", TokenUse::kUnsupported},
    {24, "subpixel mode of video motion estimation", TokenUse::kUnsupported},
    {25, "SAD adjust mode of video motion estimation", TokenUse::kUnsupported},
    {26, "search path of video motion estimation", TokenUse::kUnsupported},
    {27, "image mip levels", TokenUse::kRead},
    {28, "enqueued local work size", TokenUse::kRead},
    {29, "largest work-group", TokenUse::kRead},
    {30, "preferred work-group multiple", TokenUse::kRead},
    {31, "local memory window address", TokenUse::kUnsupported},
    {32, "local memory window size", TokenUse::kUnsupported},
    {33, "private memory size", TokenUse::kUnsupported},
    {34, "SIMD size", TokenUse::kRead},
    {35, "object number", TokenUse::kUnsupported},
    {36, "image type of video motion estimation", TokenUse::kUnsupported},
    {37, "skip block type of video motion estimation", TokenUse::kUnsupported},
    {38, "SIMD size of an enqueued block", TokenUse::kUnsupported},
    {39, "image sRGB channel order", TokenUse::kRead},
    {42, "buffer offset", TokenUse::kRead},
    {43, "buffer accessed through its surface", TokenUse::kIgnored},
    {44, "flat image base offset", TokenUse::kUnsupported},
    {45, "flat image width", TokenUse::kUnsupported},
    {46, "flat image height", TokenUse::kUnsupported},
    {47, "flat image pitch", TokenUse::kUnsupported},
};

}  // namespace

const TokenDescription* describe_token(std::uint32_t number) {
  const auto found = std::find_if(std::begin(kTokens), std::end(kTokens),
                                  [&](const TokenDescription& t) { return t.number == number; });
  return found == std::end(kTokens) ? nullptr : found;
}

const DataParameterDescription* describe_data_parameter(std::uint32_t type) {
  const auto found = std::find_if(std::begin(kDataParameters), std::end(kDataParameters),
                                  [&](const DataParameterDescription& p) { return p.type == type; });
  return found == std::end(kDataParameters) ? nullptr : found;
}

std::optional<std::string_view> image_type_name(std::uint32_t type) {
  constexpr std::array<std::string_view, 11> kNames{"",   "1d_buffer", "1d", "1d_array", "2d",      "2d_array",
                                                    "3d", "",          "",   "2d",       "2d_array"};
  if (type >= kNames.size() || kNames[type].empty()) return std::nullopt;
  return kNames[type];
}

bool holds_depth(std::uint32_t image_type) {
  return image_type == 9 || image_type == 10;
}

}  // namespace texpipe::study
