#include "functional/frame/geometry_pipeline.h"

#include <optional>

#include "base/diagnostic.h"
#include "functional/frame/assembly/drawn_primitives.h"
#include "functional/frame/assembly/strip_order.h"
#include "functional/frame/shaders/geometry_stage.h"
#include "functional/frame/tessellation/domain_stage.h"
#include "functional/frame/tessellation/hull_stage.h"
#include "functional/frame/vertex/vertex_portion.h"
#include "functional/frame/vertex/vertex_stage.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

/// Tessellation is on. Errors: its three stages are not on or off together, or a patch goes without.
bool tessellates(const PipelineState& state, gen9::PrimitiveTopology topology) {
  const bool hull = state.flag(command::kHs["Enable"]), tessellator = state.flag(command::kTe["TE Enable"]);
  const bool domain = state.flag(command::kDs["Enable"]);
  if (hull != tessellator || hull != domain)
    throw Error{ExitCode::kMalformedInput,
                "hull shader, tessellator and domain shader have to be enabled or disabled together"};
  if (hull && !shape_of(topology).patch)
    throw Error{ExitCode::kMalformedInput, "3DSTATE_HS: Enable 1 needs the topology 3DPRIM_PATCHLIST"};
  return hull;
}

bool is_of_back_faces(gen9::PrimitiveTopology topology) {
  using enum gen9::PrimitiveTopology;
  return topology == kPointListBf || topology == kLineStripBf || topology == kLineStripContBf;
}

/// Topology of what the tessellator gives.
gen9::PrimitiveTopology list_of(PrimitiveKind kind) {
  using enum gen9::PrimitiveTopology;
  return kind == PrimitiveKind::kPoint ? kPointList : kind == PrimitiveKind::kLine ? kLineList : kTriList;
}

}  // namespace

/// Stages of a draw. A portion of vertices may give several of domain points, and such a one several of geometry shader
/// runs: each of them is a portion of primitives.
class GeometryPipeline::Implementation {
 public:
  Implementation(const DrawCall& draw, const PipelineState& state, GpuMemory& memory, ProgramCache& programs,
                 PipelineStatistics& statistics, StreamOffsets& stream_offsets, FrameWork* work)
      : work_{work},
        fetcher_{state, memory, draw.start_instance},
        portion_{draw, state, memory, fetcher_, input_strip_order(state), statistics, work},
        vertices_{state, memory, programs, urb_, fetcher_, statistics},
        stream_output_{state, memory, stream_offsets, statistics} {
    if (tessellates(state, draw.topology)) {
      hull_.emplace(state, memory, programs, urb_, statistics);
      domain_.emplace(state, memory, programs, urb_, statistics);
    }
    if (state.flag(command::kGs["Enable"])) geometry_.emplace(state, memory, programs, urb_, statistics);
    drawn_.topology = static_cast<std::uint8_t>(geometry_ ? geometry_->topology()
                                                : domain_ ? list_of(domain_->primitives().shape.kind)
                                                          : draw.topology);
    drawn_.back_facing = is_of_back_faces(static_cast<gen9::PrimitiveTopology>(drawn_.topology));
    drawn_.urb = &urb_;
  }

  bool more() {
    drawn_.primitives.clear();
    if (geometry_ && geometry_->more()) {
      urb_.release_from(geometry_mark_);
      step_ = Step::kGeometry;
      return true;
    }
    if (domain_ && domain_->more()) {
      urb_.release_from(domain_mark_);
      step_ = Step::kDomain;
      return true;
    }
    urb_.clear();
    step_ = Step::kVertices;
    return portion_.next();
  }

  const ThreadSource* next_threads() {
    while (step_ != Step::kEnd) {
      const ThreadSource* threads = next_stage();
      if (threads != nullptr && threads->groups() != 0) return threads;
    }
    return nullptr;
  }

  const AssembledPrimitives& primitives() const { return drawn_; }
  const VertexPortion& portion() const { return portion_; }
  bool is_plain() const {
    return !hull_ && !geometry_ && !stream_output_.enabled() &&
           vertices_.reuse_distance() == ThreadSource::kNeverReused;
  }

