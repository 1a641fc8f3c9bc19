// Vertex fetch: elements of vertex buffers and generated values, to the DWords of a vertex.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "functional/formats/element_decoder.h"
#include "functional/frame/indices/index_stream.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/memory/gpu_memory.h"
#include "isa/gen9/surface_format.h"
#include "isa/gen9/vertex_fetch.h"

namespace texpipe::functional {

/// Fetches vertices by 3DSTATE_VERTEX_ELEMENTS, _VERTEX_BUFFERS, _VF_INSTANCING, _VF_SGVS and _VF_COMPONENT_PACKING
/// (specification/3d-pipeline 2), decoded once for each draw.
///
/// Element e has DWords 4e to 4e + 3 of a vertex; of 64-bit PASSTHRU formats two DWords a component, four or eight in
/// all; with component packing only enabled components have room. Elements that are not valid, and an edge flag, have
/// none. STORE_SRC takes the source's components in turn, R first; components that the format lacks read 0, alpha 1
/// (resolution R48).
/// An element that lies partly beyond its buffer reads 0 (resolution R47).
class VertexFetcher {
 public:
  /// Errors: kMalformedInput for a format that vertex fetch does not read, a component control that does not exist, and
  /// NOSTORE before a component that is stored.
  VertexFetcher(const PipelineState& state, const GpuMemory& memory, std::uint32_t start_instance);

  /// DWords of a vertex.
  unsigned dwords() const { return dwords_; }
  /// Fills the first `dwords()` of a vertex's, or as many as there are.
  void fetch(const FetchedVertex& vertex, std::span<std::uint32_t> values) const;

  /// An element stores primitive numbers (STORE_PID): equal indices are not equal vertices.
  bool stores_primitives() const { return stores_primitives_; }

  /// Calls visit(address, bytes) for each element of a vertex that memory is read for.
  template <class Visit>
  void for_each_read(const FetchedVertex& vertex, Visit&& visit) const {
    for (const Element& element : elements_) {
      if (const auto address = element.reads ? address_of(element, vertex) : std::nullopt)
        visit(ByteAddress{*address}, element.bytes);
    }
  }

  bool has_edge_flags() const { return edge_flag_.has_value(); }
  /// True without an element of edge flags.
  bool edge_flag(const FetchedVertex& vertex) const;

 private:
  enum class Origin : std::uint8_t { kSource, kConstant, kVertexNumber, kInstanceNumber, kPrimitiveNumber };
  struct Store {
    Origin origin = Origin::kConstant;
    std::uint16_t dword = 0;  // of the vertex
    std::uint8_t source = 0;  // DWord of the decoded source
    std::uint32_t value = 0;  // of a constant
  };
  struct Element {
    std::uint64_t first = 0;  // address of the element of index 0
    std::uint64_t pitch = 0;  // bytes
    std::uint64_t end = 0;    // of the buffer: an address
    bool instanced = false;
    std::uint32_t step = 0;  // instances
    gen9::SurfaceFormat format{};
    unsigned bytes = 0;
    bool copied = false;                     // channels of 32 bits, as they are
    bool wide = false;                       // 64-bit PASSTHRU
    std::array<std::uint32_t, 4> missing{};  // of copied ones: components that the format lacks
    std::optional<ElementDecoder> decoder;   // of all others but wide ones
    bool reads = false;                      // a component stores the source
    unsigned first_store = 0, stores = 0;    // in stores_
  };
  using Source = std::array<std::uint32_t, 8>;

  void add_element(const PipelineState& state, unsigned number);
  void add_stores(const PipelineState& state, unsigned number, Element& element);
  std::optional<std::uint64_t> address_of(const Element& element, const FetchedVertex& vertex) const;
  Source read_source(const Element& element, const FetchedVertex& vertex) const;

  const GpuMemory& memory_;
  std::uint32_t start_instance_;
  std::vector<Element> elements_;
  std::vector<Store> stores_;
  std::optional<Element> edge_flag_;
  unsigned dwords_ = 0;
  bool stores_primitives_ = false;
};

}  // namespace texpipe::functional
