// No parameter of a machine is dead: each changes a statistic of a study that should feel it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "machine/graph/implementations.h"
#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/execution/slower_blocks.h"
#include "study/summary/statistics_text.h"
#include "support/scratch_folder.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;
using test::kSlower;
using test::slower_blocks;
using Format = gen9::SurfaceFormat;

namespace {

/// A small study that presses on a part of the machine: -p words without `workload.`, and the texture of a walk.
struct Study {
  const char* words;
  Format format = Format::kR8G8B8A8Unorm;
};

#define kFrames "kind=frame file=" TEXPIPE_SOURCE_DIR "/tests/data/frames/"
const char* const kFloor = "walk=perspective_floor image=32x16 sampler.mip_filter=LINEAR ";
const std::map<std::string_view, Study> kStudies{
    {"floor", {kFloor}},
    {"floor64", {kFloor, Format::kR16G16B16A16Float}},
    {"floor128", {kFloor, Format::kR32G32B32A32Float}},
    {"gather", {"walk=random_gather image=32x16"}},
    {"blocks", {"walk=random_gather image=32x16", Format::kBc1Unorm}},
    {"steady", {"walk=steady steady.groups=4 steady.messages=8"}},
    {"scene", {"kind=pixel_interpolator place=centroid simd=16"}},
    {"kernel", {"kind=visa"}},
    {"tiles", {"kind=kernel"}},
    {"loads64", {"kind=microbenchmark sampler_rate.format=R16G16B16A16_FLOAT sampler_rate.lanes=random"}},
    {"loads128", {"kind=microbenchmark sampler_rate.format=R32G32B32A32_FLOAT"}},
    {"buffer", {"kind=microbenchmark sampler_rate.surface=buffer"}},
    {"elements", {"kind=microbenchmark benchmark=data_port_rate data_port_rate.dwords=4 data_port_rate.groups=1"}},
    {"floats", {kFloor, Format::kR32G32Float}},
    {"boxes", {kFrames "boxes.frames.zst"}},
    {"interface", {kFrames "interface.frames.zst"}},
    {"stages", {kFrames "stages.frames.zst"}},
};
constexpr std::string_view kScene =
    "image: 32x32\nsamples: 4\ntriangles:\n  - [[1, 2], [30.5, 4.25, 4], [8, 28]]\n  - [[30.5, 4.25, 4], [25, 30], [8, "
    "28]]\n  - [[2, 3], [12, 5], [4, 20]]\n";

/// Instructions that no walk has, each waiting for the one before it.
constexpr std::string_view kKernel = R"(.version 4.1
.kernel "chain"
.decl a v_type=G type=f num_elts=8 align=hword
.decl n v_type=G type=ud num_elts=8 align=hword
.kernel_attr SimdSize=8
.function "chain"
chain:
    lrp (M1, 8) a(0,0)<1> a(0,0)<1;1,0> a(0,0)<1;1,0> a(0,0)<1;1,0>
    pow (M1, 8) a(0,0)<1> a(0,0)<1;1,0> a(0,0)<1;1,0>
    mov (M1, 8) n(0,0)<1> a(0,0)<1;1,0>
    div (M1, 8) n(0,0)<1> n(0,0)<1;1,0> 0x3:ud
    add (M1, 1) n(0,0)<1> n(0,0)<0;1,0> 0x1:ud
    add (M1, 1) n(0,0)<1> n(0,0)<0;1,0> 0x1:ud
    lrp (M1, 8) a(0,0)<1> a(0,0)<1;1,0> a(0,0)<1;1,0> a(0,0)<1;1,0>
    ret (M1, 1)
)";

struct Row {
  const char* parameter;  // without indices
  const char* study;
  const char* one;
  const char* other;
  const char* also = "";  // other parameters of both runs, as -p words
};

#define SUBSLICE "slice.subslice."
#define FRAME "slice.frame."
#define EU SUBSLICE "eu."
#define SAMPLER SUBSLICE "sampler."
#define L1 SAMPLER "l1."
#define L2 SAMPLER "l2."
#define L3 "slice.l3."
#define SHARED "slice.shared_l2."
#define RATES SAMPLER "filter.rates."
// Small enough to be asked for the same line again: sixteen lines, and 64.
#define SMALL_L1 L1 "size=1KiB "
#define SMALL_L2 SMALL_L1 L2 "size=4KiB "
#define SMALL_L3 SMALL_L1 L2 "enabled=false " L3 "size=4KiB "
#define EIGHT_L3 SMALL_L1 L2 "enabled=false " L3 "size=8KiB "
#define LLC "llc."
#define WITH_LLC SMALL_L3 LLC "enabled=true "
#define SMALL_LLC WITH_LLC LLC "size=4KiB "
#define WITH_SHARED SMALL_L1 L2 "enabled=false " SHARED "enabled=true "
#define SMALL_SHARED WITH_SHARED SHARED "size=4KiB " SHARED "banks=1 "
#define WITH_TLB SMALL_L3 "slice.tlb.enabled=true "
#define POINT "workload.sampler.min_filter=NEAREST workload.sampler.mag_filter=NEAREST workload.sampler.mip_filter=NONE"
#define BILINEAR "workload.sampler.mip_filter=NONE"
#define ANISOTROPIC "workload.sampler.min_filter=ANISOTROPIC workload.sampler.max_anisotropy=8"

