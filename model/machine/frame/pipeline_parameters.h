// Parameters of the fixed functions of the 3D pipeline, which frames pass through.
#pragma once

#include <array>
#include <cstdint>

#include "base/fraction.h"
#include "base/parameter.h"
#include "base/quantity.h"
#include "functional/frame/work/frame_work.h"
#include "machine/frame/frame_cache_parameters.h"
#include "machine/frame/pixel_hash.h"

namespace texpipe::machine {

inline constexpr ParameterSource kGen11Paper{"Intel's Gen11 architecture paper, figure 3: Gen9 column"};
inline constexpr ParameterRange<Fraction> kFrameRates{kSlowestRate, Fraction{1024}};

struct CommandStreamerParameters {
  Fraction dwords_per_cycle = 1;
  Cycles stall_latency{200};
  Fraction write_back_bytes_per_cycle = 32;
  bool invalidations = true;

  template <class Visitor>
  void describe(Visitor& v) {
    v("dwords_per_cycle", dwords_per_cycle,
      {.range = kFrameRates,
       .help = "DWords of commands that are parsed per cycle",
       .source = {"assumed: no cost of a command is published; 2 million minimal draws a second were measured, by a "
                  "host that was the limit"}});
    v("stall_latency", stall_latency,
      {.range = {{Cycles{0}, Cycles{100'000}}},
       .help = "cycles of a PIPE_CONTROL with Command Streamer Stall Enable, behind the drain of the pipeline and the "
               "write-back of its caches: a round trip to the last-level cache",
       .source = {"assumed: a round trip to the last-level cache; no cost of PIPE_CONTROL is published"}});
    v("write_back_bytes_per_cycle", write_back_bytes_per_cycle,
      {.range = kFrameRates,
       .help = "changed bytes of the fixed functions' caches that a stall writes back per cycle",
       .source = {"assumed: as wide as the port to the last-level cache writes"}});
    v("invalidations", invalidations,
      {.help = "PIPE_CONTROLs that invalidate textures or constants empty the samplers' caches and L3 of what is "
               "unchanged, those of vertices the vertex cache; false: caches keep it",
       .source = {"fields of PIPE_CONTROL, Mesa's genxml for Gen9; that L3 is among them is derived: colours bypass "
                  "it, so a texture that was drawn would be stale there"}});
  }
};

struct VertexFetchParameters {
  Fraction indices_per_cycle = 1;
  Fraction vertices_per_cycle = 1;
  std::uint32_t reuse = 128;
  std::uint32_t ahead = 0;
  std::uint32_t queue = 8;
  FrameCacheParameters cache{.size = ByteSize{4 << 10}};

  template <class Visitor>
  void describe(Visitor& v) {
    v("indices_per_cycle", indices_per_cycle,
      {.range = kFrameRates,
       .help = "indices that are fetched per cycle",
       .source = {"assumed: a primitive of a strip a cycle needs an index a cycle"}});
    v("vertices_per_cycle", vertices_per_cycle,
      {.range = kFrameRates,
       .help = "vertices that are fetched per cycle",
       .source = {"assumed: a primitive of a strip a cycle needs a vertex a cycle"}});
    v("reuse", reuse,
      {.range = {{1u, 65536u}},
       .help = "newest shaded vertices of an indexed draw that are not fetched and shaded again, first in, first out",
       .source = {"counted vertex shader invocations, A. Kapoulkine's posts of 2017"}});
    v("ahead", ahead,
      {.range = {{0u, 65536u}},
       .help = "vertices of draws that are shaded while pixels of draws before are; 0: draws take turns",
       .source = {"assumed: a URB of GT2 holds 1856 vertices at most (Mesa's intel_device_info)"}});
    v("queue", queue, {.range = {{1u, 1024u}}, .help = "threads' vertices on their way", .source = kAssumed});
    v.group("cache", cache, "vertex cache: vertices and indices");
  }
};

struct UrbParameters {
  Fraction bytes_per_cycle = 64;

  template <class Visitor>
  void describe(Visitor& v) {
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = kFrameRates,
       .help = "bytes per cycle that vertex fetch and threads write to the URB, and as many that threads read from it; "
               "what set-up reads is in its own rates",
       .source = {"assumed: as wide as a port of L3, whose array holds the URB; no rate is published"}});
  }
};

struct GeometryParameters {
  Fraction strip_primitives_per_cycle = 1;
  Fraction list_primitives_per_cycle{2, 3};
  std::uint32_t clip_cycles = 10;
  std::uint32_t clip_vertex_cycles = 1;
  Fraction culled_per_drawn = 1;
  Fraction tessellator_points_per_cycle = 1;
  std::uint32_t queue = 8;

