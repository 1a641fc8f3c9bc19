// Vertices of a portion, each index of an instance once.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "functional/frame/indices/index_stream.h"

namespace texpipe::functional {

/// Collects the vertices that a portion has to shade. Equal ones get one number; ones that are not to be compared (a
/// stored primitive number) get one each.
class VertexReuse {
 public:
  /// @param most  vertices of a portion
  /// @param kept  newest vertices that are looked at, as in a queue of so many places; 0: all of the portion
  VertexReuse(std::uint32_t most, bool compares, std::uint32_t kept = 0)
      : compares_{compares},
        kept_{kept},
        mask_{std::bit_ceil(4 * most) - 1},
        places_(compares ? std::size_t{mask_} + 1 : 0) {}

  /// Number of a vertex in the portion.
  std::uint32_t add(const FetchedVertex& vertex) {
    if (!compares_) return append(vertex);
    std::uint32_t at = (vertex.index * 0x9E37'79B1u ^ vertex.instance * 0x85EB'CA77u) & mask_;
    while (places_[at].generation == generation_) {
      const FetchedVertex& there = vertices_[places_[at].vertex];
      if (there.index == vertex.index && there.number == vertex.number && there.instance == vertex.instance) {
        if (kept_ == 0 || vertices_.size() - places_[at].vertex <= kept_) return places_[at].vertex;
        return places_[at].vertex = append(vertex);
      }
      at = (at + 1) & mask_;
    }
    places_[at] = {.generation = generation_, .vertex = static_cast<std::uint32_t>(vertices_.size())};
    return append(vertex);
  }

  const std::vector<FetchedVertex>& vertices() const { return vertices_; }

  void clear() {
    vertices_.clear();
    ++generation_;
  }

 private:
  struct Place {
    std::uint32_t generation = 0;
    std::uint32_t vertex = 0;
  };

  std::uint32_t append(const FetchedVertex& vertex) {
    vertices_.push_back(vertex);
    return static_cast<std::uint32_t>(vertices_.size() - 1);
  }

  bool compares_;
  std::uint32_t kept_;
  std::uint32_t mask_;
  std::uint32_t generation_ = 1;
  std::vector<Place> places_;
  std::vector<FetchedVertex> vertices_;
};

}  // namespace texpipe::functional
