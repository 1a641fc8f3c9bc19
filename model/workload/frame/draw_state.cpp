#include "workload/frame/draw_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/diagnostic.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/border_color_state.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/commands/depth_commands.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/indirect_state.h"
#include "isa/gen9/commands/media_commands.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/setup_commands.h"
#include "isa/gen9/interface_descriptor.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"
#include "isa/gen9/states/structure_text.h"

namespace texpipe::study {

namespace command = gen9::command;
using functional::PipelineState;
using functional::ShaderStage;

namespace {

struct GeometryStage {
  std::string_view name;
  ShaderStage stage;
  gen9::FieldBits enable;
  gen9::FieldBits kernel;
};
constexpr std::array kGeometryStages{
    GeometryStage{"VS", ShaderStage::kVertex, command::kVs["Enable"], command::kVs["Kernel Start Pointer"]},
    GeometryStage{"HS", ShaderStage::kHull, command::kHs["Enable"], command::kHs["Kernel Start Pointer"]},
    GeometryStage{"DS", ShaderStage::kDomain, command::kDs["Enable"], command::kDs["Kernel Start Pointer"]},
    GeometryStage{"GS", ShaderStage::kGeometry, command::kGs["Enable"], command::kGs["Kernel Start Pointer"]}};

ShaderStage stage_named(std::string_view name) {
  for (const GeometryStage& stage : kGeometryStages) {
    if (stage.name == name) return stage.stage;
  }
  return ShaderStage::kPixel;
}

}  // namespace

std::uint64_t frame_address(ByteAddress base, std::uint64_t offset) {
  return (base.value() + offset) & (functional::GpuMemory::kEnd - 1);
}

std::vector<StageProgram> programs_of_draw(const PipelineState& state) {
  std::vector<StageProgram> programs;
  const auto add = [&](std::string_view stage, unsigned lanes, gen9::FieldBits kernel) {
    programs.push_back({stage, lanes, frame_address(state.instruction_base(), state.value(kernel))});
  };
  constexpr unsigned kGeometryLanes = 8;
  for (const GeometryStage& stage : kGeometryStages) {
    if (state.flag(stage.enable)) add(stage.name, kGeometryLanes, stage.kernel);
  }
  if (!state.flag(command::kPsExtra["Pixel Shader Valid"])) return programs;
  // A width that is alone has pointer 0; beside others each has its own (specification/pixel-shader-binary).
  const bool by8 = state.flag(command::kPs["8 Pixel Dispatch Enable"]);
  const bool by16 = state.flag(command::kPs["16 Pixel Dispatch Enable"]);
  const bool by32 = state.flag(command::kPs["32 Pixel Dispatch Enable"]);
  constexpr gen9::FieldBits kFirst = command::kPs["Kernel Start Pointer 0"];
  if (by8) add("PS", 8, kFirst);
  if (by16) add("PS", 16, by8 || by32 ? command::kPs["Kernel Start Pointer 2"] : kFirst);
  if (by32) add("PS", 32, by8 || by16 ? command::kPs["Kernel Start Pointer 1"] : kFirst);
  return programs;
}

namespace {

std::uint64_t descriptor_address(const PipelineState& state, unsigned descriptor) {
  return frame_address(state.dynamic_state_base(),
                       state.value(command::kMediaInterfaceDescriptorLoad["Interface Descriptor Data Start Address"]) +
                           std::uint64_t{descriptor} * gen9::InterfaceDescriptor::kDwords * sizeof(std::uint32_t));
}

std::optional<gen9::InterfaceDescriptor> descriptor_of(const PipelineState& state, const FrameMemory& memory,
                                                       unsigned descriptor) {
  const auto words = memory.words(descriptor_address(state, descriptor), gen9::InterfaceDescriptor::kDwords);
  if (!words) return std::nullopt;
  try {
    return gen9::InterfaceDescriptor::decode(std::span{*words}.first<gen9::InterfaceDescriptor::kDwords>());
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Places of a stage's tables.
struct StageTables {
  std::string_view stage;
  std::uint64_t binding_table = 0;
  std::uint64_t samplers = 0;
  ByteAddress surfaces;  // base of surface states
  ByteAddress dynamic;   // base of border colours
};

StageTables tables_of(const PipelineState& state, std::string_view stage) {
  const functional::MessageContext context = functional::message_context(state, stage_named(stage));
  return {stage, frame_address(context.surface_state_base, context.binding_table_offset),
          frame_address(context.dynamic_state_base, context.sampler_state_offset), context.surface_state_base,
          context.dynamic_state_base};
}

void add_surfaces(const StageTables& tables, const ProgramSummary& program, const FrameMemory& memory,
                  std::vector<PointedState>& list) {
  struct Use {
    const std::vector<std::uint8_t>& entries;
    std::string_view name;
  };
  unsigned count = 0;
  const std::array uses{Use{program.targets, "target"}, Use{program.sampled, "sampled"},
                        Use{program.data, "data port"}};
  for (const Use& use : uses) {
    for (const std::uint8_t entry : use.entries) count = std::max(count, entry + 1u);
  }
  if (count == 0) return;
  list.push_back({fmt::format("binding table of {}", tables.stage), {}, tables.binding_table, count});
  for (const Use& use : uses) {
    for (const std::uint8_t entry : use.entries) {
      const auto offset = memory.words(tables.binding_table + std::uint64_t{entry} * sizeof(std::uint32_t), 1);
      if (!offset) continue;
      list.push_back({fmt::format("surface {} of {}, {}", entry, tables.stage, use.name), gen9::kRenderSurfaceState,
                      frame_address(tables.surfaces, offset->front()), gen9::RenderSurfaceState::kDwords});
    }
  }
}

void add_samplers(const StageTables& tables, const ProgramSummary& program, const FrameMemory& memory,
                  std::vector<PointedState>& list) {
  for (const std::uint8_t index : program.samplers) {
    const std::uint64_t address = tables.samplers + index * std::uint64_t{gen9::SamplerState::kDwords} * 4;
    list.push_back({fmt::format("sampler {} of {}", index, tables.stage), gen9::kSamplerState, address,
                    gen9::SamplerState::kDwords});
    const auto words = memory.words(address, gen9::SamplerState::kDwords);
    if (!words) continue;
    try {
      const auto sampler = gen9::SamplerState::decode(std::span{*words}.first<gen9::SamplerState::kDwords>());
      const auto is_border = [](gen9::TextureCoordinateMode mode) {
        return mode == gen9::TextureCoordinateMode::kClampBorder || mode == gen9::TextureCoordinateMode::kHalfBorder;
      };
      if (is_border(sampler.address_u) || is_border(sampler.address_v) || is_border(sampler.address_r))
        list.push_back({fmt::format("border colour of sampler {} of {}", index, tables.stage), gen9::kBorderColorState,
                        frame_address(tables.dynamic, sampler.border_color_pointer), gen9::BorderColorState::kDwords});
    } catch (const Error&) {
      // A sampler state with reserved codes points to nothing.
    }
  }
}

void append_new(std::vector<std::uint8_t>& list, const std::vector<std::uint8_t>& more) {
  list.insert(list.end(), more.begin(), more.end());
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Entries that any of the programs of a stage uses.
ProgramSummary joined(const std::vector<StageProgram>& programs, std::string_view stage, const FrameMemory& memory) {
  ProgramSummary all;
  for (const StageProgram& program : programs) {
    if (program.stage != stage) continue;
    const ProgramSummary one = summary_of(memory, program.address);
    append_new(all.targets, one.targets);
    append_new(all.sampled, one.sampled);
    append_new(all.data, one.data);
    append_new(all.samplers, one.samplers);
  }
  return all;
}

}  // namespace

std::vector<StageProgram> programs_of_dispatch(const PipelineState& state, const FrameMemory& memory,
                                               unsigned descriptor, unsigned lanes) {
  const auto found = descriptor_of(state, memory, descriptor);
  if (!found) return {};
  return {{"CS", lanes, frame_address(state.instruction_base(), found->kernel_pointer.value())}};
}

std::vector<PointedState> state_of_draw(const PipelineState& state, const FrameMemory& memory) {
  std::vector<PointedState> list;
  const ByteAddress dynamic = state.dynamic_state_base();
  const auto add = [&](const char* role, const gen9::CommandLayout& layout, gen9::FieldBits pointer, unsigned dwords,
                       unsigned count = 1) {
    if (state.words(pointer.command).empty()) return;
    for (unsigned n = 0; n < count; ++n) {
      list.push_back({count == 1 ? role : fmt::format("{} {}", role, n), layout.name,
                      frame_address(dynamic, state.value(pointer) + std::uint64_t{n} * dwords * 4), dwords});
    }
  };
  const std::vector<StageProgram> programs = programs_of_draw(state);
  const ProgramSummary pixel = joined(programs, "PS", memory);
  const auto viewports = static_cast<unsigned>(state.value(command::kClip["Maximum VP Index"])) + 1;
  constexpr unsigned kSfClipDwords = 16, kCcDwords = 2, kScissorDwords = 2, kColorCalcDwords = 6;
  add("clip viewport", command::kSfClipViewport, command::kViewportStatePointersSfClip["SF Clip Viewport Pointer"],
      kSfClipDwords, viewports);
  add("depth viewport", command::kCcViewport, command::kViewportStatePointersCc["CC Viewport Pointer"], kCcDwords,
      viewports);
  if (state.flag(command::kRaster["Scissor Rectangle Enable"]))
    add("scissor", command::kScissorRect, command::kScissorStatePointers["Scissor Rect Pointer"], kScissorDwords,
        viewports);
  if (state.flag(command::kCcStatePointers["Color Calc State Pointer Valid"]))
    add("colour calculation", command::kColorCalcState, command::kCcStatePointers["Color Calc State Pointer"],
        kColorCalcDwords);
  if (state.flag(command::kBlendStatePointers["Blend State Pointer Valid"])) {
    const unsigned targets = pixel.targets.empty() ? 1 : std::min(pixel.targets.back() + 1u, 8u);
    add("blend state", command::kBlendState, command::kBlendStatePointers["Blend State Pointer"], 1 + 2 * targets);
  }
  for (const std::string_view stage : {"VS", "HS", "DS", "GS", "PS"}) {
    const ProgramSummary program = stage == "PS" ? pixel : joined(programs, stage, memory);
    const StageTables tables = tables_of(state, stage);
    add_surfaces(tables, program, memory, list);
    add_samplers(tables, program, memory, list);
  }
  return list;
}

std::vector<PointedState> state_of_dispatch(const PipelineState& state, const FrameMemory& memory,
                                            unsigned descriptor) {
  std::vector<PointedState> list{{"interface descriptor", gen9::kInterfaceDescriptor,
                                  descriptor_address(state, descriptor), gen9::InterfaceDescriptor::kDwords}};
  const auto found = descriptor_of(state, memory, descriptor);
  if (!found) return list;
  const StageTables tables{"CS", frame_address(state.surface_state_base(), found->binding_table_pointer),
                           frame_address(state.dynamic_state_base(), found->sampler_state_pointer),
                           state.surface_state_base(), state.dynamic_state_base()};
  const ProgramSummary program = joined(programs_of_dispatch(state, memory, descriptor, 8), "CS", memory);
  add_surfaces(tables, program, memory, list);
  add_samplers(tables, program, memory, list);
  return list;
}

}  // namespace texpipe::study
