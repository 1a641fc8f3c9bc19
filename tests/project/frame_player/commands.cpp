#include <array>
#include <cstring>
#include <map>
#include <type_traits>

#include "player.h"

namespace texpipe::frame_player {

void begin_commands(Player& player) {
  const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandPool pool = VK_NULL_HANDLE;
  check(vkCreateCommandPool(player.gpu.device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  const VkCommandBufferAllocateInfo one{
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  check(vkAllocateCommandBuffers(player.gpu.device, &one, &player.commands), "vkAllocateCommandBuffers");
  const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(player.commands, &begin), "vkBeginCommandBuffer");
}

void submit_commands(Player& player) {
  check(vkEndCommandBuffer(player.commands), "vkEndCommandBuffer");
  const VkSubmitInfo submit{
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &player.commands};
  check(vkQueueSubmit(player.gpu.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(player.gpu.queue), "vkQueueWaitIdle");
}

namespace {

constexpr VkAccessFlags kAllAccess = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;

void barrier(const Player& player, const VkImageMemoryBarrier* image) {
  const VkMemoryBarrier memory{
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = kAllAccess, .dstAccessMask = kAllAccess};
  vkCmdPipelineBarrier(player.commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1,
                       &memory, 0, nullptr, image != nullptr ? 1 : 0, image);
}

VkOffset3D offset(const Json& place) {
  return {place.at(0), place.at(1), place.at(2)};
}
VkExtent3D extent(const Json& sizes) {
  return {sizes.at(0), sizes.at(1), sizes.at(2)};
}
VkRect2D rectangle(const Json& sizes) {
  return {{sizes.at(0), sizes.at(1)}, {sizes.at(2), sizes.at(3)}};
}
VkImageSubresourceLayers layers(const Json& range) {
  return {range.at(0), range.at(1), range.at(2), range.at(3)};
}

/// Colours as words; depth and stencil as a number and a word.
VkClearValue clear_value(const Json& value) {
  VkClearValue clear{};
  if (value.size() == 2)
    clear.depthStencil = {value.at(0), value.at(1)};
  else
    for (unsigned i = 0; i < 4; ++i) clear.color.uint32[i] = value.at(i);
  return clear;
}

VkRenderingAttachmentInfo attachment(Player& player, const Json& wanted) {
  VkRenderingAttachmentInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                 .imageView = player.views.at(wanted.at("view")),
                                 .imageLayout = wanted.at("layout"),
                                 .loadOp = wanted.at("load"),
                                 .storeOp = wanted.at("store"),
                                 .clearValue = clear_value(wanted.at("clear"))};
  if (wanted.contains("resolve")) {
    info.resolveMode = wanted.at("resolve_mode");
    info.resolveImageView = player.views.at(wanted.at("resolve"));
    info.resolveImageLayout = wanted.at("layout");
  }
  return info;
}

void begin(Player& player, const Json& c) {
  std::vector<VkRenderingAttachmentInfo> colours;
  for (const Json& wanted : c.at("colours")) colours.push_back(attachment(player, wanted));
  VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                       .renderArea = rectangle(c.at("area")),
                       .layerCount = c.at("layers"),
                       .viewMask = c.value("view_mask", 0U),
                       .colorAttachmentCount = static_cast<std::uint32_t>(colours.size()),
                       .pColorAttachments = colours.data()};
  VkRenderingAttachmentInfo depth;
  VkRenderingAttachmentInfo stencil;
  if (c.contains("depth")) {
    depth = attachment(player, c.at("depth"));
    info.pDepthAttachment = &depth;
  }
  if (c.contains("stencil")) {
    stencil = attachment(player, c.at("stencil"));
    info.pStencilAttachment = &stencil;
  }
  vkCmdBeginRendering(player.commands, &info);
}

void bind(Player& player, const Json& c) {
  const Pipeline& pipeline = player.pipelines.at(c.at("pipeline"));
  vkCmdBindPipeline(player.commands, pipeline.point, pipeline.handle);
  if (pipeline.set != VK_NULL_HANDLE)
    vkCmdBindDescriptorSets(player.commands, pipeline.point, pipeline.layout, 0, 1, &pipeline.set, 0, nullptr);
  std::array<std::uint32_t, kPushBytes / 4> words{};
  for (unsigned i = 0; i < words.size(); ++i) words[i] = c.at("push").at(i);
  for (const Json& place : c.value("addresses", Json::array())) {  // of buffers, from which word on
    const VkDeviceAddress address = address_of(player, player.buffers.at(place.at(1)));
    std::memcpy(words.data() + place.at(0).get<std::size_t>(), &address, sizeof address);
  }
  vkCmdPushConstants(player.commands, pipeline.layout, VK_SHADER_STAGE_ALL, 0, kPushBytes, words.data());
}

void vertices(Player& player, const Json& c) {
  std::uint32_t number = 0;
  for (const Json& place : c.at("buffers")) {
    const VkDeviceSize at = place.at(1);
    vkCmdBindVertexBuffers(player.commands, number++, 1, &player.buffers.at(place.at(0)).handle, &at);
  }
}

void indices(Player& player, const Json& c) {
  vkCmdBindIndexBuffer(player.commands, player.buffers.at(c.at("buffer")).handle, c.at("offset"), c.at("type"));
}

void draw(Player& player, const Json& c) {
  const Json& n = c.at("numbers");
  vkCmdDraw(player.commands, n.at(0), n.at(1), n.at(2), n.at(3));
}

void draw_indexed(Player& player, const Json& c) {
  const Json& n = c.at("numbers");
  vkCmdDrawIndexed(player.commands, n.at(0), n.at(1), n.at(2), n.at(3), n.at(4));
}

void draw_indirect(Player& player, const Json& c) {
  const VkBuffer buffer = player.buffers.at(c.at("buffer")).handle;
  auto* const function = c.at("indexed") ? vkCmdDrawIndexedIndirect : vkCmdDrawIndirect;
  function(player.commands, buffer, c.at("offset"), c.at("count"), c.at("stride"));
}

void draw_indirect_count(Player& player, const Json& c) {
  const VkBuffer buffer = player.buffers.at(c.at("buffer")).handle;
  const VkBuffer counts = player.buffers.at(c.at("counts")).handle;
  auto* const function = c.at("indexed") ? vkCmdDrawIndexedIndirectCount : vkCmdDrawIndirectCount;
  function(player.commands, buffer, c.at("offset"), counts, c.at("count_offset"), c.at("count"), c.at("stride"));
}

void dispatch(Player& player, const Json& c) {
  const Json& groups = c.at("groups");
  vkCmdDispatch(player.commands, groups.at(0), groups.at(1), groups.at(2));
}

void dispatch_indirect(Player& player, const Json& c) {
  vkCmdDispatchIndirect(player.commands, player.buffers.at(c.at("buffer")).handle, c.at("offset"));
}

/// A function of an extension.
template <typename Function>
Function* function_of(const Player& player, const char* name) {
  return reinterpret_cast<Function*>(vkGetDeviceProcAddr(player.gpu.device, name));
}

void conditional(Player& player, const Json& c) {
  using Begin = std::remove_pointer_t<PFN_vkCmdBeginConditionalRenderingEXT>;
  using End = std::remove_pointer_t<PFN_vkCmdEndConditionalRenderingEXT>;
  if (c.at("step") == "end") {
    function_of<End>(player, "vkCmdEndConditionalRenderingEXT")(player.commands);
    return;
  }
  const VkConditionalRenderingBeginInfoEXT info{.sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT,
                                                .buffer = player.buffers.at(c.at("buffer")).handle,
                                                .offset = c.at("offset"),
                                                .flags = c.at("inverted")};
  function_of<Begin>(player, "vkCmdBeginConditionalRenderingEXT")(player.commands, &info);
}

/// Stream output into a buffer, whose counter another buffer keeps.
void feedback(Player& player, const Json& c) {
  const VkBuffer counter = player.buffers.at(c.at("counter")).handle;
  const VkDeviceSize zero = 0;
  if (c.at("step") == "end") {
    using End = std::remove_pointer_t<PFN_vkCmdEndTransformFeedbackEXT>;
    function_of<End>(player, "vkCmdEndTransformFeedbackEXT")(player.commands, 0, 1, &counter, &zero);
    return;
  }
  using Bind = std::remove_pointer_t<PFN_vkCmdBindTransformFeedbackBuffersEXT>;
  using Begin = std::remove_pointer_t<PFN_vkCmdBeginTransformFeedbackEXT>;
  const Buffer& buffer = player.buffers.at(c.at("buffer"));
  const VkDeviceSize size = buffer.size;
  function_of<Bind>(player, "vkCmdBindTransformFeedbackBuffersEXT")(player.commands, 0, 1, &buffer.handle, &zero,
                                                                    &size);
  const bool resumes = c.at("step") == "resume";
  function_of<Begin>(player, "vkCmdBeginTransformFeedbackEXT")(player.commands, 0, resumes ? 1 : 0,
                                                               resumes ? &counter : nullptr, resumes ? &zero : nullptr);
}

void draw_feedback(Player& player, const Json& c) {
  using Draw = std::remove_pointer_t<PFN_vkCmdDrawIndirectByteCountEXT>;
  function_of<Draw>(player, "vkCmdDrawIndirectByteCountEXT")(
      player.commands, c.at("instances"), 0, player.buffers.at(c.at("counter")).handle, 0, 0, c.at("stride"));
}

void fill_buffer(Player& player, const Json& c) {
  vkCmdFillBuffer(player.commands, player.buffers.at(c.at("buffer")).handle, c.at("offset"), c.at("size"),
                  c.at("word"));
}

void update_buffer(Player& player, const Json& c) {
  const std::vector<std::uint32_t> words = c.at("words");
  vkCmdUpdateBuffer(player.commands, player.buffers.at(c.at("buffer")).handle, c.at("offset"), 4 * words.size(),
                    words.data());
}

void clear_attachment(Player& player, const Json& c) {
  const VkClearAttachment which{c.at("aspects"), c.at("number"), clear_value(c.at("clear"))};
  const VkClearRect where{rectangle(c.at("area")), 0, 1};
  vkCmdClearAttachments(player.commands, 1, &which, 1, &where);
}

void clear_image(Player& player, const Json& c) {
  const Image& image = player.images.at(c.at("image"));
  const Json& r = c.at("range");
  const VkImageSubresourceRange range{image.aspects, r.at(0), r.at(1), r.at(2), r.at(3)};
  const VkClearValue value = clear_value(c.at("clear"));
  if (image.aspects == VK_IMAGE_ASPECT_COLOR_BIT)
    vkCmdClearColorImage(player.commands, image.handle, image.layout, &value.color, 1, &range);
  else
    vkCmdClearDepthStencilImage(player.commands, image.handle, image.layout, &value.depthStencil, 1, &range);
}

void copy_to_buffer(Player& player, const Json& c) {
  const Image& image = player.images.at(c.at("image"));
  const VkBufferImageCopy copy{.bufferOffset = c.at("offset"),
                               .imageSubresource = layers(c.at("layers")),
                               .imageOffset = offset(c.at("from")),
                               .imageExtent = extent(c.at("extent"))};
  vkCmdCopyImageToBuffer(player.commands, image.handle, image.layout, player.buffers.at(c.at("buffer")).handle, 1,
                         &copy);
}

void copy_from_buffer(Player& player, const Json& c) {
  const Image& image = player.images.at(c.at("image"));
  const VkBufferImageCopy copy{.bufferOffset = c.at("offset"),
                               .imageSubresource = layers(c.at("layers")),
                               .imageOffset = offset(c.at("to")),
                               .imageExtent = extent(c.at("extent"))};
  vkCmdCopyBufferToImage(player.commands, player.buffers.at(c.at("buffer")).handle, image.handle, image.layout, 1,
                         &copy);
}

void copy_image(Player& player, const Json& c) {
  const Image& from = player.images.at(c.at("from"));
  const Image& to = player.images.at(c.at("to"));
  const VkImageCopy copy{layers(c.at("from_layers")), offset(c.at("from_offset")), layers(c.at("to_layers")),
                         offset(c.at("to_offset")), extent(c.at("extent"))};
  vkCmdCopyImage(player.commands, from.handle, from.layout, to.handle, to.layout, 1, &copy);
}

void resolve(Player& player, const Json& c) {
  const Image& from = player.images.at(c.at("from"));
  const Image& to = player.images.at(c.at("to"));
  const VkImageResolve copy{layers(c.at("from_layers")), offset(c.at("from_offset")), layers(c.at("to_layers")),
                            offset(c.at("to_offset")), extent(c.at("extent"))};
  vkCmdResolveImage(player.commands, from.handle, from.layout, to.handle, to.layout, 1, &copy);
}

void blit(Player& player, const Json& c) {
  const Image& from = player.images.at(c.at("from"));
  const Image& to = player.images.at(c.at("to"));
  const VkImageBlit copy{layers(c.at("from_layers")),
                         {offset(c.at("from_corners").at(0)), offset(c.at("from_corners").at(1))},
                         layers(c.at("to_layers")),
                         {offset(c.at("to_corners").at(0)), offset(c.at("to_corners").at(1))}};
  vkCmdBlitImage(player.commands, from.handle, from.layout, to.handle, to.layout, 1, &copy, c.at("filter"));
}

void copy_buffer(Player& player, const Json& c) {
  const VkBufferCopy copy{c.at("from_offset"), c.at("to_offset"), c.at("size")};
  vkCmdCopyBuffer(player.commands, player.buffers.at(c.at("from")).handle, player.buffers.at(c.at("to")).handle, 1,
                  &copy);
}

void query(Player& player, const Json& c) {
  const VkQueryPool pool = player.queries.at(c.at("pool"));
  const std::string step = c.at("step");
  if (step == "reset") vkCmdResetQueryPool(player.commands, pool, 0, c.at("count"));
  if (step == "begin") vkCmdBeginQuery(player.commands, pool, c.at("number"), c.at("flags"));
  if (step == "end") vkCmdEndQuery(player.commands, pool, c.at("number"));
  if (step == "copy")
    vkCmdCopyQueryPoolResults(player.commands, pool, 0, c.at("count"), player.buffers.at(c.at("buffer")).handle, 0,
                              c.at("stride"), VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
}

}  // namespace

void change_layout(Player& player, Image& image, VkImageLayout layout) {
  const VkImageMemoryBarrier change{
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = kAllAccess,
      .dstAccessMask = kAllAccess,
      .oldLayout = image.layout,
      .newLayout = layout,
      .image = image.handle,
      .subresourceRange = {image.aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
  barrier(player, &change);
  image.layout = layout;
}

void record_command(Player& player, const Json& command) {
  using Function = void (*)(Player&, const Json&);
  static const std::map<std::string, Function> functions{
      {"barrier", [](Player& p, const Json&) { barrier(p, nullptr); }},
      {"layout", [](Player& p, const Json& c) { change_layout(p, p.images.at(c.at("image")), c.at("layout")); }},
      {"submit",
       [](Player& p, const Json&) {
         submit_commands(p);
         begin_commands(p);
       }},
      {"begin", begin},
      {"end", [](Player& p, const Json&) { vkCmdEndRendering(p.commands); }},
      {"bind", bind},
      {"vertices", vertices},
      {"indices", indices},
      {"draw", draw},
      {"draw_indexed", draw_indexed},
      {"draw_indirect", draw_indirect},
      {"draw_indirect_count", draw_indirect_count},
      {"conditional", conditional},
      {"feedback", feedback},
      {"draw_feedback", draw_feedback},
      {"fill_buffer", fill_buffer},
      {"update_buffer", update_buffer},
      {"dispatch", dispatch},
      {"dispatch_indirect", dispatch_indirect},
      {"clear_attachment", clear_attachment},
      {"clear_image", clear_image},
      {"copy_to_buffer", copy_to_buffer},
      {"copy_from_buffer", copy_from_buffer},
      {"copy_image", copy_image},
      {"resolve", resolve},
      {"blit", blit},
      {"copy_buffer", copy_buffer},
      {"query", query}};
  functions.at(command.at("do"))(player, command);
}

}  // namespace texpipe::frame_player
