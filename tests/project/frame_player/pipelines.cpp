#include <algorithm>

#include "player.h"

namespace texpipe::frame_player {

namespace {

VkShaderModule make_module(const Player& player, const std::string& name) {
  const std::vector<std::uint8_t> code = read_file(player.folder + name);
  const VkShaderModuleCreateInfo info{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                      .codeSize = code.size(),
                                      .pCode = reinterpret_cast<const std::uint32_t*>(code.data())};
  VkShaderModule shader = VK_NULL_HANDLE;
  check(vkCreateShaderModule(player.gpu.device, &info, nullptr, &shader), "vkCreateShaderModule");
  return shader;
}

/// A descriptor's resource, alive until the descriptor is written.
struct Resource {
  VkDescriptorImageInfo image{};
  VkDescriptorBufferInfo buffer{};
  VkBufferView texels = VK_NULL_HANDLE;
};

Resource resource_of(const Player& player, const Json& element) {
  Resource resource;
  if (element.contains("sampler")) resource.image.sampler = player.samplers.at(element.at("sampler"));
  if (element.contains("view")) resource.image.imageView = player.views.at(element.at("view"));
  resource.image.imageLayout = element.value("layout", VK_IMAGE_LAYOUT_UNDEFINED);
  if (element.contains("buffer"))
    resource.buffer = {player.buffers.at(element.at("buffer")).handle, element.value("offset", VkDeviceSize{0}),
                       element.value("range", VkDeviceSize{VK_WHOLE_SIZE})};
  if (element.contains("texels")) resource.texels = player.texel_buffers.at(element.at("texels"));
  return resource;
}

/// One set for a pipeline, with everything that its stages see.
void make_descriptors(const Player& player, const Json& wanted, Pipeline& pipeline) {
  const VkDevice device = player.gpu.device;
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  std::vector<VkDescriptorPoolSize> sizes;
  for (const Json& binding : wanted.at("bindings")) {
    const auto count = static_cast<std::uint32_t>(binding.at("elements").size());
    bindings.push_back({binding.at("binding"), binding.at("type"), count,
                        VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    sizes.push_back({binding.at("type"), count});
  }
  const VkDescriptorSetLayoutCreateInfo set_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                 .bindingCount = static_cast<std::uint32_t>(bindings.size()),
                                                 .pBindings = bindings.data()};
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  check(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout), "vkCreateDescriptorSetLayout");
  const VkPushConstantRange range{VK_SHADER_STAGE_ALL, 0, kPushBytes};
  const VkPipelineLayoutCreateInfo layout_info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &set_layout,
                                               .pushConstantRangeCount = 1,
                                               .pPushConstantRanges = &range};
  check(vkCreatePipelineLayout(device, &layout_info, nullptr, &pipeline.layout), "vkCreatePipelineLayout");
  if (bindings.empty()) return;
  const VkDescriptorPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 1,
                                             .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
                                             .pPoolSizes = sizes.data()};
  VkDescriptorPool pool = VK_NULL_HANDLE;
  check(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  const VkDescriptorSetAllocateInfo one{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = pool,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &set_layout};
  check(vkAllocateDescriptorSets(device, &one, &pipeline.set), "vkAllocateDescriptorSets");
  for (const Json& binding : wanted.at("bindings")) {
    std::uint32_t number = 0;
    for (const Json& element : binding.at("elements")) {
      const Resource resource = resource_of(player, element);
      const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = pipeline.set,
                                       .dstBinding = binding.at("binding"),
                                       .dstArrayElement = number++,
                                       .descriptorCount = 1,
                                       .descriptorType = binding.at("type"),
                                       .pImageInfo = &resource.image,
                                       .pBufferInfo = &resource.buffer,
                                       .pTexelBufferView = &resource.texels};
      vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
    }
  }
}

std::vector<VkPipelineShaderStageCreateInfo> stages_of(const Player& player, const Json& wanted) {
  std::vector<VkPipelineShaderStageCreateInfo> stages;
  for (const Json& stage : wanted.at("stages")) {
    stages.push_back({.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                      .stage = stage.at(0),
                      .module = make_module(player, stage.at(1)),
                      .pName = "main"});
  }
  return stages;
}

VkStencilOpState stencil(const Json& face) {
  return {face.at(0), face.at(1), face.at(2), face.at(3), face.at(4), face.at(5), face.at(6)};
}

