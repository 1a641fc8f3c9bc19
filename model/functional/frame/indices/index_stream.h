// Sequence of a draw's vertices: consecutive numbers, or what an index buffer says.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "functional/frame/state/draw_call.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// A vertex as it is to be fetched.
struct FetchedVertex {
  std::uint32_t index = 0;      // of its data in the vertex buffers
  std::uint32_t number = 0;     // before start or base vertex is added: the generated vertex number
  std::uint32_t instance = 0;   // from 0 on
  std::uint32_t primitive = 0;  // the first one of the instance that uses it (resolution R50); counts where stored

  bool operator==(const FetchedVertex&) const = default;
};

/// Indices of a draw's instances (specification/3d-pipeline 2). An index beyond the index buffer reads 0
/// (resolution R47), and the cut index is compared at its full width (resolution R49).
class IndexStream {
 public:
  /// Errors: kMalformedInput for an index format that does not exist.
  IndexStream(const DrawCall& draw, const PipelineState& state, const GpuMemory& memory);

  /// Vertex `position`, from 0 to the draw's vertex count, of an instance; nothing: the strip is cut there.
  std::optional<FetchedVertex> at(std::uint32_t position, std::uint32_t instance) const;

  /// Address of the index at a position; nothing: none is read.
  std::optional<ByteAddress> address_of(std::uint32_t position) const {
    const std::uint64_t place = std::uint64_t{draw_.start_vertex} + position;
    if (!draw_.indexed || place >= indices_) return std::nullopt;
    return ByteAddress{address_ + place * index_bytes_};
  }

 private:
  std::uint32_t stored_index(std::uint64_t place) const;

  static constexpr unsigned kKept = 2048;  // bytes of the index buffer that were read last

  const GpuMemory& memory_;
  DrawCall draw_;
  std::uint64_t address_ = 0;
  std::uint64_t indices_ = 0;  // that the buffer has
  unsigned index_bytes_ = 4;
  bool cuts_ = false;
  std::uint32_t cut_index_ = 0;
  mutable std::uint64_t kept_first_ = ~std::uint64_t{0};  // index
  mutable std::array<std::byte, kKept> kept_{};
};

}  // namespace texpipe::functional
