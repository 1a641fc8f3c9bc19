// Parameters of a 3DPRIMITIVE command, after indirect ones were loaded.
#pragma once

#include <cstdint>

#include "isa/gen9/primitive_topology.h"

namespace texpipe::functional {

struct DrawCall {
  gen9::PrimitiveTopology topology = gen9::PrimitiveTopology::kTriList;  // 3DSTATE_VF_TOPOLOGY
  bool indexed = false;
  std::uint32_t vertex_count = 0;  // of an instance
  std::uint32_t start_vertex = 0;
  std::uint32_t instance_count = 1;
  std::uint32_t start_instance = 0;
  std::int32_t base_vertex = 0;
};

}  // namespace texpipe::functional
