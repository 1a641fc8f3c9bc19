#include "workload/pixel_shader/shader_draw_state.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <string_view>

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"
#include "host/files/byte_reader.h"
#include "isa/gen9/commands/base_commands.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/commands/depth_commands.h"
#include "isa/gen9/commands/indirect_state.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/setup_commands.h"
#include "isa/gen9/commands/stage_commands.h"
#include "workload/pixel_shader/draw_variation.h"
#include "workload/pixel_shader/shader_resources.h"

namespace texpipe::study {

namespace {

namespace command = gen9::command;
using functional::GpuMemory;
using gen9::CommandId;
using gen9::FieldBits;

constexpr std::uint64_t kAlignment = 4096;
/// Room behind a program, where an instruction that is fetched ahead may stand.
constexpr std::uint64_t kCodeSlack = 128;

/// A structure that a command points to.
struct PointedStructure {
  std::string_view name;
  CommandId id;
  FieldBits pointer;
  std::optional<FieldBits> valid;  // says that the pointer is one
};
constexpr PointedStructure kPointedStructures[] = {
    {"BLEND_STATE", CommandId::kBlendStatePointers, command::kBlendStatePointers["Blend State Pointer"],
     command::kBlendStatePointers["Blend State Pointer Valid"]},
    {"COLOR_CALC_STATE", CommandId::kCcStatePointers, command::kCcStatePointers["Color Calc State Pointer"],
     command::kCcStatePointers["Color Calc State Pointer Valid"]},
    {"CC_VIEWPORT", CommandId::kViewportStatePointersCc, command::kViewportStatePointersCc["CC Viewport Pointer"], {}},
    {"SF_CLIP_VIEWPORT",
     CommandId::kViewportStatePointersSfClip,
     command::kViewportStatePointersSfClip["SF Clip Viewport Pointer"],
     {}},
    {"SCISSOR_RECT", CommandId::kScissorStatePointers, command::kScissorStatePointers["Scissor Rect Pointer"], {}}};

const PointedStructure* pointed_structure(std::string_view name) {
  const auto* const row = std::find_if(std::begin(kPointedStructures), std::end(kPointedStructures),
                                       [&](const PointedStructure& structure) { return structure.name == name; });
  return row != std::end(kPointedStructures) ? row : nullptr;
}

/// Puts memory and commands together.
class DrawBuilder {
 public:
  DrawBuilder(const PixelShaderCase& shader, const DrawVariation& variation, PixelShaderDraw& draw)
      : shader_{shader},
        variation_{variation},
        draw_{draw},
        memory_{*draw.workload.memory},
        heap_{memory_, "pixel shader"} {}

  functional::PipelineState build(unsigned lanes) {
    place_bases();
    place_resources();
    take_viewports();
    for (const ShaderStateWords& words : shader_.state) take(words, lanes);
    take_constants();
    if (shader_.depth_clear) place_depth();
    return std::move(state_);
  }

 private:
  /// A command that only this builder makes.
  struct Command {
    CommandId id;
    std::vector<std::uint32_t> words = std::vector<std::uint32_t>(24);
    void set(FieldBits field, std::uint64_t value, unsigned n = 0) { gen9::write_field(words, field, value, n); }
  };
  void take(const Command& made) { state_.take(made.id, made.words); }

  void place_bases() {
    const std::vector<std::byte> code = read_file(shader_.code);
    const ByteAddress at = memory_.allocate("code", ByteSize{code.size() + kCodeSlack});
    memory_.write(at, code);
    code_bytes_ = code.size();
    dynamic_ = heap_.context().dynamic_state_base;
    Command bases{CommandId::kStateBaseAddress};
    bases.set(command::kStateBaseAddress["Dynamic State Base Address"], dynamic_.value());
    bases.set(command::kStateBaseAddress["Dynamic State Base Address Modify Enable"], 1);
    bases.set(command::kStateBaseAddress["Surface State Base Address"], heap_.context().surface_state_base.value());
    bases.set(command::kStateBaseAddress["Surface State Base Address Modify Enable"], 1);
    bases.set(command::kStateBaseAddress["Instruction Base Address"], at.value());
    bases.set(command::kStateBaseAddress["Instruction Base Address Modify Enable"], 1);
    take(bases);
    Command table{CommandId::kBindingTablePointersPs};
    table.set(command::kBindingTablePointersPs["Pointer to PS Binding Table"], heap_.context().binding_table_offset);
    take(table);
    Command samplers{CommandId::kSamplerStatePointersPs};
    samplers.set(command::kSamplerStatePointersPs["Pointer to PS Sampler State"], heap_.context().sampler_state_offset);
    take(samplers);
  }