VkPipeline make_compute(const Player& player, const Json& wanted, VkPipelineLayout layout) {
  const VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                         .stage = stages_of(player, wanted).front(),
                                         .layout = layout};
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(vkCreateComputePipelines(player.gpu.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
        "vkCreateComputePipelines");
  return pipeline;
}

/// Vertex buffers and their attributes.
struct VertexInput {
  std::vector<VkVertexInputBindingDescription> bindings;
  std::vector<VkVertexInputAttributeDescription> attributes;
  std::vector<VkVertexInputBindingDivisorDescriptionEXT> divisors;
  VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_info{
      VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT};
  VkPipelineVertexInputStateCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};

  explicit VertexInput(const Json& wanted) {
    for (const Json& binding : wanted.at("vertex_buffers")) {
      const auto number = static_cast<std::uint32_t>(bindings.size());
      bindings.push_back({number, binding.at(0), binding.at(1)});
      if (binding.at(1) == VK_VERTEX_INPUT_RATE_INSTANCE && binding.at(2) != 1)
        divisors.push_back({number, binding.at(2)});
    }
    for (const Json& attribute : wanted.at("attributes"))
      attributes.push_back(
          {static_cast<std::uint32_t>(attributes.size()), attribute.at(0), attribute.at(1), attribute.at(2)});
    divisor_info.vertexBindingDivisorCount = static_cast<std::uint32_t>(divisors.size());
    divisor_info.pVertexBindingDivisors = divisors.data();
    if (!divisors.empty()) info.pNext = &divisor_info;
    info.vertexBindingDescriptionCount = static_cast<std::uint32_t>(bindings.size());
    info.pVertexBindingDescriptions = bindings.data();
    info.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(attributes.size());
    info.pVertexAttributeDescriptions = attributes.data();
  }
};

struct Viewports {
  std::vector<VkViewport> viewports;
  std::vector<VkRect2D> scissors;
  VkPipelineViewportDepthClipControlCreateInfoEXT depth{
      VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT};
  VkPipelineViewportStateCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};

  Viewports(const Json& wanted, Shift shift) {
    for (const Json& v : wanted.at("viewports"))
      viewports.push_back(
          {v.at(0).get<float>() + shift.x, v.at(1).get<float>() + shift.y, v.at(2), v.at(3), v.at(4), v.at(5)});
    for (const Json& s : wanted.at("scissors")) scissors.push_back({{s.at(0), s.at(1)}, {s.at(2), s.at(3)}});
    info.viewportCount = static_cast<std::uint32_t>(viewports.size());
    info.pViewports = viewports.data();
    info.scissorCount = static_cast<std::uint32_t>(scissors.size());
    info.pScissors = scissors.data();
    depth.negativeOneToOne = wanted.value("negative_one_to_one", false);
    if (depth.negativeOneToOne != VK_FALSE) info.pNext = &depth;
  }
};

/// How primitives become pixels.
struct Raster {
  VkPipelineRasterizationDepthClipStateCreateInfoEXT clip{
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_DEPTH_CLIP_STATE_CREATE_INFO_EXT};
  VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking{
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT, &clip};
  VkPipelineRasterizationLineStateCreateInfoEXT line{
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT, &provoking};
  VkPipelineRasterizationConservativeStateCreateInfoEXT conservative{
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_CONSERVATIVE_STATE_CREATE_INFO_EXT, &line};
  VkPipelineRasterizationStateStreamCreateInfoEXT stream{
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_STREAM_CREATE_INFO_EXT, &conservative};
  VkPipelineRasterizationStateCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, &stream};
  VkSampleMask mask = ~0U;
  VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};

  explicit Raster(const Json& wanted) {
    const Json& raster = wanted.at("raster");
    clip.depthClipEnable = raster.at("depth_clip");
    provoking.provokingVertexMode = raster.at("provoking");
    line.lineRasterizationMode = raster.at("line_mode");
    if (raster.contains("stipple")) {
      line.stippledLineEnable = VK_TRUE;
      line.lineStippleFactor = raster.at("stipple").at(0);
      line.lineStipplePattern = raster.at("stipple").at(1);
    }
    conservative.conservativeRasterizationMode = raster.value("conservative", VkConservativeRasterizationModeEXT{});
    stream.rasterizationStream = raster.value("stream", 0U);
    info.depthClampEnable = raster.at("depth_clamp");
    info.rasterizerDiscardEnable = raster.at("discard");
    info.polygonMode = raster.at("polygon");
    info.cullMode = raster.at("cull");
    info.frontFace = raster.at("front");
    const Json& bias = raster.at("depth_bias");
    info.depthBiasEnable = !bias.empty();
    if (!bias.empty()) {
      info.depthBiasConstantFactor = bias.at(0);
      info.depthBiasClamp = bias.at(1);
      info.depthBiasSlopeFactor = bias.at(2);
    }
    info.lineWidth = raster.at("line_width");
    mask = raster.at("sample_mask");
    samples.rasterizationSamples = raster.at("samples");
    samples.sampleShadingEnable = raster.at("sample_shading") > 0;
    samples.minSampleShading = raster.at("sample_shading");
    samples.pSampleMask = &mask;
    samples.alphaToCoverageEnable = raster.at("alpha_to_coverage");
    samples.alphaToOneEnable = raster.at("alpha_to_one");
  }
};

