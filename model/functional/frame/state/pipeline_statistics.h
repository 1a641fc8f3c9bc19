// Counters of the 3D pipeline, as queries read them (resolution R52).
#pragma once

#include <array>
#include <cstdint>

namespace texpipe::functional {

struct PipelineStatistics {
  std::uint64_t vertices_fetched = 0;    // IA_VERTICES_COUNT
  std::uint64_t primitives_fetched = 0;  // IA_PRIMITIVES_COUNT
  std::uint64_t vertex_shader_runs = 0;  // VS_INVOCATION_COUNT: lanes
  std::uint64_t hull_shader_runs = 0;    // HS_INVOCATION_COUNT: patches
  std::uint64_t domain_shader_runs = 0;
  std::uint64_t geometry_shader_runs = 0;
  std::uint64_t geometry_shader_primitives = 0;
  std::array<std::uint64_t, 4> stream_primitives_written{};  // SO_NUM_PRIMS_WRITTEN
  std::array<std::uint64_t, 4> stream_primitives_needed{};   // SO_PRIM_STORAGE_NEEDED: also those without room
  std::uint64_t clipper_runs = 0;                            // CL_INVOCATION_COUNT: primitives that came to it
  std::uint64_t clipper_primitives = 0;                      // CL_PRIMITIVES_COUNT: that left it
  std::uint64_t pixel_shader_runs = 0;                       // PS_INVOCATION_COUNT: pixels, or samples
  std::uint64_t compute_shader_runs = 0;                     // CS_INVOCATION_COUNT: lanes
  std::uint64_t samples_passed = 0;                          // PS_DEPTH_COUNT: that passed depth and stencil tests
};

}  // namespace texpipe::functional