 private:
  enum class Step : std::uint8_t { kVertices, kHull, kTessellation, kDomain, kShape, kGeometry, kDrawn, kEnd };

  /// Prepares the step, and goes to the next one. Null: nothing has to run for it.
  const ThreadSource* next_stage() {
    switch (step_) {
      case Step::kVertices:
        step_ = hull_ ? Step::kHull : Step::kShape;
        vertices_.begin(portion_.vertices());
        input_ = &portion_.primitives();
        first_handle_ = vertices_.first_handle();
        if (work_ != nullptr) portion_.add_work(vertices_.has_threads(), *work_);
        return vertices_.has_threads() ? &vertices_ : nullptr;
      case Step::kHull:
        step_ = Step::kTessellation;
        hull_->begin(portion_.primitives(), first_handle_);
        add_threads(*hull_);
        return &*hull_;
      case Step::kTessellation:
        step_ = Step::kDomain;
        domain_->begin(portion_.primitives(), hull_->first_patch());
        domain_mark_ = urb_.end();
        return nullptr;
      case Step::kDomain:
        step_ = Step::kShape;
        domain_->next_portion();
        for (unsigned thread = 0; work_ != nullptr && thread < domain_->groups(); ++thread)
          work_->add(FrameStepKind::kThreads, domain_->points_of(thread)).opens = 1;
        input_ = &domain_->primitives();
        first_handle_ = domain_->first_handle();
        return &*domain_;
      case Step::kShape:
        step_ = geometry_ ? Step::kGeometry : Step::kDrawn;
        if (geometry_) geometry_->begin(*input_, first_handle_);
        geometry_mark_ = urb_.end();
        return nullptr;
      case Step::kGeometry:
        step_ = Step::kDrawn;
        geometry_->next_portion();
        add_threads(*geometry_);
        return &*geometry_;
      case Step::kDrawn:
        step_ = Step::kEnd;
        draw();
        return nullptr;
      default:
        return nullptr;
    }
  }

  void add_threads(const ThreadSource& stage) {
    if (work_ != nullptr && stage.groups() != 0) work_->add(FrameStepKind::kThreads).opens = stage.groups();
  }

  void draw() {
    if (geometry_) {
      geometry_->assemble();
      if (stream_output_.renders()) geometry_->draw(drawn_);
      for (unsigned stream = 0; stream_output_.enabled() && stream < kStreams; ++stream)
        stream_output_.write(stream, geometry_->made(stream), geometry_->first_made(stream), urb_);
    } else {
      if (stream_output_.renders()) draw_primitives(*input_, first_handle_, drawn_);
      if (stream_output_.enabled()) stream_output_.write(0, *input_, first_handle_, urb_);
    }
  }

  FrameWork* work_;  // null: nobody asks for it
  Urb urb_;
  VertexFetcher fetcher_;
  VertexPortion portion_;
  VertexStage vertices_;
  std::optional<HullStage> hull_;
  std::optional<DomainStage> domain_;
  std::optional<GeometryStage> geometry_;
  StreamOutput stream_output_;
  const PrimitiveList* input_ = nullptr;               // of the geometry shader, or what is drawn
  std::uint32_t first_handle_ = 0;                     // of its vertices
  std::uint32_t domain_mark_ = 0, geometry_mark_ = 0;  // handles behind what the stages read
  AssembledPrimitives drawn_;
  Step step_ = Step::kEnd;
};

GeometryPipeline::GeometryPipeline(const DrawCall& draw, const PipelineState& state, GpuMemory& memory,
                                   ProgramCache& programs, PipelineStatistics& statistics,
                                   StreamOffsets& stream_offsets, FrameWork* work)
    : implementation_{
          std::make_unique<Implementation>(draw, state, memory, programs, statistics, stream_offsets, work)} {}

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

bool GeometryPipeline::is_plain() const {
  return implementation_->is_plain();
}

std::size_t GeometryPipeline::vertices() const {
  return implementation_->portion().vertices().size();
}

bool GeometryPipeline::is_last_portion() const {
  return implementation_->portion().is_last();
}

}  // namespace texpipe::functional
