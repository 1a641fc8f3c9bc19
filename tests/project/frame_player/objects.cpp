#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "player.h"

namespace texpipe::frame_player {

namespace {

VkDeviceMemory allocate(const Gpu& gpu, const VkMemoryRequirements& needs, VkMemoryPropertyFlags want,
                        bool addressed = false) {
  VkPhysicalDeviceMemoryProperties memories;
  vkGetPhysicalDeviceMemoryProperties(gpu.physical, &memories);
  for (std::uint32_t type = 0; type < memories.memoryTypeCount; ++type) {
    if ((needs.memoryTypeBits >> type & 1) == 0 || (memories.memoryTypes[type].propertyFlags & want) != want) continue;
    const VkMemoryAllocateFlagsInfo flags{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                          .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    .pNext = addressed ? &flags : nullptr,
                                    .allocationSize = needs.size,
                                    .memoryTypeIndex = type};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    check(vkAllocateMemory(gpu.device, &info, nullptr, &memory), "vkAllocateMemory");
    return memory;
  }
  std::fputs("no kind of memory fits\n", stderr);
  std::exit(9);
}

/// A buffer with what the program has for it, or zeros.
Buffer make_buffer(const Player& player, VkDeviceSize size, VkBufferUsageFlags usage, const std::uint8_t* bytes) {
  const VkDevice device = player.gpu.device;
  Buffer buffer{.size = size};
  const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
  check(vkCreateBuffer(device, &info, nullptr, &buffer.handle), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, buffer.handle, &needs);
  const VkDeviceMemory memory =
      allocate(player.gpu, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
               (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0);
  check(vkBindBufferMemory(device, buffer.handle, memory, 0), "vkBindBufferMemory");
  void* mapped = nullptr;
  check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  buffer.bytes = static_cast<std::uint8_t*>(mapped);
  if (bytes != nullptr)
    std::memcpy(buffer.bytes, bytes, size);
  else
    std::memset(buffer.bytes, 0, size);
  return buffer;
}

VkImageAspectFlags aspects_of(VkFormat format) {
  switch (format) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
      return VK_IMAGE_ASPECT_DEPTH_BIT;
    case VK_FORMAT_S8_UINT:
      return VK_IMAGE_ASPECT_STENCIL_BIT;
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
      return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
      return VK_IMAGE_ASPECT_COLOR_BIT;
  }
}

VkExtent3D extent(const Json& sizes) {
  return {sizes.at(0), sizes.at(1), sizes.at(2)};
}

Image make_image(const Player& player, const Json& wanted) {
  const VkDevice device = player.gpu.device;
  Image image{.aspects = aspects_of(wanted.at("format"))};
  const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .flags = wanted.at("flags"),
                               .imageType = wanted.at("type"),
                               .format = wanted.at("format"),
                               .extent = extent(wanted.at("extent")),
                               .mipLevels = wanted.at("levels"),
                               .arrayLayers = wanted.at("layers"),
                               .samples = wanted.at("samples"),
                               .usage = wanted.at("usage")};
  check(vkCreateImage(device, &info, nullptr, &image.handle), "vkCreateImage");
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(device, image.handle, &needs);
  check(vkBindImageMemory(device, image.handle, allocate(player.gpu, needs, 0), 0), "vkBindImageMemory");
  return image;
}

/// Copies the texels that the program has for an image.
void upload(Player& player, Image& image, const Json& wanted) {
  const Json& regions = wanted.at("data");
  if (regions.empty()) return;
  const VkDeviceSize begin = regions.front().at("offset");
  const VkDeviceSize end = wanted.at("data_end");
  const Buffer staging = make_buffer(player, end - begin, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, player.data.data() + begin);
  std::vector<VkBufferImageCopy> copies;
  for (const Json& region : regions) {
    copies.push_back({.bufferOffset = region.at("offset").get<VkDeviceSize>() - begin,
                      .imageSubresource = {image.aspects, region.at("level"), 0, wanted.at("layers")},
                      .imageExtent = extent(region.at("extent"))});
  }
  change_layout(player, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  vkCmdCopyBufferToImage(player.commands, staging.handle, image.handle, image.layout,
                         static_cast<std::uint32_t>(copies.size()), copies.data());
}

VkImageView make_view(const Player& player, const Json& wanted) {
  const Json& range = wanted.at("range");
  const Json& swizzle = wanted.at("swizzle");
  const VkImageViewCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
      .image = player.images.at(wanted.at("image")).handle,
      .viewType = wanted.at("type"),
      .format = wanted.at("format"),
      .components = {swizzle.at(0), swizzle.at(1), swizzle.at(2), swizzle.at(3)},
      .subresourceRange = {wanted.at("aspect"), range.at(0), range.at(1), range.at(2), range.at(3)}};
  VkImageView view = VK_NULL_HANDLE;
  check(vkCreateImageView(player.gpu.device, &info, nullptr, &view), "vkCreateImageView");
  return view;
}

VkBufferView make_texel_buffer(const Player& player, const Json& wanted) {
  const VkBufferViewCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                    .buffer = player.buffers.at(wanted.at("buffer")).handle,
                                    .format = wanted.at("format"),
                                    .range = VK_WHOLE_SIZE};
  VkBufferView view = VK_NULL_HANDLE;
  check(vkCreateBufferView(player.gpu.device, &info, nullptr, &view), "vkCreateBufferView");
  return view;
}

