// A Vulkan program that draws by stream output (transform feedback): strips are written as triangles to a buffer, in
// two goes of which the second goes on where the first one ended, and drawn from it by the byte count that the GPU
// kept. A third go has a buffer that is too small. What a query counted stands in the last row of the picture.
//   stream_output_program FILE   writes the picture's bytes to the file, where it can read what was drawn
#include <cstdio>
#include <cstring>
#include <string>

#include "cli/captured/small_vulkan.h"
#include "cli/captured/stream_output_shaders.h"

using namespace texpipe::test;

namespace {

constexpr VkExtent2D kDrawn{64, 48};
constexpr VkExtent2D kPicture{64, 49};  // with the row of counters
constexpr std::uint64_t kPixelBytes = std::uint64_t{4} * kDrawn.width * kDrawn.height;
constexpr std::uint64_t kRowBytes = std::uint64_t{4} * kPicture.width;
constexpr std::uint32_t kVertexBytes = 32;
constexpr std::uint64_t kBufferBytes = 100 * kVertexBytes;

struct Strip {
  float x, y, size;
};

struct Calls {
  explicit Calls(VkDevice device)
      : bind{function<PFN_vkCmdBindTransformFeedbackBuffersEXT>(device, "vkCmdBindTransformFeedbackBuffersEXT")},
        begin{function<PFN_vkCmdBeginTransformFeedbackEXT>(device, "vkCmdBeginTransformFeedbackEXT")},
        end{function<PFN_vkCmdEndTransformFeedbackEXT>(device, "vkCmdEndTransformFeedbackEXT")},
        draw{function<PFN_vkCmdDrawIndirectByteCountEXT>(device, "vkCmdDrawIndirectByteCountEXT")},
        begin_query{function<PFN_vkCmdBeginQueryIndexedEXT>(device, "vkCmdBeginQueryIndexedEXT")},
        end_query{function<PFN_vkCmdEndQueryIndexedEXT>(device, "vkCmdEndQueryIndexedEXT")} {}

  template <class Function>
  static Function function(VkDevice device, const char* name) {
    const auto found = reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
    if (found == nullptr) check(VK_ERROR_EXTENSION_NOT_PRESENT);
    return found;
  }

  PFN_vkCmdBindTransformFeedbackBuffersEXT bind;
  PFN_vkCmdBeginTransformFeedbackEXT begin;
  PFN_vkCmdEndTransformFeedbackEXT end;
  PFN_vkCmdDrawIndirectByteCountEXT draw;
  PFN_vkCmdBeginQueryIndexedEXT begin_query;
  PFN_vkCmdEndQueryIndexedEXT end_query;
};

Gpu open() {
  static VkPhysicalDeviceTransformFeedbackFeaturesEXT features{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT, .transformFeedback = VK_TRUE};
  return open_gpu({VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME}, &features);
}

VkShaderModule shader(const Gpu& gpu, const std::uint32_t* code, std::size_t bytes) {
  const VkShaderModuleCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = code};
  VkShaderModule module = VK_NULL_HANDLE;
  check(vkCreateShaderModule(gpu.device, &info, nullptr, &module));
  return module;
}

VkRenderPass make_pass(const Gpu& gpu) {
  const VkAttachmentDescription target{.format = VK_FORMAT_R8G8B8A8_UNORM,
                                       .samples = VK_SAMPLE_COUNT_1_BIT,
                                       .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                       .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                       .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                       .finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
  const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  const VkSubpassDescription subpass{
      .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS, .colorAttachmentCount = 1, .pColorAttachments = &reference};
  const VkRenderPassCreateInfo info{.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                    .attachmentCount = 1,
                                    .pAttachments = &target,
                                    .subpassCount = 1,
                                    .pSubpasses = &subpass};
  VkRenderPass pass = VK_NULL_HANDLE;
  check(vkCreateRenderPass(gpu.device, &info, nullptr, &pass));
  return pass;
}

VkFramebuffer make_framebuffer(const Gpu& gpu, VkRenderPass pass, VkImage image) {
  const VkImageViewCreateInfo view_info{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = VK_FORMAT_R8G8B8A8_UNORM,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  VkImageView view = VK_NULL_HANDLE;
  check(vkCreateImageView(gpu.device, &view_info, nullptr, &view));
  const VkFramebufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                     .renderPass = pass,
                                     .attachmentCount = 1,
                                     .pAttachments = &view,
                                     .width = kDrawn.width,
                                     .height = kDrawn.height,
                                     .layers = 1};
  VkFramebuffer framebuffer = VK_NULL_HANDLE;
  check(vkCreateFramebuffer(gpu.device, &info, nullptr, &framebuffer));
  return framebuffer;
}

VkPipelineLayout make_layout(const Gpu& gpu) {
  const VkPushConstantRange constants{VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(Strip)};
  const VkPipelineLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                        .pushConstantRangeCount = 1,
                                        .pPushConstantRanges = &constants};
  VkPipelineLayout layout = VK_NULL_HANDLE;
  check(vkCreatePipelineLayout(gpu.device, &info, nullptr, &layout));
  return layout;
}