  template <class Visitor>
  void describe(Visitor& v) {
    v("strip_primitives_per_cycle", strip_primitives_per_cycle,
      {.range = kFrameRates,
       .help = "primitives of strips, fans and loops that clip and set-up take per cycle",
       .source = kGen11Paper});
    v("list_primitives_per_cycle", list_primitives_per_cycle,
      {.range = kFrameRates, .help = "primitives of lists that they take per cycle", .source = kGen11Paper});
    v("culled_per_drawn", culled_per_drawn,
      {.range = kFrameRates,
       .help = "culled primitives that pass in the time of one that is drawn",
       .source = {"assumed: nothing tells of a faster cull"}});
    v("clip_cycles", clip_cycles,
      {.range = {{0u, 10'000u}},
       .help = "more cycles for a primitive that a plane cuts",
       .source = {
           "assumed, by a factor of three either way: the order of an iterative clipper; no cost is published"}});
    v("clip_vertex_cycles", clip_vertex_cycles,
      {.range = {{0u, 10'000u}},
       .help = "more cycles for each vertex that such a primitive has then",
       .source = {"assumed: as clip_cycles"}});
    v("tessellator_points_per_cycle", tessellator_points_per_cycle,
      {.range = kFrameRates,
       .help = "domain points that the tessellator makes per cycle",
       .source = {"assumed: no rate is published"}});
    v("queue", queue,
      {.range = {{1u, 1024u}}, .help = "tiles whose primitives wait to be rastered", .source = kAssumed});
  }
};

struct RasterizerParameters {
  functional::TileOrder order = functional::kUsualTileOrder;
  Fraction partial_pixels_per_cycle = 16;
  Fraction full_pixels_per_cycle = 64;
  Fraction blocks_per_cycle = 1;
  std::uint32_t queue = 4;

  template <class Visitor>
  void describe(Visitor& v) {
    v("order", order,
      {.help = "order in which the 16x16 tiles of a primitive are rastered; pictures do not depend on it",
       .source = {"order by an atomic counter on Haswell, g-truc.net 0597"}});
    v("partial_pixels_per_cycle", partial_pixels_per_cycle,
      {.range = kFrameRates,
       .help = "pixels per cycle of subspans in tiles that are not full, uncovered ones of the subspans included",
       .source = {"assumed: between the published rates of filling (8) and of the hierarchical test (64)"}});
    v("full_pixels_per_cycle", full_pixels_per_cycle,
      {.range = kFrameRates,
       .help = "pixels per cycle of tiles that are covered whole",
       .source = {"assumed: the published rate of the hierarchical test, which full tiles meet next"}});
    v("blocks_per_cycle", blocks_per_cycle,
      {.range = kFrameRates,
       .help = "touched blocks of 8x4 pixels per cycle of tiles that are not full",
       .source = {"assumed: no rate of small triangles is published"}});
    v("queue", queue, {.range = {{1u, 1024u}}, .help = "tiles that wait for their tests", .source = kAssumed});
  }
};

struct HizParameters {
  Fraction blocks_per_cycle = 2;
  bool clear_state = true;
  std::uint32_t queue = 8;
  FrameCacheParameters cache{.size = ByteSize{12 << 10}};

  template <class Visitor>
  void describe(Visitor& v) {
    v("blocks_per_cycle", blocks_per_cycle,
      {.range = kFrameRates,
       .help = "blocks of 8x4 pixels that are tested hierarchically, or cleared, per cycle",
       .source = kGen11Paper});
    v("clear_state", clear_state,
      {.help = "lines of depth that nobody has written since a fast clear are not read, and a resolve writes them; "
               "false: they are read, and a resolve writes nothing",
       .source = {"Mesa's documentation of isl: in the state `clear` the hierarchical buffer alone counts; that it is "
                  "kept for each line, not for blocks of two, is assumed"}});
    v("queue", queue, {.range = {{1u, 1024u}}, .help = "tiles in the test", .source = kAssumed});
    v.group("cache", cache, "cache of the hierarchical depth buffer");
  }
};

struct DepthParameters {
  Fraction pixels_per_cycle = 16;
  std::uint32_t queue = 32;
  FrameCacheParameters cache{.size = ByteSize{32 << 10}};
  FrameCacheParameters stencil_cache{.size = ByteSize{8 << 10}, .ways = 2};

  template <class Visitor>
  void describe(Visitor& v) {
    v("pixels_per_cycle", pixels_per_cycle,
      {.range = kFrameRates,
       .help = "pixels whose depth and stencil are tested per cycle",
       .source = {"assumed: 64 bytes a cycle of depths of 32 bits; no rate is published"}});
    v("queue", queue, {.range = {{1u, 1024u}}, .help = "tiles in the tests", .source = kAssumed});
    v.group("cache", cache, "depth cache");
    v.group("stencil_cache", stencil_cache, "stencil cache");
  }
};

struct PixelBackendParameters {
  Fraction pixels_per_cycle = 8;
  Fraction read_bytes_per_cycle = 32;
  Fraction write_bytes_per_cycle = 32;
  std::uint32_t queue = 4;
  std::uint32_t window = 64;
  Fraction clear_bytes_per_cycle = 64;
  bool clear_state = true;
  Fraction compression_ratio = 1;
  FrameCacheParameters cache{.size = ByteSize{24 << 10}};
  FrameCacheParameters mcs_cache{.size = ByteSize{16 << 10}};

  template <class Visitor>
  void describe(Visitor& v) {
    v("pixels_per_cycle", pixels_per_cycle,
      {.range = kFrameRates, .help = "most pixels that are written per cycle", .source = kGen11Paper});
    v("read_bytes_per_cycle", read_bytes_per_cycle,
      {.range = kFrameRates,
       .help = "bytes per cycle that blending reads",
       .source = {"assumed: the published 8 pixels a cycle with blending at 32 bits; wider formats by their width"}});
    v("write_bytes_per_cycle", write_bytes_per_cycle,
      {.range = kFrameRates,
       .help = "bytes per cycle that are written",
       .source = {"assumed: the published 8 pixels a cycle at 32 bits; wider formats by their width"}});
    v("queue", queue,
      {.range = {{1u, 1024u}}, .help = "render target writes of a subslice that can wait", .source = kAssumed});
    v("window", window,
      {.range = {{1u, 4096u}}, .help = "render target writes whose lines can be on their way", .source = kAssumed});
    v("clear_bytes_per_cycle", clear_bytes_per_cycle,
      {.range = kFrameRates,
       .help = "bytes of the auxiliary surface that a fast clear or a resolve writes per cycle, 16 for each pixel of "
               "its scaled rectangle",
       .source = {"assumed: a line a cycle, as the cache of these lines takes them"}});
    v("clear_state", clear_state,
      {.help = "lines of colours that nobody has written since a fast clear are not read, and a resolve writes them; "
               "false: they are read, and a resolve writes nothing",
       .source = {
           "Mesa's documentation of isl: in the state `clear` the auxiliary surface alone counts; that it is kept "
           "for each line, not for pairs, is assumed"}});
    v("compression_ratio", compression_ratio,
      {.range = {{Fraction{1}, Fraction{2}}},
       .help = "plain bytes for each byte that the colour cache moves of targets with CCS_E: so many pairs of lines "
               "move half of their bytes; 1: none. Colours and what samplers read stay as they are",
       .source = {"assumed: off; at most 2 on a pair of lines, Intel's Gen9 performance guide and Mesa's docs/isl"}});
    v.group("cache", cache, "colour cache");
    v.group("mcs_cache", mcs_cache, "cache of CCS and MCS lines");
  }
};

/// The fixed functions, which the first slice holds for the whole machine.
struct FrameParameters {
  bool enabled = true;
  CommandStreamerParameters command_streamer;
  VertexFetchParameters vertex_fetch;
  UrbParameters urb;
  GeometryParameters geometry;
  RasterizerParameters rasterizer;
  HizParameters hiz;
  DepthParameters depth;
  std::uint32_t opened_threads = 16;
  PixelHashParameters pixel_hash;
  PixelBackendParameters pixel_backend;

  /// The caches, by functional::FrameCache.
  std::array<const FrameCacheParameters*, functional::kFrameCaches> caches() const {
    return {&vertex_fetch.cache,  &hiz.cache,           &depth.cache,
            &depth.stencil_cache, &pixel_backend.cache, &pixel_backend.mcs_cache};
  }
  /// A cache as one of lines: compressed lines of colours move half of them.
  LineCacheParameters line_cache(functional::FrameCache cache) const {
    const bool halves = cache == functional::FrameCache::kColor && pixel_backend.compression_ratio != 1;
    return caches()[static_cast<unsigned>(cache)]->line_cache(ByteSize{halves ? functional::kFrameLine / 2 : 0});
  }

  template <class Visitor>
  void describe(Visitor& v) {
    v("enabled", enabled,
      {.help = "fixed functions take time; false: they take none, as in samples and in replays of messages",
       .source = kAssumed});
    v.group("command_streamer", command_streamer, "command streamer");
    v.group("vertex_fetch", vertex_fetch, "vertex fetch");
    v.group("urb", urb, "ports of the unified return buffer, through which vertices pass");
    v.group("geometry", geometry, "clip, set-up and tessellator");
    v.group("rasterizer", rasterizer, "rasteriser of draws");
    v.group("hiz", hiz, "hierarchical depth test");
    v.group("depth", depth, "depth and stencil tests");
    v("opened_threads", opened_threads,
      {.range = {{1u, 65536u}},
       .help = "threads that are ready and wait for the dispatcher; beyond them the pipeline stops",
       .source = kAssumed});
    v.group("pixel_hash", pixel_hash, "where pixel threads run");
    v.group("pixel_backend", pixel_backend, "pixel backend: blending, and writes to render targets");
  }
};

}  // namespace texpipe::machine