  const PlacedResource& place(const ShaderBinding& binding, const gen9::RenderSurfaceState& described) {
    const ShaderPlace& place = binding.place;
    const auto [found, added] = draw_.resources.try_emplace(place.text());
    if (!added) return found->second;
    if (place.kind == ShaderResource::kTarget) {
      found->second = place_target(memory_, binding, described);
    } else if (place.kind == ShaderResource::kTexture) {
      found->second = place_texture(memory_, texture_named(shader_, place.name), described.format);
    } else {
      const auto buffer = std::find_if(shader_.buffers.begin(), shader_.buffers.end(),
                                       [&](const ShaderBuffer& b) { return b.binding == place.name; });
      found->second = place_buffer(memory_, *buffer);
    }
    return found->second;
  }

  void place_resources() {
    for (const ShaderBinding& described_binding : shader_.bindings) {
      const ShaderBinding& binding = varied_binding(shader_, described_binding, variation_);
      gen9::RenderSurfaceState state;
      if (binding.place.kind != ShaderResource::kNone) {
        const auto described = gen9::RenderSurfaceState::decode(binding.words);
        state = bound_state(binding, described, place(binding, described));
      }
      heap_.add_surface(state);
    }
    for (const ShaderSampler& sampler : shader_.samplers) {
      heap_.add_sampler(varied_sampler(gen9::SamplerState::decode(sampler.words), variation_),
                        gen9::BorderColorState::decode(sampler.border));
    }
  }

  /// Puts a structure into the dynamic state. @return its offset there
  std::uint64_t place_dynamic(const std::string& name, std::span<const std::uint32_t> words) {
    const ByteAddress at = memory_.allocate(name, ByteSize{words.size_bytes() + kAlignment}, ByteSize{kAlignment});
    memory_.write(at, std::as_bytes(words));
    return at.value() - dynamic_.value();
  }

  /// Viewport 0, 0, 32, 32 with depth 0 to 1.
  void take_viewports() {
    const auto real = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    constexpr float kHalf = kShaderTargetSize / 2.0f;
    std::array<std::uint32_t, 16> viewport{};
    gen9::write_field(viewport, command::kSfClipViewport["Viewport Matrix Element m00"], real(kHalf));
    gen9::write_field(viewport, command::kSfClipViewport["Viewport Matrix Element m11"], real(kHalf));
    gen9::write_field(viewport, command::kSfClipViewport["Viewport Matrix Element m22"], real(1));
    gen9::write_field(viewport, command::kSfClipViewport["Viewport Matrix Element m30"],
                      real(kHalf + variation_.shift_x));
    gen9::write_field(viewport, command::kSfClipViewport["Viewport Matrix Element m31"],
                      real(kHalf + variation_.shift_y));
    gen9::write_field(viewport, command::kSfClipViewport["X Max ViewPort"], real(kShaderTargetSize - 1));
    gen9::write_field(viewport, command::kSfClipViewport["Y Max ViewPort"], real(kShaderTargetSize - 1));
    Command sf{CommandId::kViewportStatePointersSfClip};
    sf.set(command::kViewportStatePointersSfClip["SF Clip Viewport Pointer"], place_dynamic("viewport", viewport));
    take(sf);
    std::array<std::uint32_t, 2> depths{};
    gen9::write_field(depths, command::kCcViewport["Maximum Depth"], real(1));
    Command cc{CommandId::kViewportStatePointersCc};
    cc.set(command::kViewportStatePointersCc["CC Viewport Pointer"], place_dynamic("depth viewport", depths));
    take(cc);
    std::array<std::uint32_t, 2> scissor{};
    gen9::write_field(scissor, command::kScissorRect["Scissor Rectangle X Max"], kShaderTargetSize - 1);
    gen9::write_field(scissor, command::kScissorRect["Scissor Rectangle Y Max"], kShaderTargetSize - 1);
    Command scissors{CommandId::kScissorStatePointers};
    scissors.set(command::kScissorStatePointers["Scissor Rect Pointer"], place_dynamic("scissor", scissor));
    take(scissors);
  }

  void take(const ShaderStateWords& given, unsigned lanes) {
    const gen9::CommandLayout& layout = *gen9::find_layout(given.name);
    std::vector<std::uint32_t> words = given.words;
    if (layout.id == CommandId::kPs && lanes != kAllWidths) choose_width(words, lanes);
    if (layout.id != CommandId::kNone) {
      state_.take(layout.id, words);
    } else if (const PointedStructure* row = pointed_structure(given.name)) {
      Command pointer{row->id};
      pointer.set(row->pointer, place_dynamic(given.name, words));
      if (row->valid) pointer.set(*row->valid, 1);
      take(pointer);
    } else {
      throw Error{ExitCode::kUnsupported, "state." + given.name + " of a pixel shader: it has no command"};
    }
  }

