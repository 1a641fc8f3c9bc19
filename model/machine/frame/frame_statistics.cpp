#include "machine/frame/frame_statistics.h"

#include <array>

namespace texpipe::machine {

namespace {

constexpr std::array<EnumRow, 4> kCycles{{
    {0, "busy", "at work"},
    {1, "waiting", "waits for lines, or has lines on their way"},
    {2, "blocked",
     "work is done, and what follows has no room; in the pixel backend: a write waits, as the window is full"},
    {3, "idle", "nothing to do"},
}};

CycleAccount& cycles(StatisticsGroup& group) {
  return group.account("cycles", "what the unit did, cycle by cycle", enum_rows(FrameCycle{}));
}

}  // namespace

EnumRows enum_rows(FrameCycle) {
  return {"cycle of a fixed function", kCycles};
}

FrameStatistics::FrameStatistics(StatisticsRegistry& registry, const std::string& path)
    : streamer_cycles{cycles(registry.group(path + ".command_streamer", "command streamer"))},
      dwords{registry.group(path + ".command_streamer")
                 .counter("dwords", StatisticUnit::kEvents, "DWords of commands that were parsed")},
      stalls{registry.group(path + ".command_streamer")
                 .counter("stalls", StatisticUnit::kEvents, "commands that waited until the pipeline was empty")},
      written_back{registry.group(path + ".command_streamer")
                       .counter("written_back", StatisticUnit::kBytes, "changed bytes that stalls wrote back")},
      invalidations{registry.group(path + ".command_streamer")
                        .counter("invalidations", StatisticUnit::kEvents,
                                 "commands that invalidated textures, constants or vertices in caches")},
      invalidated_lines{registry.group(path + ".command_streamer")
                            .counter("invalidated_lines", StatisticUnit::kLines, "lines that caches dropped for them")},
      fetch_cycles{cycles(registry.group(path + ".vertex_fetch", "vertex fetch"))},
      indices{registry.group(path + ".vertex_fetch")
                  .counter("indices", StatisticUnit::kEvents, "indices, or numbers of vertices, that were taken")},
      vertices{registry.group(path + ".vertex_fetch")
                   .counter("vertices", StatisticUnit::kEvents, "vertices that were fetched")},
      urb_written{registry.group(path + ".urb", "ports of the unified return buffer")
                      .counter("written_bytes", StatisticUnit::kBytes,
                               "bytes of vertices that vertex fetch and threads wrote")},
      urb_read{registry.group(path + ".urb")
                   .counter("read_bytes", StatisticUnit::kBytes, "bytes that threads read by messages")},
      geometry_cycles{cycles(registry.group(path + ".geometry", "clip, set-up and tessellator"))},
      primitives{registry.group(path + ".geometry")
                     .counter("primitives", StatisticUnit::kEvents, "primitives that came to clip and set-up")},
      culled{registry.group(path + ".geometry")
                 .counter("culled", StatisticUnit::kEvents, "of these, primitives that are not drawn")},
      clipped{registry.group(path + ".geometry")
                  .counter("clipped", StatisticUnit::kEvents, "of these, primitives that a plane cut")},
      points{registry.group(path + ".geometry")
                 .counter("points", StatisticUnit::kEvents, "domain points that the tessellator made")},
      raster_cycles{cycles(registry.group(path + ".rasterizer", "rasteriser of draws"))},
      tiles{registry.group(path + ".rasterizer")
                .counter("tiles", StatisticUnit::kEvents, "16x16 tiles of a primitive with covered pixels")},
      full_tiles{registry.group(path + ".rasterizer")
                     .counter("full_tiles", StatisticUnit::kEvents, "of these, tiles that are covered whole")},
      subspans{registry.group(path + ".rasterizer").counter("subspans", StatisticUnit::kSubspans, "covered subspans")},
      pixels{registry.group(path + ".rasterizer").counter("pixels", StatisticUnit::kPixels, "covered pixels")},
      hiz_cycles{cycles(registry.group(path + ".hiz", "hierarchical depth test"))},
      blocks{registry.group(path + ".hiz").counter("blocks", StatisticUnit::kEvents, "8x4 blocks that were tested")},
      rejected_blocks{
          registry.group(path + ".hiz")
              .counter("rejected_blocks", StatisticUnit::kEvents, "of these, blocks in which nothing passed")},
      clear_lines{registry.group(path + ".hiz")
                      .counter("clear_lines", StatisticUnit::kLines,
                               "lines of depth that tests did not read, as nobody has written them since a clear")},
      depth_cycles{cycles(registry.group(path + ".depth", "depth and stencil tests"))},
      tested_pixels{registry.group(path + ".depth")
                        .counter("tested_pixels", StatisticUnit::kPixels, "pixels that were tested before the shader")},
      passed_pixels{registry.group(path + ".depth")
                        .counter("passed_pixels", StatisticUnit::kPixels,
                                 "pixels of all tiles that no test before the shader rejected")},
      opening_cycles{cycles(registry.group(path + ".opening", "threads that wait for the dispatcher"))},
      threads{
          registry.group(path + ".opening").counter("threads", StatisticUnit::kThreads, "threads that became ready")},
      backend_cycles{cycles(registry.group(path + ".pixel_backend", "pixel backend"))},
      writes{
          registry.group(path + ".pixel_backend").counter("writes", StatisticUnit::kMessages, "render target writes")},
      written_pixels{
          registry.group(path + ".pixel_backend").counter("pixels", StatisticUnit::kPixels, "pixels that they wrote")},
      written_colors{registry.group(path + ".pixel_backend")
                         .counter("colors", StatisticUnit::kEvents,
                                  "colours that they wrote: of a pixel with several samples those that its target "
                                  "tells apart")},
      blended_pixels{
          registry.group(path + ".pixel_backend")
              .counter("blended_pixels", StatisticUnit::kPixels, "of these, pixels for which the target was read")},
      clear_colors{registry.group(path + ".pixel_backend")
                       .counter("clear_lines", StatisticUnit::kLines,
                                "lines of colours that blending and resolves did not read, as nobody has written them "
                                "since a clear")} {}

}  // namespace texpipe::machine
