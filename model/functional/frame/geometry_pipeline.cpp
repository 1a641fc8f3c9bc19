#include "functional/frame/geometry_pipeline.h"

#include "base/diagnostic.h"
#include "functional/frame/assembly/drawn_primitives.h"
#include "functional/frame/vertex/vertex_portion.h"
#include "functional/frame/vertex/vertex_stage.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

void refuse_missing_stages(const PipelineState& state) {
  if (state.flag(command::kStreamout["SO Function Enable"])) unsupported("3DSTATE_STREAMOUT: SO Function Enable 1");
  if (state.flag(command::kHs["Enable"])) unsupported("3DSTATE_HS: Enable 1");
  if (state.flag(command::kTe["TE Enable"])) unsupported("3DSTATE_TE: TE Enable 1");
  if (state.flag(command::kDs["Enable"])) unsupported("3DSTATE_DS: Enable 1");
  if (state.flag(command::kGs["Enable"])) unsupported("3DSTATE_GS: Enable 1");
}

}  // namespace

class GeometryPipeline::Implementation {
 public:
  Implementation(const DrawCall& draw, const PipelineState& state, GpuMemory& memory, ProgramCache& programs,
                 PipelineStatistics& statistics)
      : fetcher_{state, memory, draw.start_instance},
        portion_{draw, state, memory, fetcher_, StripOrder::kLeading, statistics},
        vertices_{state, memory, programs, urb_, fetcher_, statistics} {
    refuse_missing_stages(state);
    drawn_.topology = static_cast<std::uint8_t>(draw.topology);
    drawn_.urb = &urb_;
  }

  bool more() {
    urb_.clear();
    drawn_.primitives.clear();
    step_ = Step::kVertices;
    return portion_.next();
  }

  const ThreadSource* next_threads() {
    if (step_ == Step::kVertices) {
      step_ = Step::kDrawn;
      vertices_.begin(portion_.vertices());
      if (vertices_.has_threads()) return &vertices_;
    }
    if (step_ == Step::kDrawn) {
      step_ = Step::kEnd;
      draw_primitives(portion_.primitives(), vertices_.first_handle(), drawn_);
    }
    return nullptr;
  }

  const AssembledPrimitives& primitives() const { return drawn_; }

 private:
  enum class Step : std::uint8_t { kVertices, kDrawn, kEnd };

  Urb urb_;
  VertexFetcher fetcher_;
  VertexPortion portion_;
  VertexStage vertices_;
  AssembledPrimitives drawn_;
  Step step_ = Step::kEnd;
};

GeometryPipeline::GeometryPipeline(const DrawCall& draw, const PipelineState& state, GpuMemory& memory,
                                   ProgramCache& programs, PipelineStatistics& statistics)
    : implementation_{std::make_unique<Implementation>(draw, state, memory, programs, statistics)} {}

GeometryPipeline::~GeometryPipeline() = default;

bool GeometryPipeline::more() {
  return implementation_->more();
}

const ThreadSource* GeometryPipeline::next_threads() {
  return implementation_->next_threads();
}

const AssembledPrimitives& GeometryPipeline::primitives() const {
  return implementation_->primitives();
}

}  // namespace texpipe::functional