const Row kRows[] = {
    {"clock", "gather", "1GHz", "2GHz"},
    {"slice.subslices", "floor", "1", "2"},
    {"slices", "steady", "1", "2"},
    {"slice.l3.enabled", "floor", "true", "false"},
    {"slice.subslices_per_sampler", "steady", "1", "2", "slice.subslices=2"},
    {SUBSLICE "samplers", "steady", "1", "2"},
    {SUBSLICE "sampler_link.latency", "steady", "1", "100", "slice.subslices=2 slice.subslices_per_sampler=2"},
    {SUBSLICE "sampler_link.bytes_per_cycle", "steady", "1/2", "64", "slice.subslices=2 slice.subslices_per_sampler=2"},
    {SUBSLICE "sampler_link.slots", "steady", "1", "8",
     "slice.subslices=2 slice.subslices_per_sampler=2 " SUBSLICE "sampler_link.bytes_per_cycle=8"},
    {SUBSLICE "interconnect.sampler_choice", "steady", "eu", "thread", SUBSLICE "samplers=2"},
    {"slice.dispatch.implementation", "floor", "model", "slower"},
    {"slice.dispatch.parameters.extra", "floor", "1", "500", "slice.dispatch.implementation=slower"},
    {"slice.dispatch.thread_interval", "floor", "2", "50"},
    {"slice.dispatch.end_latency", "floor", "4", "400", SUBSLICE "eus=1 workload.tile=4x4 " SUBSLICE "eu.threads=1"},
    {"slice.raster.implementation", "scene", "model", "slower"},
    {"slice.raster.parameters.extra", "scene", "1", "500", "slice.raster.implementation=slower"},
    {"slice.raster.slots", "scene", "8", "256"},
    {"slice.raster.setup_interval", "scene", "4", "400"},
    {"slice.raster.tiles_per_cycle", "scene", "1/16", "4"},
    {"slice.raster.subspans_per_cycle", "scene", "1/16", "1"},
    {"slice.raster.samples_per_cycle", "scene", "1/4", "16"},
    {FRAME "enabled", "interface", "true", "false"},
    {FRAME "command_streamer.dwords_per_cycle", "interface", "1/4", "1"},
    {FRAME "command_streamer.invalidations", "interface", "true", "false"},
    {FRAME "command_streamer.stall_latency", "interface", "0", "200"},
    {FRAME "command_streamer.write_back_bytes_per_cycle", "interface", "1", "32"},
    {FRAME "vertex_fetch.indices_per_cycle", "interface", "1/16", "1"},
    {FRAME "vertex_fetch.vertices_per_cycle", "interface", "1/16", "1"},
    {FRAME "vertex_fetch.reuse", "boxes", "1", "128"},
    {FRAME "vertex_fetch.ahead", "boxes", "0", "1856"},
    {FRAME "vertex_fetch.queue", "interface", "1", "8"},
    {FRAME "vertex_fetch.cache.size", "boxes", "1KiB", "64KiB"},
    {FRAME "vertex_fetch.cache.ways", "boxes", "1", "8", FRAME "vertex_fetch.cache.size=1KiB"},
    {FRAME "vertex_fetch.cache.banks", "boxes", "1", "4"},
    {FRAME "vertex_fetch.cache.bytes_per_cycle", "boxes", "1", "64"},
    {FRAME "vertex_fetch.cache.hit_latency", "interface", "1", "50"},
    {FRAME "vertex_fetch.cache.mshrs", "interface", "1", "16"},
    {FRAME "urb.bytes_per_cycle", "interface", "1", "64"},
    {FRAME "geometry.strip_primitives_per_cycle", "stages", "1/64", "1"},
    {FRAME "geometry.list_primitives_per_cycle", "interface", "1/64", "2/3"},
    {FRAME "geometry.culled_per_drawn", "boxes", "1/64", "1"},
    {FRAME "geometry.tessellator_points_per_cycle", "stages", "1/64", "1"},
    {FRAME "geometry.queue", "boxes", "1", "8"},
    {FRAME "rasterizer.order", "interface", "scan", "hilbert"},
    {FRAME "rasterizer.partial_pixels_per_cycle", "interface", "1", "16"},
    {FRAME "rasterizer.full_pixels_per_cycle", "interface", "1", "64"},
    {FRAME "rasterizer.blocks_per_cycle", "interface", "1/64", "1"},
    {FRAME "rasterizer.queue", "interface", "1", "4"},
    {FRAME "hiz.blocks_per_cycle", "stages", "1/64", "2"},
    {FRAME "hiz.clear_state", "stages", "true", "false"},
    {FRAME "hiz.queue", "stages", "1", "8"},
    {FRAME "hiz.cache.size", "stages", "1KiB", "64KiB"},
    {FRAME "hiz.cache.ways", "stages", "1", "8", FRAME "hiz.cache.size=1KiB"},
    {FRAME "hiz.cache.banks", "stages", "1", "4"},
    {FRAME "hiz.cache.bytes_per_cycle", "stages", "1", "64"},
    {FRAME "hiz.cache.hit_latency", "stages", "1", "500"},
    {FRAME "hiz.cache.mshrs", "stages", "1", "16"},
    {FRAME "depth.pixels_per_cycle", "stages", "1/4", "16"},
    {FRAME "depth.queue", "stages", "1", "8"},
    {FRAME "depth.cache.size", "stages", "1KiB", "64KiB"},
    {FRAME "depth.cache.ways", "stages", "1", "8", FRAME "depth.cache.size=1KiB"},
    {FRAME "depth.cache.banks", "stages", "1", "4"},
    {FRAME "depth.cache.bytes_per_cycle", "stages", "1", "64"},
    {FRAME "depth.cache.hit_latency", "stages", "1", "500"},
    {FRAME "depth.cache.mshrs", "stages", "1", "16"},
    {FRAME "depth.stencil_cache.size", "boxes", "1KiB", "64KiB"},
    {FRAME "depth.stencil_cache.ways", "boxes", "1", "8", FRAME "depth.stencil_cache.size=1KiB"},
    {FRAME "depth.stencil_cache.banks", "boxes", "1", "4"},
    {FRAME "depth.stencil_cache.bytes_per_cycle", "boxes", "1", "64"},
    {FRAME "depth.stencil_cache.hit_latency", "boxes", "1", "500"},
    {FRAME "depth.stencil_cache.mshrs", "boxes", "1", "16"},
    {FRAME "opened_threads", "interface", "1", "16"},
    {FRAME "pixel_hash.subslices", "interface", "none", "16x16", "slice.subslices=2"},
    {FRAME "pixel_hash.slices", "interface", "none", "32x32", "slices=2"},
    {FRAME "pixel_backend.pixels_per_cycle", "interface", "1/4", "8"},
    {FRAME "pixel_backend.read_bytes_per_cycle", "interface", "1/4", "32"},
    {FRAME "pixel_backend.write_bytes_per_cycle", "interface", "1/4", "32"},
    {FRAME "pixel_backend.queue", "interface", "1", "4", FRAME "pixel_backend.pixels_per_cycle=1/4"},
    {FRAME "pixel_backend.window", "interface", "1", "16"},
    {FRAME "pixel_backend.clear_bytes_per_cycle", "stages", "1/64", "32"},
    {FRAME "pixel_backend.cache.size", "interface", "1KiB", "64KiB"},
    {FRAME "pixel_backend.cache.ways", "interface", "1", "8", FRAME "pixel_backend.cache.size=1KiB"},
    {FRAME "pixel_backend.cache.banks", "interface", "1", "4"},
    {FRAME "pixel_backend.cache.bytes_per_cycle", "interface", "1", "64"},
    {FRAME "pixel_backend.cache.hit_latency", "interface", "1", "500"},
    {FRAME "pixel_backend.cache.mshrs", "interface", "1", "16"},
    {FRAME "pixel_backend.clear_state", "stages", "true", "false"},
    {FRAME "pixel_backend.compression_ratio", "stages", "1", "2"},
    {FRAME "pixel_backend.mcs_cache.size", "stages", "1KiB", "64KiB", FRAME "pixel_backend.mcs_cache.ways=1"},
    {FRAME "pixel_backend.mcs_cache.ways", "stages", "1", "8", FRAME "pixel_backend.mcs_cache.size=1KiB"},
    {FRAME "pixel_backend.mcs_cache.banks", "stages", "1", "4"},
    {FRAME "pixel_backend.mcs_cache.bytes_per_cycle", "stages", "1", "64"},
    {FRAME "pixel_backend.mcs_cache.hit_latency", "stages", "1", "500"},
    {FRAME "pixel_backend.mcs_cache.mshrs", "stages", "1", "16",
     FRAME "pixel_backend.mcs_cache.size=1KiB " FRAME "pixel_backend.mcs_cache.ways=1"},
    {SUBSLICE "eus", "floor", "3", "8"},
    {SUBSLICE "eu.implementation", "steady", "model", "slower"},
    {SUBSLICE "eu.parameters.extra", "steady", "1", "500", SUBSLICE "eu.implementation=slower"},
    {SUBSLICE "eu.threads", "floor", "3", "7", "workload.tile=8x8"},
    {SUBSLICE "eu.issue", "floor", "oldest_first", "round_robin"},
    {SUBSLICE "eu.issue_width", "floor", "1", "2"},
    {EU "fpus", "floor", "2", "4",
     "slice.subslices=1 " SUBSLICE "eus=1 " EU "arithmetic.occupancy=8 workload.tile=8x8"},
    {EU "lane_group", "kernel", "1", "8"},
    {EU "arithmetic.occupancy", "floor", "2", "4"},
    {EU "arithmetic.latency", "floor", "4", "40"},
    {EU "wide_multiply.occupancy", "gather", "2", "4"},
    {EU "wide_multiply.latency", "gather", "4", "40"},
    {EU "interpolation.occupancy", "kernel", "2", "4"},
    {EU "interpolation.latency", "kernel", "4", "40"},
    {EU "math.occupancy", "floor", "4", "8"},
    {EU "math.latency", "floor", "8", "80"},
    {EU "power.occupancy", "kernel", "8", "16"},
    {EU "power.latency", "kernel", "8", "80"},
    {EU "division.occupancy", "kernel", "8", "26"},
    {EU "division.latency", "kernel", "8", "28"},
    {EU "flag_latency", "floor", "0", "40"},
    {EU "branch_latency", "steady", "4", "100"},
    {EU "send.interval", "floor", "1", "20"},
    {EU "send.register_interval", "floor", "1", "2"},
    {EU "send.latency", "floor", "0", "10"},
    {SUBSLICE "eu.send_slots", "steady", "1", "4", SUBSLICE "eus=1"},
    {SUBSLICE "interconnect.implementation", "floor", "model", "slower"},
    {SUBSLICE "interconnect.parameters.extra", "floor", "1", "500", SUBSLICE "interconnect.implementation=slower"},
    {SUBSLICE "interconnect.request_latency", "floor", "2", "50"},
    {SUBSLICE "interconnect.request_bytes_per_cycle", "floor", "1/2", "64"},
    {SUBSLICE "interconnect.request_slots", "steady", "1", "8", SUBSLICE "interconnect.request_bytes_per_cycle=8"},
    {SUBSLICE "interconnect.response_latency", "floor", "2", "50"},
    {SUBSLICE "interconnect.response_bytes_per_cycle", "floor", "1/2", "64"},
    {SUBSLICE "interconnect.response_slots", "steady", "1", "8", SUBSLICE "interconnect.response_bytes_per_cycle=8"},
    {SAMPLER "front_end.implementation", "floor", "model", "slower"},
    {SAMPLER "front_end.parameters.extra", "floor", "1", "500", SAMPLER "front_end.implementation=slower"},
    {SAMPLER "front_end.slots", "steady", "1", "8"},
    {SAMPLER "front_end.latency", "floor", "4", "100"},
    {SAMPLER "front_end.bytes_per_cycle", "floor", "1/2", "64"},
    {SAMPLER "address_generator.implementation", "floor", "model", "slower"},
    {SAMPLER "address_generator.parameters.extra", "floor", "1", "500",
     SAMPLER "address_generator.implementation=slower"},
    {SAMPLER "address_generator.slots", "floor", "1", "16"},
    {SAMPLER "address_generator.latency", "floor", "6", "60"},
    {SAMPLER "address_generator.buffer_texels_per_cycle", "buffer", "8/5", "8"},
    {SAMPLER "address_generator.footprints_per_cycle", "floor", "1/2", "2"},
    {L1 "implementation", "floor", "model", "slower"},
    {L1 "parameters.extra", "floor", "1", "500", L1 "implementation=slower"},
    {L1 "enabled", "gather", "false", "true"},
    {L1 "size", "gather", "1KiB", "16KiB"},
    {L1 "ways", "gather", "1", "4", L1 "size=4KiB"},
    {L1 "line", "gather", "64B", "128B"},
    {L1 "sector", "gather", "64B", "32B"},
    {L1 "prefetch", "gather", "none", "next_line"},
    {L1 "prefetch_degree", "gather", "1", "4", L1 "prefetch=next_line"},
    {L1 "set_hash", "gather", "modulo", "xor", L1 "size=4KiB"},
    {L1 "replacement", "gather", "lru", "random", L1 "size=4KiB"},
    {L1 "seed", "gather", "1", "2", L1 "size=4KiB " L1 "replacement=random"},
    {L1 "mshrs", "gather", "1", "16"},
    {L1 "lookups_per_cycle", "floor", "1/2", "16"},
    {L1 "tag_latency", "floor", "4", "40"},
    {L1 "banks", "floor", "1", "16", L1 "ports=1"},
    {L1 "bank_hash", "gather", "modulo", "xor", L1 "ports=1 " L1 "banks=2"},
    {L1 "lookup_order", "gather", "together", "one_by_one", L1 "lookups_per_cycle=1 " L1 "mshrs=2"},
    {L1 "bank_choice", "loads64", "lines", "words", L1 "ports=1 " L1 "banks=2 " L1 "bank_hash=0x8"},
    {L1 "level_banks", "floor", "false", "true", L1 "ports=1 " L1 "banks=1"},
    {L1 "overlapping_reads", "loads64", "false", "true", L1 "ports=1 " L1 "banks=2 " L1 "bank_hash=0x8"},
    {L1 "wide_reads", "loads128", "words", "rows", L1 "ports=1 " L1 "banks=32 " L1 "bank_choice=words"},
    {L1 "ports", "floor", "1", "2", L1 "banks=1"},
    {L1 "data_latency", "floor", "8", "80"},
    {L1 "data_slots", "floor", "1", "48"},
    {L1 "decompression.place", "blocks", "before_l1", "after_l1"},
    {L1 "decompression.latency", "blocks", "8", "80"},
    {L1 "decompression.blocks_per_cycle", "blocks", "1/8", "8"},
    {SAMPLER "l1_data.implementation", "floor", "model", "slower"},
    {SAMPLER "l1_data.parameters.extra", "floor", "1", "500", SAMPLER "l1_data.implementation=slower"},
    {SAMPLER "latency_fifo.slots", "gather", "1", "128"},
    {L2 "enabled", "gather", "false", "true"},
    {L2 "implementation", "gather", "model", "slower"},
    {L2 "parameters.extra", "gather", "1", "500", L2 "implementation=slower"},
    {L2 "size", "gather", "4KiB", "128KiB", SMALL_L1},
    {L2 "ways", "gather", "1", "8", SMALL_L2},
    {L2 "line", "gather", "64B", "128B"},
    {L2 "sector", "gather", "128B", "64B", L2 "line=128B"},
    {L2 "set_hash", "gather", "modulo", "xor", SMALL_L2},
    {L2 "replacement", "gather", "lru", "random", SMALL_L2},
    {L2 "seed", "gather", "1", "2", SMALL_L2 L2 "replacement=random"},
    {L2 "prefetch", "gather", "none", "next_line", SMALL_L2},
    {L2 "prefetch_degree", "gather", "1", "4", SMALL_L2 L2 "prefetch=next_line"},
    {L2 "banks", "gather", "1", "4", SMALL_L1},
    {L2 "bank_hash", "gather", "modulo", "xor", L2 "banks=4 " L2 "mshrs=1"},
    {L2 "bytes_per_cycle", "gather", "1/2", "64"},
    {L2 "hit_latency", "gather", "12", "120", SMALL_L1},
    {L2 "data_latency", "gather", "0", "8", SMALL_L1},
    {L2 "fill_latency", "gather", "4", "400"},
    {L2 "mshrs", "gather", "1", "32"},
    {L2 "queue", "gather", "1", "16", L2 "bytes_per_cycle=4"},
    {SAMPLER "implementation", "floor", "model", "slower"},
    {SAMPLER "parameters.extra", "floor", "1", "500", SAMPLER "implementation=slower"},
    {SAMPLER "decoder.implementation", "floor", "model", "slower"},
    {SAMPLER "decoder.parameters.extra", "floor", "1", "500", SAMPLER "decoder.implementation=slower"},
    {SAMPLER "decoder.slots", "floor", "1", "16"},
    {SAMPLER "decoder.latency", "floor", "4", "40"},
    {SAMPLER "decoder.texels_per_cycle", "floor", "1/2", "32"},
    {SAMPLER "decoder.whole_cycles", "floor", "false", "true", SAMPLER "decoder.texels_per_cycle=15"},
    {SAMPLER "filter.implementation", "floor", "model", "slower"},
    {SAMPLER "filter.parameters.extra", "floor", "1", "500", SAMPLER "filter.implementation=slower"},
    {RATES "point.32", "floor", "1/8", "4", POINT},
    {RATES "point.64", "floor64", "1/8", "4", POINT},
    {RATES "point.128", "floor128", "1/8", "4", POINT},
    {RATES "bilinear.32", "floor", "1/8", "4", BILINEAR},
    {RATES "bilinear.64", "floor64", "1/8", "4", BILINEAR},
    {RATES "bilinear.128", "floor128", "1/8", "1", BILINEAR},
    {RATES "trilinear.32", "floor", "1/8", "4"},
    {RATES "trilinear.64", "floor64", "1/8", "2"},
    {RATES "trilinear.128", "floor128", "1/8", "1/2"},
    {RATES "anisotropic.32", "floor", "1/8", "2", ANISOTROPIC},
    {RATES "anisotropic.64", "floor64", "1/8", "1", ANISOTROPIC},
    {RATES "anisotropic.128", "floor128", "1/8", "1/2", ANISOTROPIC},
    {RATES "float_channels", "floats", "1/2", "4"},
    {SAMPLER "filter.slots", "floor", "1", "32"},
    {SAMPLER "filter.latency", "floor", "12", "120"},
    {SAMPLER "writeback.implementation", "floor", "model", "slower"},
    {SAMPLER "writeback.parameters.extra", "floor", "1", "500", SAMPLER "writeback.implementation=slower"},
    {SAMPLER "writeback.slots", "steady", "1", "8"},
    {SAMPLER "writeback.latency", "floor", "4", "40"},
    {SAMPLER "writeback.bytes_per_cycle", "floor", "1/2", "64"},
    {SUBSLICE "data_port.implementation", "floor", "model", "slower"},
    {SUBSLICE "data_port.parameters.extra", "floor", "1", "500", SUBSLICE "data_port.implementation=slower"},
    {SUBSLICE "data_port.message_slots", "floor", "1", "16"},
    {SUBSLICE "data_port.latency", "floor", "8", "80"},
    {SUBSLICE "data_port.line_interval", "floor", "1", "10"},
    {SUBSLICE "data_port.outstanding_lines", "floor", "1", "32"},
    {SUBSLICE "data_port.read_gather", "elements", "64B", "1KiB"},
    {SUBSLICE "data_port.reads_per_cycle", "elements", "1/8", "1"},
    {SUBSLICE "data_port.read_latency", "elements", "0", "100"},
    {SUBSLICE "data_port.local_memory.banks", "tiles", "1", "16"},
    {SUBSLICE "data_port.local_memory.latency", "tiles", "1", "30"},
    {SUBSLICE "gateway.implementation", "tiles", "model", "slower"},
    {SUBSLICE "gateway.parameters.extra", "tiles", "1", "500", SUBSLICE "gateway.implementation=slower"},
    {SUBSLICE "gateway.latency", "tiles", "1", "200"},
    {SUBSLICE "gateway.notify_interval", "tiles", "1", "50"},
    {SUBSLICE "pixel_coverage.implementation", "scene", "model", "slower"},
    {SUBSLICE "pixel_coverage.parameters.extra", "scene", "1", "500", SUBSLICE "pixel_coverage.implementation=slower"},
    {SUBSLICE "pixel_coverage.queue", "scene", "1", "8", SUBSLICE "pixel_coverage.subspans_per_cycle=1/16"},
    {SUBSLICE "pixel_coverage.latency", "scene", "12", "120"},
    {SUBSLICE "pixel_coverage.subspans_per_cycle", "scene", "1/16", "2"},
    {SHARED "enabled", "gather", "false", "true"},
    {SHARED "implementation", "gather", "model", "slower", WITH_SHARED},
    {SHARED "parameters.extra", "gather", "1", "500", WITH_SHARED SHARED "implementation=slower"},
    {SHARED "size", "gather", "4KiB", "128KiB", WITH_SHARED},
    {SHARED "ways", "gather", "1", "8", SMALL_SHARED},
    {SHARED "line", "gather", "64B", "128B", WITH_SHARED},
    {SHARED "sector", "gather", "128B", "64B", WITH_SHARED SHARED "line=128B"},
    {SHARED "set_hash", "gather", "modulo", "xor", SMALL_SHARED},
    {SHARED "replacement", "gather", "lru", "random", SMALL_SHARED},
    {SHARED "seed", "gather", "1", "2", SMALL_SHARED SHARED "replacement=random"},
    {SHARED "prefetch", "gather", "none", "next_line", SMALL_SHARED},
    {SHARED "prefetch_degree", "gather", "1", "4", SMALL_SHARED SHARED "prefetch=next_line"},
    {SHARED "banks", "gather", "1", "4", WITH_SHARED SHARED "mshrs=1"},
    {SHARED "bank_hash", "gather", "modulo", "xor", WITH_SHARED SHARED "mshrs=1"},
    {SHARED "bytes_per_cycle", "gather", "1/2", "64", WITH_SHARED},
    {SHARED "hit_latency", "gather", "12", "120", WITH_SHARED},
    {SHARED "data_latency", "gather", "0", "8", WITH_SHARED},
    {SHARED "fill_latency", "gather", "4", "400", WITH_SHARED},
    {SHARED "mshrs", "gather", "1", "32", WITH_SHARED},
    {SHARED "queue", "gather", "1", "16", WITH_SHARED SHARED "bytes_per_cycle=4"},
    {L3 "implementation", "gather", "model", "slower"},
    {L3 "parameters.extra", "gather", "1", "500", L3 "implementation=slower"},
    {L3 "size", "gather", "4KiB", "768KiB", SMALL_L3},
    {L3 "ways", "gather", "1", "16", SMALL_L3},
    {L3 "line", "gather", "64B", "128B"},
    {L3 "sector", "gather", "128B", "64B", SMALL_L1 L2 "enabled=false " L3 "line=128B"},
    {L3 "set_hash", "gather", "modulo", "xor", SMALL_L3 L3 "ways=4"},
    {L3 "replacement", "gather", "lru", "random", SMALL_L3},
    {L3 "seed", "gather", "1", "2", SMALL_L3 L3 "replacement=random"},
    {L3 "prefetch", "gather", "none", "next_line", SMALL_L3},
    {L3 "prefetch_degree", "gather", "1", "4", SMALL_L3 L3 "prefetch=next_line"},
    {L3 "banks", "gather", "1", "4", L3 "mshrs=1"},
    {L3 "bank_hash", "gather", "modulo", "xor", L3 "mshrs=1"},
    {L3 "bytes_per_cycle", "gather", "1/2", "64"},
    {L3 "hit_latency", "gather", "30", "300"},
    {L3 "data_latency", "gather", "0", "20"},
    {L3 "fill_latency", "gather", "4", "400"},
    {L3 "mshrs", "gather", "1", "32"},
    {L3 "queue", "gather", "1", "16", L3 "bytes_per_cycle=4"},
    {L3 "slices", "gather", "1", "2", SMALL_L3 L3 "banks=1"},
    {L3 "slice_hash", "gather", "modulo", "xor", SMALL_L3 L3 "banks=1 " L3 "slices=2 " L3 "mshrs=1"},
    {L3 "crossbar.latency", "gather", "1", "100", SMALL_L3 L3 "banks=1 " L3 "slices=2"},
    {L3 "crossbar.bytes_per_cycle", "gather", "1/2", "64", SMALL_L3 L3 "banks=1 " L3 "slices=2"},
    {L3 "urb", "gather", "0B", "4KiB", EIGHT_L3},
    {L3 "slm", "gather", "0B", "4KiB", EIGHT_L3},
    {L3 "subslice_ports", "gather", "separate", "shared", SMALL_L1 L3 "bytes_per_cycle=4"},
    {L3 "write_buffer", "gather", "1", "64", SMALL_L3 "memory.bandwidth=1GB/s"},
    {"llc.enabled", "gather", "false", "true", SMALL_L3},
    {LLC "implementation", "gather", "model", "slower", WITH_LLC},
    {LLC "parameters.extra", "gather", "1", "500", WITH_LLC LLC "implementation=slower"},
    {LLC "size", "gather", "4KiB", "8MiB", WITH_LLC},
    {LLC "ways", "gather", "1", "16", SMALL_LLC},
    {LLC "line", "gather", "64B", "128B", WITH_LLC},
    {LLC "sector", "gather", "128B", "64B", WITH_LLC LLC "line=128B"},
    {LLC "set_hash", "gather", "modulo", "xor", SMALL_LLC LLC "ways=4"},
    {LLC "replacement", "gather", "lru", "random", SMALL_LLC},
    {LLC "seed", "gather", "1", "2", SMALL_LLC LLC "replacement=random"},
    {LLC "prefetch", "gather", "none", "next_line", SMALL_LLC},
    {LLC "prefetch_degree", "gather", "1", "4", SMALL_LLC LLC "prefetch=next_line"},
    {LLC "banks", "gather", "1", "4", WITH_LLC LLC "mshrs=1"},
    {LLC "bank_hash", "gather", "modulo", "xor", WITH_LLC LLC "mshrs=1"},
    {LLC "bytes_per_cycle", "gather", "1/2", "64", WITH_LLC},
    {LLC "hit_latency", "gather", "104", "300", WITH_LLC},
    {LLC "data_latency", "gather", "0", "20", WITH_LLC},
    {LLC "fill_latency", "gather", "4", "400", WITH_LLC},
    {LLC "mshrs", "gather", "1", "64", WITH_LLC},
    {LLC "queue", "gather", "1", "64", WITH_LLC LLC "bytes_per_cycle=4"},
    {LLC "write_buffer", "gather", "1", "64", SMALL_LLC "memory.bandwidth=1GB/s"},
    {LLC "write_bytes_per_cycle", "gather", "1/2", "32", WITH_LLC},
    {"slice.tlb.enabled", "gather", "false", "true", SMALL_L3},
    {"slice.tlb.entries", "gather", "1", "768", WITH_TLB},
    {"slice.tlb.page", "gather", "4KiB", "1MiB", WITH_TLB},
    {"slice.tlb.walk_latency", "gather", "21", "300", WITH_TLB},
    {"memory.implementation", "gather", "model", "slower"},
    {"memory.parameters.extra", "gather", "1", "500", "memory.implementation=slower"},
    {"memory.latency", "gather", "120ns", "1us"},
    {"memory.bandwidth", "gather", "1GB/s", "34.1GB/s"},
    {"memory.channels", "gather", "1", "4"},
    {"memory.interleave", "gather", "64B", "4KiB", "memory.channels=4"},
    {"memory.channel_hash", "gather", "modulo", "xor", "memory.channels=4 memory.banks=1"},
    {"memory.compression", "gather", "1", "2", "memory.bandwidth=1GB/s"},
    {"memory.banks", "gather", "1", "16"},
    {"memory.row", "gather", "64B", "2KiB"},
    {"memory.bank_hash", "gather", "modulo", "xor", "memory.banks=2 memory.row=64B"},
    {"memory.row_miss", "gather", "0ns", "300ns"},
    {"memory.bank_cycle", "gather", "5ns", "100ns"},
    {"memory.queue", "gather", "1", "64"},
};

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string{text}};
  return {std::istream_iterator<std::string>{stream}, {}};
}

