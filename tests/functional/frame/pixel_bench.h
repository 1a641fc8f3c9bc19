// A draw made by hand: state, vertices, a pixel shader that writes one colour, targets.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "functional/execution/eu/eu_builder.h"
#include "functional/execution/response_write.h"
#include "functional/frame/pixel_pipeline.h"
#include "functional/shared_function/execute_message.h"
#include "functional/surface/surface_builder.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/commands/depth_commands.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/indirect_state.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/setup_commands.h"
#include "isa/gen9/commands/stage_commands.h"
#include "isa/gen9/render_target_message.h"

namespace texpipe::functional {

namespace command = gen9::command;

using Color = std::array<float, 4>;

/// Position in clip space and up to four outputs of a vertex.
struct BenchVertex {
  std::array<float, 4> position{};
  std::vector<std::array<float, 4>> outputs{};
  std::array<std::uint32_t, 4> header{};
  std::array<float, 8> distances{};
};

/// 16x16 pixels whose positions are clip space over w of -1 to 1, with nothing clipped but near and far; depth 0 to 1.
/// What a test changes it sets before `draw`.
class PixelBench {
 public:
  static constexpr std::uint32_t kSize = 16;

  PixelBench();

  void set(gen9::FieldBits field, std::uint64_t value, unsigned n = 0);
  void set_real(gen9::FieldBits field, float value);
  /// Field of a structure in the dynamic state.
  void set_at(std::uint32_t offset, gen9::FieldBits field, std::uint64_t value);
  void set_real_at(std::uint32_t offset, gen9::FieldBits field, float value);
  static constexpr std::uint32_t kViewportAt = 0x000, kDepthViewportAt = 0x400, kScissorAt = 0x600, kBlendAt = 0x800,
                                 kColorCalcAt = 0xA00;
  static constexpr std::uint32_t blend_entry_at(unsigned target) { return kBlendAt + 4 + 8 * target; }

  /// Makes the target with this format the first entry of the binding table.
  void target(gen9::SurfaceFormat format, unsigned sample_bits = 0, Tiling tiling = Tiling::kY, unsigned index = 0);
  /// Shader channel selects of the first target.
  void swap_red_and_blue();
  void null_target();
  /// Gives the first target a compression by CCS_E, or an MCS.
  void compress_target();
  ByteAddress control_base() const { return targets_[0].aux_base_address; }
  /// Depth buffer, and stencil buffer, of the size of the targets.
  void depth_buffer(std::uint64_t format, unsigned sample_bits = 0);
  void stencil_buffer();

  /// Shader of a width that writes a colour (bits), or what a test sends.
  void shader(unsigned lanes, const std::array<std::uint32_t, 4>& color);
  void shader(unsigned lanes, const BuiltProgram& program);
  /// Shader that writes what stands in registers: the first ones of R, G, B, A.
  void shader_of_registers(unsigned lanes, std::array<std::uint8_t, 4> registers);
  /// One that interpolates the first attribute, whose planes stand in r40 and r41, by barycentrics from r2 on.
  void interpolating_shader(unsigned lanes);
  /// Payload and message that write the registers of four colours (one or two each) to a target.
  static BuiltSend target_write(gen9::RenderTargetKind kind, GrfRange payload, bool end);

  void draw(PrimitiveKind kind, const std::vector<BenchVertex>& vertices, std::uint8_t provoking = 0);
  void draw_triangle(const std::vector<BenchVertex>& vertices) { draw(PrimitiveKind::kTriangle, vertices); }
  /// Draws a list of primitives twice in one draw. @return  allocations of the second time
  std::size_t draw_twice(PrimitiveKind kind, const std::vector<BenchVertex>& vertices);
  /// A triangle that covers all pixels at a depth.
  void draw_all(float z = 0.5f);

  /// Decoded colour, as the sampler would return it.
  std::array<std::uint32_t, 4> texel(unsigned x, unsigned y, unsigned sample = 0, unsigned index = 0) const;
  Color color(unsigned x, unsigned y, unsigned sample = 0) const;
  std::uint32_t depth_code(unsigned x, unsigned y, unsigned sample = 0) const;
  std::uint8_t stencil(unsigned x, unsigned y) const;
  void fill_depth(std::uint32_t code);
  void fill_stencil(std::uint8_t value);
  void fill_target(const std::array<std::uint32_t, 4>& rgba);
  unsigned covered() const;  // texels of sample 0 that are not 0

  GpuMemory memory;
  PipelineState state;
  ProgramCache programs{memory};
  PipelineStatistics statistics;
  unsigned threads = 0;  // of the last draw
  std::uint8_t topology = 4;
  bool continues = false;    // lines behind the first one go on with its stipple
  bool back_facing = false;  // points and lines
  TileOrder order = kUsualTileOrder;
  FrameWork* work = nullptr;       // of draws; null: nobody asks for it
  std::vector<TargetWork> writes;  // of the last draw with `work`, by threads from the last one to the first

 private:
  /// Writes the state of target 0 anew.
  void rewrite_target();
  AssembledPrimitives assemble(Urb& urb, PrimitiveKind kind, const std::vector<BenchVertex>& vertices,
                               std::uint8_t provoking) const;
  void run(PixelPipeline& pixels);

  // Of threads: used again.
  ThreadRegisters registers_;
  std::unique_ptr<EuProgram> program_;
  MessageSend send_;
  MessageExecutor executor_;
  std::map<gen9::CommandId, std::vector<std::uint32_t>> words_;
  ByteAddress dynamic_, surfaces_, instructions_;
  std::uint32_t next_kernel_ = 0;
  std::array<gen9::RenderSurfaceState, 8> targets_{};
  std::optional<SurfaceLayout> depth_, stencil_;
  unsigned depth_bytes_ = 4;
};

}  // namespace texpipe::functional