/// Writes strips of triangles without drawing them, or draws what was written.
VkPipeline make_pipeline(const Gpu& gpu, VkRenderPass pass, VkPipelineLayout layout, bool writes) {
  const VkShaderModule vertex = writes ? shader(gpu, kStreamOutputVertex, sizeof(kStreamOutputVertex))
                                       : shader(gpu, kWrittenVertex, sizeof(kWrittenVertex));
  const VkPipelineShaderStageCreateInfo stages[2]{{.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                   .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                   .module = vertex,
                                                   .pName = "main"},
                                                  {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                   .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
                                                   .module = shader(gpu, kColourFragment, sizeof(kColourFragment)),
                                                   .pName = "main"}};
  const VkVertexInputBindingDescription binding{0, kVertexBytes, VK_VERTEX_INPUT_RATE_VERTEX};
  const VkVertexInputAttributeDescription attributes[2]{{0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0},
                                                        {1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 16}};
  VkPipelineVertexInputStateCreateInfo input{.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  if (!writes) {
    input.vertexBindingDescriptionCount = 1;
    input.pVertexBindingDescriptions = &binding;
    input.vertexAttributeDescriptionCount = 2;
    input.pVertexAttributeDescriptions = attributes;
  }
  const VkPipelineInputAssemblyStateCreateInfo assembly{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = writes ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
  const VkViewport area{0, 0, float{kDrawn.width}, float{kDrawn.height}, 0, 1};
  const VkRect2D scissor{{0, 0}, kDrawn};
  const VkPipelineViewportStateCreateInfo viewport{.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                   .viewportCount = 1,
                                                   .pViewports = &area,
                                                   .scissorCount = 1,
                                                   .pScissors = &scissor};
  const VkPipelineRasterizationStateCreateInfo raster{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
      .rasterizerDiscardEnable = writes ? VK_TRUE : VK_FALSE,
      .lineWidth = 1};
  const VkPipelineMultisampleStateCreateInfo samples{.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                     .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
  const VkPipelineColorBlendAttachmentState all{.colorWriteMask = 0xF};
  const VkPipelineColorBlendStateCreateInfo blend{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &all};
  const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .stageCount = writes ? 1u : 2u,
                                          .pStages = stages,
                                          .pVertexInputState = &input,
                                          .pInputAssemblyState = &assembly,
                                          .pViewportState = &viewport,
                                          .pRasterizationState = &raster,
                                          .pMultisampleState = &samples,
                                          .pColorBlendState = &blend,
                                          .layout = layout,
                                          .renderPass = pass};
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(vkCreateGraphicsPipelines(gpu.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
  return pipeline;
}

void wait_for_all(VkCommandBuffer commands) {
  const VkMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &barrier,
                       0, nullptr, 0, nullptr);
}

class Program {
 public:
  void run(const char* file) {
    std::memset(small_.bytes, 0, kBufferBytes);
    const VkCommandBuffer commands = begin_commands(gpu_);
    vkCmdFillBuffer(commands, picture_.buffer, 0, VK_WHOLE_SIZE, 0);
    vkCmdResetQueryPool(commands, counters_, 0, 1);
    wait_for_all(commands);
    begin_pass(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, writer_);
    calls_.begin_query(commands, counters_, 0, 0, 0);
    write(commands, {-0.9F, -0.9F, 0.4F}, 2, kBufferBytes, false);
    vkCmdEndRenderPass(commands);
    wait_for_all(commands);
    begin_pass(commands);
    write(commands, {-0.1F, 0.1F, 0.7F}, 1, kBufferBytes, true);
    write_small(commands);
    calls_.end_query(commands, counters_, 0, 0);
    vkCmdEndRenderPass(commands);
    wait_for_all(commands);
    begin_pass(commands);
    draw_written(commands);
    vkCmdEndRenderPass(commands);
    read_back(commands);
    run_commands(gpu_, commands);
    note_picture(picture_.bytes, kPicture);
    if (file == nullptr) return;
    std::FILE* const out = std::fopen(file, "wb");
    if (out == nullptr) std::exit(2);
    std::fwrite(picture_.bytes, 1, kPixelBytes + kRowBytes, out);
    std::fclose(out);
  }

 private:
  void begin_pass(VkCommandBuffer commands) {
    const VkClearValue clear{.color = {.float32 = {0.2F, 0.4F, 0.6F, 1}}};
    const VkRenderPassBeginInfo info{.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                     .renderPass = pass_,
                                     .framebuffer = framebuffer_,
                                     .renderArea = {{0, 0}, kDrawn},
                                     .clearValueCount = 1,
                                     .pClearValues = &clear};
    vkCmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
  }

  void write(VkCommandBuffer commands, const Strip& strip, std::uint32_t instances, VkDeviceSize bytes, bool go_on) {
    const VkDeviceSize offset = 0;
    calls_.bind(commands, 0, 1, &written_.buffer, &offset, &bytes);
    vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(strip), &strip);
    calls_.begin(commands, 0, go_on ? 1 : 0, &end_.buffer, &offset);
    vkCmdDraw(commands, 4, instances, 0, 0);
    calls_.end(commands, 0, 1, &end_.buffer, &offset);
  }

  /// Room for one of the two triangles.
  void write_small(VkCommandBuffer commands) {
    const VkDeviceSize offset = 0, bytes = 5 * kVertexBytes;
    calls_.bind(commands, 0, 1, &small_.buffer, &offset, &bytes);
    calls_.begin(commands, 0, 0, nullptr, nullptr);
    vkCmdDraw(commands, 4, 1, 0, 0);
    calls_.end(commands, 0, 0, nullptr, nullptr);
  }

  void draw_written(VkCommandBuffer commands) {
    const VkDeviceSize offset = 0;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, reader_);
    vkCmdBindVertexBuffers(commands, 0, 1, &written_.buffer, &offset);
    calls_.draw(commands, 1, 0, end_.buffer, 0, 0, kVertexBytes);
  }

  void read_back(VkCommandBuffer commands) {
    const VkBufferImageCopy copy{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                 .imageExtent = {kDrawn.width, kDrawn.height, 1}};
    vkCmdCopyImageToBuffer(commands, image_, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, picture_.buffer, 1, &copy);
    vkCmdCopyQueryPoolResults(commands, counters_, 0, 1, picture_.buffer, kPixelBytes, 16,
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    wait_for_all(commands);
    const VkBufferCopy end{.srcOffset = 0, .dstOffset = kPixelBytes + 16, .size = 4};
    vkCmdCopyBuffer(commands, end_.buffer, picture_.buffer, 1, &end);
    const VkBufferCopy vertices{.srcOffset = 0, .dstOffset = kPixelBytes + 32, .size = 192};
    vkCmdCopyBuffer(commands, small_.buffer, picture_.buffer, 1, &vertices);
    wait_for_all(commands);
  }

  VkQueryPool make_counters() const {
    const VkQueryPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT,
                                     .queryCount = 1};
    VkQueryPool pool = VK_NULL_HANDLE;
    check(vkCreateQueryPool(gpu_.device, &info, nullptr, &pool));
    return pool;
  }

  static constexpr VkBufferUsageFlags kCopied = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

  Gpu gpu_ = open();
  Calls calls_{gpu_.device};
  VkImage image_ = make_image(gpu_, kDrawn, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
  MappedBuffer picture_ = make_buffer(gpu_, kPixelBytes + kRowBytes, kCopied);
  MappedBuffer written_ =
      make_buffer(gpu_, kBufferBytes,
                  kCopied | VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
  MappedBuffer small_ = make_buffer(gpu_, kBufferBytes, kCopied | VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT);
  MappedBuffer end_ = make_buffer(
      gpu_, 64,
      kCopied | VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  VkQueryPool counters_ = make_counters();
  VkRenderPass pass_ = make_pass(gpu_);
  VkFramebuffer framebuffer_ = make_framebuffer(gpu_, pass_, image_);
  VkPipelineLayout layout_ = make_layout(gpu_);
  VkPipeline writer_ = make_pipeline(gpu_, pass_, layout_, true);
  VkPipeline reader_ = make_pipeline(gpu_, pass_, layout_, false);
};

}  // namespace

int main(int argc, char** argv) {
  Program{}.run(argc > 1 ? argv[1] : nullptr);
  return 0;
}