/// What happens to pixels: depth, stencil, blending.
struct Output {
  VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
  std::vector<VkPipelineColorBlendAttachmentState> blends;
  VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
  std::vector<VkFormat> formats;
  VkPipelineRenderingCreateInfo targets{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};

  explicit Output(const Json& wanted) {
    const Json& test = wanted.at("depth");
    depth.depthTestEnable = test.at("test");
    depth.depthWriteEnable = test.at("write");
    depth.depthCompareOp = test.at("compare");
    depth.stencilTestEnable = test.at("stencil");
    depth.front = stencil(test.at("front"));
    depth.back = stencil(test.at("back"));
    for (const Json& b : wanted.at("blends"))
      blends.push_back({b.at(0), b.at(1), b.at(2), b.at(3), b.at(4), b.at(5), b.at(6), b.at(7)});
    blend.logicOpEnable = wanted.at("logic") >= 0;
    blend.logicOp = VkLogicOp(std::max(0, wanted.at("logic").get<int>()));
    blend.attachmentCount = static_cast<std::uint32_t>(blends.size());
    blend.pAttachments = blends.data();
    for (unsigned i = 0; i < 4; ++i) blend.blendConstants[i] = wanted.at("blend_constants").at(i);
    for (const Json& format : wanted.at("colour_formats")) formats.push_back(format);
    targets.colorAttachmentCount = static_cast<std::uint32_t>(formats.size());
    targets.pColorAttachmentFormats = formats.data();
    targets.viewMask = wanted.value("view_mask", 0U);
    targets.depthAttachmentFormat = wanted.at("depth_format");
    targets.stencilAttachmentFormat = wanted.at("stencil_format");
  }
};

VkPipeline make_graphics(const Player& player, const Json& wanted, VkPipelineLayout layout) {
  const auto stages = stages_of(player, wanted);
  const VertexInput input{wanted};
  const VkPipelineInputAssemblyStateCreateInfo assembly{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = wanted.at("topology"),
      .primitiveRestartEnable = wanted.at("restart")};
  const VkPipelineTessellationStateCreateInfo patches{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO, .patchControlPoints = wanted.at("patch")};
  const Viewports viewports{wanted, player.shift};
  const Raster raster{wanted};
  const Output output{wanted};
  const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .pNext = &output.targets,
                                          .stageCount = static_cast<std::uint32_t>(stages.size()),
                                          .pStages = stages.data(),
                                          .pVertexInputState = &input.info,
                                          .pInputAssemblyState = &assembly,
                                          .pTessellationState = &patches,
                                          .pViewportState = &viewports.info,
                                          .pRasterizationState = &raster.info,
                                          .pMultisampleState = &raster.samples,
                                          .pDepthStencilState = &output.depth,
                                          .pColorBlendState = &output.blend,
                                          .layout = layout};
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(vkCreateGraphicsPipelines(player.gpu.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
        "vkCreateGraphicsPipelines");
  return pipeline;
}

}  // namespace

void make_pipelines(Player& player) {
  for (const Json& wanted : player.program.at("pipelines")) {
    Pipeline pipeline;
    make_descriptors(player, wanted, pipeline);
    const bool compute = wanted.at("stages").at(0).at(0) == VK_SHADER_STAGE_COMPUTE_BIT;
    if (compute) pipeline.point = VK_PIPELINE_BIND_POINT_COMPUTE;
    pipeline.handle =
        compute ? make_compute(player, wanted, pipeline.layout) : make_graphics(player, wanted, pipeline.layout);
    player.pipelines.push_back(pipeline);
  }
}

}  // namespace texpipe::frame_player
