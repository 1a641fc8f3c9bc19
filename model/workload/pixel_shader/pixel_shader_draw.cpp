#include "workload/pixel_shader/pixel_shader_draw.h"

#include <optional>

#include "functional/frame/pixel_pipeline.h"
#include "functional/surface/surface_builder.h"
#include "functional/surface/surface_layout.h"
#include "workload/pixel_shader/shader_draw_state.h"
#include "workload/pixel_shader/shader_quad.h"

namespace texpipe::study {

namespace {

using functional::GpuMemory;

/// The threads of the draw, in phases: batches of pixels.
class QuadThreads final : public functional::ThreadSource {
 public:
  QuadThreads(const PixelShaderCase& shader, functional::PipelineState state, GpuMemory& memory)
      : name_{"pixel shader " + shader.name}, state_{std::move(state)}, memory_{memory} {}

  std::string name() const override { return name_; }
  unsigned groups() const override { return current_ != nullptr ? current_->groups() : 0; }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    current_->start(group, thread, registers, program);
  }
  unsigned reuse_distance() const override { return current_ != nullptr ? current_->reuse_distance() : kNeverReused; }
  const functional::OlderThreads* older_at_same_pixels() const override {
    return current_ != nullptr ? current_->older_at_same_pixels() : nullptr;
  }
  bool has_phases() const override { return true; }
  bool advance() override {
    if (!pixels_) {
      quad_ = assemble_quad(urb_);
      pixels_.emplace(state_, memory_, programs_, statistics_);
      pixels_->take(quad_);
    }
    current_ = pixels_->next_threads();
    return current_ != nullptr;
  }

 private:
  std::string name_;
  functional::PipelineState state_;
  GpuMemory& memory_;
  functional::ProgramCache programs_{memory_};
  functional::PipelineStatistics statistics_;
  functional::Urb urb_;
  functional::AssembledPrimitives quad_;
  std::optional<functional::PixelPipeline> pixels_;
  const functional::ThreadSource* current_ = nullptr;
};

}  // namespace

PixelShaderDraw make_pixel_shader_draw(const PixelShaderCase& shader, unsigned lanes, const DrawVariation& variation) {
  PixelShaderDraw draw;
  functional::PipelineState state = shader_draw_state(shader, lanes, variation, draw);
  draw.workload.threads = std::make_unique<QuadThreads>(shader, std::move(state), *draw.workload.memory);
  return draw;
}

std::vector<std::byte> read_output(const PixelShaderDraw& draw, const ShaderOutput& output) {
  const auto found = draw.resources.find(output.place.text());
  if (found == draw.resources.end())
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.position = output.position,
                           .path = "outputs",
                           .problem = output.place.text() + " stands in no binding table entry",
                           .hint = {}}};
  const GpuMemory& memory = *draw.workload.memory;
  const PlacedResource& resource = found->second;
  if (output.place.kind != ShaderResource::kBuffer)
    return functional::read_surface(memory, resource.image,
                                    functional::SurfaceLayout{functional::surface_geometry(resource.state)});
  std::vector<std::byte> bytes(resource.bytes);
  memory.read(resource.address, bytes);
  return bytes;
}

}  // namespace texpipe::study