class Bench {
 public:
  Bench() {
    folder_.write("scene.yaml", std::string{kScene});
    folder_.write("kernel.visaasm", std::string{kKernel});
    folder_.write("kernel.yaml", "threads: 1\n");
    folder_.write("made_here", "");  // its place in the study; the walk gets a texture without a file
  }

  /// Every statistic of a run as text.
  std::string statistics_of(const Row& row, const std::string& value) {
    const Study& study = kStudies.at(row.study);
    std::vector<std::string> assignments;
    for (const std::string& word : words_of(study.words)) assignments.push_back("workload." + word);
    for (const std::string& word : words_of(row.also)) assignments.push_back(word);
    assignments.push_back(std::string{row.parameter} + '=' + value);
    const bool walk = std::string_view{study.words}.starts_with("walk=");
    const std::string file = (folder_ / "study.yaml").string();
    const bool kernel = std::string_view{study.words}.starts_with("kind=visa");
    const bool tiles = std::string_view{study.words}.starts_with("kind=kernel");
    const bool frame = std::string_view{study.words}.starts_with("kind=frame");
    const bool rate = std::string_view{study.words}.starts_with("kind=microbenchmark");
    const std::string text =
        "study: effect\nmachine: " TEXPIPE_SOURCE_DIR
        "/configs/machines/kaby_lake_gt2_assumed.yaml\nslice: {subslices: 1, subslice: {eus: 3}}\n"
        "workload: " +
        std::string{walk     ? "{kind: texture_walk, texture: made_here}"
                    : rate   ? "{benchmark: sampler_rate, sampler_rate: {groups: 1}}"
                    : tiles  ? "{file: " TEXPIPE_SOURCE_DIR "/tests/data/kernels/tile_blur_slm.yaml}"
                    : frame  ? "{kind: frame}"
                    : kernel ? "{program: kernel.visaasm, inputs: kernel.yaml}"
                             : "{scene: scene.yaml}"} +
        "\n";
    Configuration configuration = load_configuration({file, assignments, nullptr, text}, FileKind::kStudy, &blocks_);
    functional::Workload workload =
        walk ? texture_walk(configuration, study.format) : std::move(*prepare_study(configuration));
    const Execution execution =
        execute(configuration.machine, workload,
                {.timing = configuration.study.timing, .blocks = &blocks_, .watchdog = configuration.study.watchdog});
    return std::to_string(execution.cycles->value()) + statistics_json(*execution.statistics);
  }

