// The `workload` of a study: what kind, and that kind's own keys.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/enum_table.h"
#include "base/own_parameters.h"
#include "base/parameter.h"
#include "functional/execution/eu/eu_thread.h"
#include "functional/execution/visa_program.h"
#include "workload/accesses/access_parameters.h"
#include "workload/cache_table/cache_table.h"
#include "workload/choice/bounds_policy.h"
#include "workload/choice/sample_parameters.h"
#include "workload/frame/frame_parameters.h"
#include "workload/microbenchmark/microbenchmark_parameters.h"
#include "workload/scene/hazard_policy.h"
#include "workload/scene/pixel_interpolator_parameters.h"
#include "workload/scene/spa_workload.h"
#include "workload/texture_walk/texture_walk_parameters.h"

namespace texpipe::study {

/// Those of plug-ins follow the model's own.
enum class WorkloadKind : std::uint16_t {
  kTextureWalk,
  kCacheTable,
  kSpaProgram,
  kVisa,
  kPixelInterpolator,
  kMicrobenchmark,
  kMessages,
  kKernel,
  kFrame,
  kAccesses
};

inline constexpr EnumRow kWorkloadKinds[] = {
    {0, "texture_walk", "pixels of an image that sample one texture, each walk in its own order"},
    {1, "cache_table",
     "the tags of the machine's texture cache alone, over synthetic layouts, raster orders and angles"},
    {2, "spa_program",
     "warps of an SPA program, which may shade the subspans of a scene; registers go to results.json"},
    {3, "visa", "threads of a vISA program; registers and buffers go to results.json"},
    {4, "pixel_interpolator", "Gen9 threads that shade a scene with barycentrics of the pixel interpolator"},
    {5, "microbenchmark", "the program of a published measurement: chains of loads, rates of sampler and instructions"},
    {6, "messages", "the threads and messages of a recording (run --record), on any machine"},
    {7, "kernel", "a kernel that ocloc compiled, with its arguments; outputs go to NAME.npy"},
    {8, "frame", "command streams of whole frames that a driver wrote; pictures go to picture_N.png"},
    {9, "accesses", "quads that a file lists, of several textures and samplers: from any tracer, or run --accesses"},
};
EnumRows enum_rows(WorkloadKind);

/// Parameters that a plug-in's kind of workload brings; null for a kind of the model's, and for one without any.
const OwnParameters* brought_parameters(WorkloadKind kind);

struct SpaProgramParameters {
  std::string warps;
  HazardPolicy hazards = HazardPolicy::kReport;
  ByteSize max_memory = WarpLimits{}.bytes;
  std::uint64_t max_instructions = WarpLimits{}.instructions;

  template <class Visitor>
  void describe(Visitor& v) {
    v("warps", warps,
      {.help = "warp file: program, scene, textures, constants, registers", .required = true, .is_path = true});
    v("hazards", hazards, {.help = "what is done about results that are used without waiting for their barrier"});
    v("max_memory", max_memory,
      {.help = "most memory for the registers of all warps and their subspans; a file that needs more is refused"});
    v("max_instructions", max_instructions,
      {.range = {{1, ~std::uint64_t{0} - 1}},
       .help = "most instructions that all warps together may execute; a file that needs more is refused"});
  }
};

struct VisaParameters {
  std::string program;
  std::string inputs;
  std::uint64_t max_statements = functional::StatementBudget{}.most;

  template <class Visitor>
  void describe(Visitor& v) {
    v("program", program, {.help = "vISA text or a compiler's .isa file", .required = true, .is_path = true});
    v("inputs", inputs,
      {.help = "YAML with registers, surfaces, samplers and outputs", .required = true, .is_path = true});
    v("max_statements", max_statements,
      {.range = {{1, ~std::uint64_t{0} - 1}},
       .help = "most statements that all threads together may execute; beyond them the run ends with exit code 6"});
  }
};

struct MessagesParameters {
  std::string file;
  bool values = true;
  SampleParameters sample;

  template <class Visitor>
  void describe(Visitor& v) {
    v("file", file, {.help = "recording, as run --record writes it", .required = true, .is_path = true});
    v("values", values, {.help = "samplers compute colours; false: they take the recorded footprints"});
    v.group("sample", sample, "a sample of a long recording");
  }
};

struct KernelParameters {
  std::string file;
  std::string binary;
  BoundsPolicy bounds = BoundsPolicy::kReport;
  std::uint64_t max_instructions = functional::kMostThreadInstructions;

  template <class Visitor>
  void describe(Visitor& v) {
    v("file", file,
      {.help = "YAML with the binary, the sizes of the launch, its arguments and outputs",
       .required = true,
       .is_path = true});
    v("binary", binary, {.help = "device binary of ocloc, in place of the one that the file names", .is_path = true});
    v("bounds", bounds, {.help = "what is done about accesses beyond the buffers of the launch"});
    v("max_instructions", max_instructions,
      {.range = {{1, ~std::uint64_t{0} - 1}},
       .help = "most instructions that each thread may execute; beyond them the run ends with exit code 6"});
  }
};

/// `kind` decides which other keys there are.
struct WorkloadParameters {
  WorkloadKind kind = WorkloadKind::kTextureWalk;
  TextureWalkParameters texture_walk;
  CacheTableParameters cache_table;
  SpaProgramParameters spa_program;
  VisaParameters visa;
  PixelInterpolatorParameters pixel_interpolator;
  MicrobenchmarkParameters microbenchmark;
  MessagesParameters messages;
  KernelParameters kernel;
  FrameParameters frame;
  AccessesParameters accesses;
  FrameSampleParameters frame_sample;
  std::map<WorkloadKind, OwnParameters> own;  // of plug-ins' kinds that bring parameters

  template <class Visitor>
  void describe(Visitor& v) {
    v("kind", kind, {.help = "what the machine executes", .required = true, .decides_keys = true});
    if (kind == WorkloadKind::kTextureWalk) texture_walk.describe(v);
    if (kind == WorkloadKind::kSpaProgram) spa_program.describe(v);
    if (kind == WorkloadKind::kVisa) visa.describe(v);
    if (kind == WorkloadKind::kPixelInterpolator) pixel_interpolator.describe(v);
    if (kind == WorkloadKind::kMicrobenchmark) microbenchmark.describe(v);
    if (kind == WorkloadKind::kMessages) messages.describe(v);
    if (kind == WorkloadKind::kKernel) kernel.describe(v);
    if (kind == WorkloadKind::kFrame) {
      frame.describe(v);
      v.group("sample", frame_sample, "a sample of a long frame");
    }
    if (kind == WorkloadKind::kAccesses) accesses.describe(v);
    if (const OwnParameters* brought = brought_parameters(kind))
      v.group("parameters", own.try_emplace(kind, *brought).first->second, "parameters of the kind");
    v.group("cache_table", cache_table, "images and caches of a cache_table");
  }
};

}  // namespace texpipe::study