VkSampler make_sampler(const Player& player, const Json& wanted) {
  VkSamplerCustomBorderColorCreateInfoEXT custom{VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
  const Json& address = wanted.at("address");
  const VkSamplerCreateInfo info{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                 .magFilter = wanted.at("mag"),
                                 .minFilter = wanted.at("min"),
                                 .mipmapMode = wanted.at("mip"),
                                 .addressModeU = address.at(0),
                                 .addressModeV = address.at(1),
                                 .addressModeW = address.at(2),
                                 .mipLodBias = wanted.at("bias"),
                                 .anisotropyEnable = wanted.at("anisotropy") > 1,
                                 .maxAnisotropy = wanted.at("anisotropy"),
                                 .compareEnable = wanted.at("compare") >= 0,
                                 .compareOp = VkCompareOp(std::max(0, wanted.at("compare").get<int>())),
                                 .minLod = wanted.at("lod").at(0),
                                 .maxLod = wanted.at("lod").at(1),
                                 .borderColor = wanted.at("border"),
                                 .unnormalizedCoordinates = wanted.at("texels")};
  VkSamplerCreateInfo with_border = info;
  if (wanted.contains("custom")) {
    custom.format = wanted.at("custom_format");
    for (unsigned i = 0; i < 4; ++i) custom.customBorderColor.uint32[i] = wanted.at("custom").at(i);
    with_border.pNext = &custom;
  }
  VkSampler sampler = VK_NULL_HANDLE;
  check(vkCreateSampler(player.gpu.device, &with_border, nullptr, &sampler), "vkCreateSampler");
  return sampler;
}

VkQueryPool make_queries(const Player& player, const Json& wanted) {
  const VkQueryPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                   .queryType = wanted.at("type"),
                                   .queryCount = wanted.at("count"),
                                   .pipelineStatistics = wanted.at("statistics")};
  VkQueryPool pool = VK_NULL_HANDLE;
  check(vkCreateQueryPool(player.gpu.device, &info, nullptr, &pool), "vkCreateQueryPool");
  return pool;
}

}  // namespace

VkDeviceAddress address_of(const Player& player, const Buffer& buffer) {
  const VkBufferDeviceAddressInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer.handle};
  return vkGetBufferDeviceAddress(player.gpu.device, &info);
}

void make_objects(Player& player) {
  for (const Json& wanted : player.program.at("buffers")) {
    const std::uint8_t* bytes =
        wanted.contains("offset") ? player.data.data() + wanted.at("offset").get<std::size_t>() : nullptr;
    player.buffers.push_back(make_buffer(player, wanted.at("size"), wanted.at("usage"), bytes));
  }
  begin_commands(player);
  for (const Json& wanted : player.program.at("images")) {
    player.images.push_back(make_image(player, wanted));
    upload(player, player.images.back(), wanted);
  }
  submit_commands(player);
  for (const Json& wanted : player.program.at("views")) player.views.push_back(make_view(player, wanted));
  for (const Json& wanted : player.program.at("texel_buffers"))
    player.texel_buffers.push_back(make_texel_buffer(player, wanted));
  for (const Json& wanted : player.program.at("samplers")) player.samplers.push_back(make_sampler(player, wanted));
  for (const Json& wanted : player.program.at("queries")) player.queries.push_back(make_queries(player, wanted));
}

}  // namespace texpipe::frame_player