 private:
  static functional::Workload texture_walk(const Configuration& configuration, Format format) {
    const functional::SurfaceImage image{.format = format, .width = 64, .height = 64, .levels = 7};
    const std::vector<std::byte> texels(functional::packed_bytes(image), std::byte{0x3C});
    return make_texture_walk(configuration.study.workload.texture_walk, image, texels);
  }

  test::ScratchFolder folder_;
  timing::BlockRegistry blocks_ = slower_blocks();
};

/// @param part  of so many, which can run beside each other
void check_rows(std::size_t part, std::size_t parts) {
  Bench bench;
  for (std::size_t i = part; i < std::size(kRows); i += parts) {
    const Row& row = kRows[i];
    INFO(row.parameter << ": " << row.one << " and " << row.other << " in " << row.study);
    bool same = true;
    CHECK_NOTHROW(same = bench.statistics_of(row, row.one) == bench.statistics_of(row, row.other));
    CHECK_FALSE(same);
  }
}

}  // namespace

TEST_CASE("every parameter of a machine has a study that should feel it", "[config]") {
  std::set<std::string> told;
  for (const Row& row : kRows) {
    INFO(row.parameter << " has two rows");
    CHECK(told.insert(row.parameter).second);
  }
  machine::MachineParameters machine;  // of blocks with parameters of their own
  slower_blocks().introduce_to(machine);
  machine::for_each_implementation(
      machine, [](const std::string&, machine::BlockKind, Implementation& chosen) { chosen.name = kSlower; });
  told.insert("memory.kind");  // changes no statistic: tests/analysis/energy shows that it changes the energy of a byte
  // No recording of the tests has a primitive that a plane cuts: tests/machine/frame shows what they change.
  told.insert(FRAME "geometry.clip_cycles");
  told.insert(FRAME "geometry.clip_vertex_cycles");
  for (const std::string& pattern : parameter_patterns(parameter_tree(machine))) {
    INFO(pattern << " has no row in this test's table: add one, with a study that it changes");
    CHECK(told.erase(pattern) == 1);
  }
  for (const std::string& gone : told) FAIL_CHECK(gone << " is no parameter of a machine any more");
}

TEST_CASE("every parameter of a machine changes a statistic of that study, even rows", "[config]") {
  check_rows(0, 2);
}

TEST_CASE("every parameter of a machine changes a statistic of that study, odd rows", "[config]") {
  check_rows(1, 2);
}
