// Facts about the sampler's stages and the caches of lines that hold for every machine: one row for each of them.
// Whoever lists stages or caches (graph, implementations, rules, recurrence, topology, summaries, pages) reads these
// rows.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "machine/blocks/block_kind.h"

namespace texpipe::machine {

/// RTL that the repository (rtl_cosim) has for a block: none; RTL with slots, latency and rate of its own; or RTL that
/// takes them from the machine.
enum class BlockRtl : std::uint8_t { kNone, kOwnParameters, kParametersOfMachine };

/// A stage of the sampler.
struct StageFacts {
  BlockKind kind;
  std::string_view name;         // last part of the path of its parameters, its statistics and its module
  std::string_view description;  // of its statistics' group
  BlockRtl rtl = BlockRtl::kNone;
};

/// The sampler's stages in the order in which footprints pass them.
inline constexpr std::array kSamplerStages{
    StageFacts{BlockKind::kFrontEnd, "front_end", "message front end: messages in, footprints out"},
    StageFacts{BlockKind::kAddressGenerator, "address_generator", "address generator: subspans to footprints",
               BlockRtl::kOwnParameters},
    StageFacts{BlockKind::kTags, "l1", "texture cache: tags and latency FIFO", BlockRtl::kParametersOfMachine},
    StageFacts{BlockKind::kData, "l1_data", "texture cache: data read"},
    StageFacts{BlockKind::kDecoder, "decoder", "texel decoder: bytes to colours", BlockRtl::kOwnParameters},
    StageFacts{BlockKind::kFilter, "filter", "filter: texels to sums", BlockRtl::kOwnParameters},
    StageFacts{BlockKind::kWriteback, "writeback", "writeback: responses in the order of the messages"},
};

/// Index of a stage in kSamplerStages; the number of stages for a kind that is none.
constexpr std::size_t stage_number(BlockKind kind) {
  return static_cast<std::size_t>(
      std::find_if(kSamplerStages.begin(), kSamplerStages.end(), [kind](const auto& s) { return s.kind == kind; }) -
      kSamplerStages.begin());
}

/// Row of a stage. `kind` must be a stage.
constexpr const StageFacts& stage_facts(BlockKind kind) {
  return kSamplerStages.at(stage_number(kind));
}

/// Descriptions of those stages that may be replaced by RTL.
inline constexpr std::string_view kAddressGeneratorDescription = stage_facts(BlockKind::kAddressGenerator).description,
                                  kTagsDescription = stage_facts(BlockKind::kTags).description,
                                  kDataDescription = stage_facts(BlockKind::kData).description,
                                  kDecoderDescription = stage_facts(BlockKind::kDecoder).description,
                                  kFilterDescription = stage_facts(BlockKind::kFilter).description;

/// Requesters of a cache of lines; they reach it directly or through the caches before it.
enum class CacheUse : std::uint8_t {
  kOneSampler,   // one sampler: each has such a cache of its own
  kAllSamplers,  // all samplers of a slice, which only read
  kAll,          // samplers, and data ports, which read and write
};

/// A cache of lines. It stands between a sampler's first level, which is a stage and has no row here, and memory.
struct CacheFacts {
  BlockKind kind;
  CacheUse use;
  std::string_view path;         // path of parameters, statistics and module, without the index of a subslice
  std::string_view label;        // name in summaries and charts
  std::string_view called;       // name in sentences
  std::string_view port;         // name in sentences of the port over which its answers leave
  std::string_view description;  // of its statistics' group

  /// Last part of the path; it also names the places where lines are (line_path.h).
  constexpr std::string_view name() const { return path.substr(path.rfind('.') + 1); }
  /// Whether it is part of a slice. The others stand behind the slices, which meet in the first of them.
  constexpr bool in_slice() const { return path.starts_with("slice."); }
};

/// Caches of lines from a sampler to memory.
inline constexpr std::array kLineCaches{
    CacheFacts{BlockKind::kL2, CacheUse::kOneSampler, "slice.subslice.sampler.l2", "L2", "L2", "L2's port",
               "second texture cache level: blocks as stored"},
    CacheFacts{BlockKind::kSharedL2, CacheUse::kAllSamplers, "slice.shared_l2", "shared L2", "the shared L2",
               "the shared L2's port", "second texture cache level of all samplers: blocks as stored"},
    CacheFacts{BlockKind::kL3, CacheUse::kAll, "slice.l3", "L3", "L3", "L3's port",
               "cache of the slice: its samplers and data ports share it"},
    CacheFacts{BlockKind::kLlc, CacheUse::kAll, "llc", "LLC", "the LLC", "the ring's link",
               "last-level cache: shared with the CPU, at the end of the ring"},
};

/// Index of a cache in kLineCaches; the number of caches for a kind that is none.
constexpr std::size_t cache_number(BlockKind kind) {
  return static_cast<std::size_t>(
      std::find_if(kLineCaches.begin(), kLineCaches.end(), [kind](const auto& c) { return c.kind == kind; }) -
      kLineCaches.begin());
}

constexpr bool is_line_cache(BlockKind kind) {
  return cache_number(kind) < kLineCaches.size();
}

/// Row of a cache of lines. `kind` must be such a cache.
constexpr const CacheFacts& cache_facts(BlockKind kind) {
  return kLineCaches.at(cache_number(kind));
}

/// A set of caches of lines, by cache_number.
using CacheSet = std::bitset<kLineCaches.size()>;

/// The sampler's first level: a stage, not a cache of lines.
inline constexpr std::string_view kFirstLevelPath = "slice.subslice.sampler.l1", kFirstLevelLabel = "L1";

/// RTL of any block, stage or not.
constexpr BlockRtl rtl_of(BlockKind kind) {
  if (kind == BlockKind::kSampler) return BlockRtl::kParametersOfMachine;
  if (kind == BlockKind::kPixelCoverage) return BlockRtl::kOwnParameters;
  const std::size_t stage = stage_number(kind);
  return stage < kSamplerStages.size() ? kSamplerStages[stage].rtl : BlockRtl::kNone;
}

}  // namespace texpipe::machine
