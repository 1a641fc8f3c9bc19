#include "functional/frame/vertex/vertex_portion.h"

#include <algorithm>
#include <optional>

#include "base/stop_request.h"
#include "isa/gen9/commands/vertex_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr std::uint32_t kMostVertices = 8192;  // shaded in a portion, but for those that the one before left
constexpr std::uint32_t kMostPositions = 4 * kMostVertices;

std::uint32_t vertices_of_portion(const DrawCall& draw) {
  return static_cast<std::uint32_t>(
      std::min(std::uint64_t{draw.vertex_count} * draw.instance_count, std::uint64_t{kMostVertices}));
}

}  // namespace

VertexPortion::VertexPortion(const DrawCall& draw, const PipelineState& state, const GpuMemory& memory,
                             const VertexFetcher& fetcher, StripOrder order, PipelineStatistics& statistics,
                             const FrameWork* work)
    : draw_{draw},
      indices_{draw, state, memory},
      fetcher_{fetcher},
      statistics_{statistics},
      counts_{state.flag(command::kVfStatistics["Statistics Enable"])},
      assembler_{draw.topology, provoking_vertices(state), order},
      reuse_{vertices_of_portion(draw) + kMostPrimitiveVertices, draw.indexed && !fetcher.stores_primitives(),
             work != nullptr ? work->reuse : 0},
      tells_work_{work != nullptr} {
  primitives_.shape = shape_of(draw.topology);
}

bool VertexPortion::next() {
  throw_if_stop_requested();
  primitives_.clear();
  reuse_.clear();
  if (draw_.vertex_count == 0 || instance_ == draw_.instance_count) return false;
  walked_.clear();
  first_position_ = position_;
  walked_positions_ = 0;
  assembler_.renumber([&](const FetchedVertex& vertex) { return reuse_.add(vertex); });
  for (std::uint32_t walked = 0; walked < kMostPositions && reuse_.vertices().size() < kMostVertices; ++walked) {
    take_vertex();
    if (position_ == draw_.vertex_count) end_instance();
    if (instance_ == draw_.instance_count) break;
  }
  return true;
}

void VertexPortion::take_vertex() {
  const std::uint32_t first_id = assembler_.next_id();
  std::optional<FetchedVertex> vertex = indices_.at(position_++, instance_);
  if (vertex) {
    if (fetcher_.stores_primitives()) vertex->primitive = first_id;
    if (counts_) ++statistics_.vertices_fetched;
    assembler_.add({.number = reuse_.add(*vertex), .edge = fetcher_.edge_flag(*vertex), .fetched = *vertex},
                   primitives_);
  } else {
    assembler_.cut(primitives_);
  }
  if (counts_) statistics_.primitives_fetched += assembler_.next_id() - first_id;
  if (!tells_work_) return;
  ++walked_positions_;
  walked_.resize(reuse_.vertices().size(), walked_positions_);
}

void VertexPortion::add_work(bool threads, FrameWork& work) const {
  constexpr std::size_t kLanes = 8;  // vertices of a thread
  const std::vector<FetchedVertex>& vertices = reuse_.vertices();
  std::uint32_t done = 0;  // positions
  for (std::size_t first = 0; first < vertices.size(); first += kLanes) {
    const std::size_t end = std::min(first + kLanes, vertices.size());
    const std::uint32_t walked = end == vertices.size() ? walked_positions_ : walked_[end - 1];
    FrameStep& step = work.add(FrameStepKind::kVertices, walked - done);
    step.vertices = static_cast<std::uint32_t>(end - first);
    step.urb_bytes = step.vertices * static_cast<std::uint32_t>(fetcher_.dwords() * sizeof(std::uint32_t));
    step.opens = threads ? 1 : 0;
    for (; done < walked; ++done) {
      if (const auto index = indices_.address_of((first_position_ + done) % draw_.vertex_count))
        work.touch(*index, FrameCache::kVertex, true, false);
    }
    for (std::size_t v = first; v < end; ++v) {
      fetcher_.for_each_read(vertices[v], [&](ByteAddress address, unsigned bytes) {
        work.touch(address, FrameCache::kVertex, true, false);
        work.touch(ByteAddress{address.value() + bytes - 1}, FrameCache::kVertex, true, false);
      });
    }
  }
}

void VertexPortion::end_instance() {
  const std::uint32_t first_id = assembler_.next_id();
  assembler_.cut(primitives_);
  if (counts_) statistics_.primitives_fetched += assembler_.next_id() - first_id;
  position_ = 0;
  assembler_.begin_instance(++instance_);
}

}  // namespace texpipe::functional
