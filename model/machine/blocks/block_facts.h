// What is known of the sampler's stages and of the caches before a machine is built: one row for each of them. Whoever
// lists stages or caches (graph, implementations, rules, recurrence, topology, summaries, pages) reads these rows.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "machine/blocks/block_kind.h"

namespace texpipe::machine {

/// RTL of a block in the repository (rtl_cosim): none, with slots, latency and rate of its own, or with those that the
/// machine gives it.
enum class BlockRtl : std::uint8_t { kNone, kOwnParameters, kParametersOfMachine };

/// A stage of the sampler.
struct StageFacts {
  BlockKind kind;
  std::string_view name;         // of its parameters, its statistics and its module, below the sampler's path
  std::string_view description;  // of its statistics
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

/// Place of a stage in kSamplerStages; their number for kinds that are no stage.
constexpr std::size_t stage_number(BlockKind kind) {
  return static_cast<std::size_t>(
      std::find_if(kSamplerStages.begin(), kSamplerStages.end(), [kind](const auto& s) { return s.kind == kind; }) -
      kSamplerStages.begin());
}

/// The row of a stage. The kind must be a stage's.
constexpr const StageFacts& stage_facts(BlockKind kind) {
  return kSamplerStages.at(stage_number(kind));
}

/// Descriptions of the stages for which RTL may stand.
inline constexpr std::string_view kAddressGeneratorDescription = stage_facts(BlockKind::kAddressGenerator).description,
                                  kTagsDescription = stage_facts(BlockKind::kTags).description,
                                  kDataDescription = stage_facts(BlockKind::kData).description,
                                  kDecoderDescription = stage_facts(BlockKind::kDecoder).description,
                                  kFilterDescription = stage_facts(BlockKind::kFilter).description;

/// Whose requests a cache of lines serves, besides those of the caches before it.
enum class CacheUse : std::uint8_t {
  kOneSampler,   // a sampler's own: one for each of them
  kAllSamplers,  // what samplers of a slice read
  kAll,          // what samplers and data ports read and write
};

/// A cache of lines: it stands between a sampler's first level, which is no row here, and memory.
struct CacheFacts {
  BlockKind kind;
  CacheUse use;
  std::string_view path;         // of parameters, statistics and module, without the index of a subslice
  std::string_view label;        // in summaries and charts
  std::string_view called;       // in sentences
  std::string_view port;         // what moves its answers, in sentences
  std::string_view description;  // of its statistics

  /// Its own name, the last of the path: of places where lines are, too.
  constexpr std::string_view name() const { return path.substr(path.rfind('.') + 1); }
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

/// Place of a cache in kLineCaches; their number for kinds that are no cache of lines.
constexpr std::size_t cache_number(BlockKind kind) {
  return static_cast<std::size_t>(
      std::find_if(kLineCaches.begin(), kLineCaches.end(), [kind](const auto& c) { return c.kind == kind; }) -
      kLineCaches.begin());
}

constexpr bool is_line_cache(BlockKind kind) {
  return cache_number(kind) < kLineCaches.size();
}

/// The row of a cache of lines. The kind must be one's.
constexpr const CacheFacts& cache_facts(BlockKind kind) {
  return kLineCaches.at(cache_number(kind));
}

/// Some of the caches of lines, by their number.
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