  /// A width alone has kernel pointer 0 (specification/pixel-shader-binary 2).
  void choose_width(std::vector<std::uint32_t>& words, unsigned lanes) const {
    const auto width = std::find_if(shader_.dispatch.begin(), shader_.dispatch.end(),
                                    [&](const ShaderDispatch& d) { return d.lanes == lanes; });
    if (width->entry >= code_bytes_)
      throw Error{ExitCode::kInvalidConfiguration, "SIMD" + std::to_string(lanes) + " begins at byte " +
                                                       std::to_string(width->entry) + " of " + shader_.code.string() +
                                                       ", which has " + std::to_string(code_bytes_)};
    gen9::write_field(words, command::kPs["8 Pixel Dispatch Enable"], lanes == 8 ? 1 : 0);
    gen9::write_field(words, command::kPs["16 Pixel Dispatch Enable"], lanes == 16 ? 1 : 0);
    gen9::write_field(words, command::kPs["32 Pixel Dispatch Enable"], lanes == 32 ? 1 : 0);
    gen9::write_field(words, command::kPs["Kernel Start Pointer 0"], width->entry);
    gen9::write_field(words, command::kPs["Dispatch GRF Start Register For Constant/Setup Data 0"],
                      width->first_register);
  }

  void take_constants() {
    if (shader_.constants.empty()) return;
    const std::span<const std::uint32_t> words = shader_.constants;
    const ByteAddress at = memory_.allocate("constants", ByteSize{words.size_bytes()});
    memory_.write(at, std::as_bytes(words));
    constexpr unsigned kLastBuffer = 3;
    Command made{CommandId::kConstantPs};
    const std::span<std::uint32_t> body = std::span{made.words}.subspan(1);
    gen9::write_field(body, command::kConstantBody["Read Length"], words.size() / 8, kLastBuffer);
    gen9::write_field(body, command::kConstantBody["Buffer"], at.value(), kLastBuffer);
    take(made);
  }

  /// Depth of one value, of the format that the command names.
  void place_depth() {
    const std::span<const std::uint32_t> given = state_.words(CommandId::kDepthBuffer);
    if (given.empty())
      throw Error{ExitCode::kInvalidConfiguration, "a draw with depth has no state.3DSTATE_DEPTH_BUFFER"};
    std::vector<std::uint32_t> words{given.begin(), given.end()};
    const auto format = gen9::read_field(words, command::kDepthBuffer["Surface Format"]);
    PlacedResource placed;
    placed.image = {.format = format == 1   ? gen9::SurfaceFormat::kR32Float
                              : format == 3 ? gen9::SurfaceFormat::kR24UnormX8Typeless
                                            : gen9::SurfaceFormat::kR16Unorm,
                    .width = kShaderTargetSize,
                    .height = kShaderTargetSize,
                    .sample_bits = static_cast<std::uint8_t>(std::countr_zero(shader_.samples))};
    functional::SurfaceOptions options{.sample_storage = functional::SampleStorage::kInterleaved};
    if (format == 5) options.horizontal_alignment = gen9::SurfaceAlignment::k8;
    placed.state = functional::build_surface(memory_, "depth", placed.image, {}, options);
    gen9::write_field(words, command::kDepthBuffer["Surface Base Address"], placed.state.base_address.value());
    gen9::write_field(words, command::kDepthBuffer["Surface Pitch"], placed.state.pitch - 1);
    gen9::write_field(words, command::kDepthBuffer["Surface QPitch"], placed.state.qpitch / 4);
    state_.take(CommandId::kDepthBuffer, words);
    functional::DepthStencilTest{state_, memory_, placed.image.sample_bits}.clear(
        {.left = 0,
         .top = 0,
         .right = kShaderTargetSize,
         .bottom = kShaderTargetSize,
         .depth = static_cast<float>(*shader_.depth_clear)});
    draw_.resources[ShaderPlace{.kind = ShaderResource::kDepth}.text()] = placed;
  }

  const PixelShaderCase& shader_;
  const DrawVariation& variation_;
  PixelShaderDraw& draw_;
  GpuMemory& memory_;
  functional::StateHeap heap_;
  functional::PipelineState state_;
  ByteAddress dynamic_{};
  std::size_t code_bytes_ = 0;
};

}  // namespace

functional::PipelineState shader_draw_state(const PixelShaderCase& shader, unsigned lanes,
                                            const DrawVariation& variation, PixelShaderDraw& draw) {
  return DrawBuilder{shader, variation, draw}.build(lanes);
}

}  // namespace texpipe::study
