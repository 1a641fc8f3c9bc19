// Stimulus of the texture cache: footprints, offers, back-pressure, resets and the memory behind it, each a
// function of the seed and of its place alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "rtl_cosim/scoreboard/last_reset.h"
#include "rtl_cosim/verilated/verilated_texture_cache.h"

namespace texpipe::rtl_cosim {

/// Patterns of how the lines of footprints lie to each other; one drawn for every 64 footprints.
enum class CachePattern : std::uint8_t { kLocal, kScattered, kConflicting, kStrided, kRepeated, kThrashing, kFull };
EnumRows enum_rows(CachePattern);

/// Patterns of when the memory answers; one drawn for every 1024 cycles.
enum class AnswerPattern : std::uint8_t { kFixed, kShuffled, kBursts, kStraggling };
EnumRows enum_rows(AnswerPattern);

struct CacheStimulusParameters {
  std::uint64_t seed = 1;
  std::uint32_t requests = 10'000;
  std::vector<std::uint64_t> only;
  std::vector<CachePattern> patterns;
  std::vector<AnswerPattern> answers;
  std::uint32_t most_lines = verilated_texture_cache::kLines;
  std::uint32_t latency = 100;
  std::uint32_t offered_percent = 80;
  std::uint32_t ready_percent = 70;
  std::uint32_t asked_percent = 70;
  std::uint32_t reset_every = kUsualResetEvery;

  template <class Visitor>
  void describe(Visitor& v) {
    v("seed", seed, {.help = "of footprints, offers, back-pressure, memory, resets and what registers hold at first"});
    v("requests", requests, {.range = {{1, 100'000'000}}, .help = "footprints that are driven"});
    v("only", only, {.help = "numbers of the footprints that are driven, in this order; empty: all from 0 on"});
    v("patterns", patterns, {.help = "how lines lie to each other, to draw from; empty: all"});
    v("answers", answers, {.help = "when the memory answers, to draw from; empty: all"});
    v("most_lines", most_lines,
      {.range = {{1, verilated_texture_cache::kLines}},
       .help = "lines of a footprint where they are scattered, at most"});
    v("latency", latency, {.range = {{1, 10'000}}, .help = "cycles of the memory, at most"});
    v("offered_percent", offered_percent, {.range = {{1, 100}}, .help = "cycles in which a footprint is offered"});
    v("ready_percent", ready_percent, {.range = {{1, 100}}, .help = "cycles in which a result is taken"});
    v("asked_percent", asked_percent, {.range = {{1, 100}}, .help = "cycles in which the memory takes a request"});
    v("reset_every", reset_every,
      {.range = {{0, 1'000'000'000}}, .help = "cycles from one reset to the next, on average; 0: only the first"});
  }
};

class CacheStimulus {
 public:
  explicit CacheStimulus(const CacheStimulusParameters& parameters);

  const CacheStimulusParameters& parameters() const { return parameters_; }

  /// Footprints in all, and the number of the one whose turn it is.
  std::uint64_t count() const;
  std::uint64_t number(std::uint64_t turn) const { return parameters_.only.empty() ? turn : parameters_.only[turn]; }

  /// Keys of a footprint's lines, each once; the highest bit is the address space.
  std::vector<std::uint64_t> keys(std::uint64_t number) const;
  CachePattern pattern(std::uint64_t number) const;
  /// Those that are drawn from.
  std::vector<CachePattern> patterns() const;
  std::vector<AnswerPattern> answers() const;

  bool offers(std::uint64_t cycle) const { return chance(kOffers, cycle, parameters_.offered_percent); }
  bool takes(std::uint64_t cycle) const { return chance(kReady, cycle, parameters_.ready_percent); }
  bool memory_takes(std::uint64_t cycle) const { return chance(kAsked, cycle, parameters_.asked_percent); }
  /// From this cycle on the memory has an answer to what it took in `cycle`.
  std::uint64_t answered(std::uint64_t cycle) const;
  AnswerPattern answer_pattern(std::uint64_t cycle) const;
  /// The first reset after `cycle`.
  std::uint64_t next_reset(std::uint64_t cycle) const;
  std::uint64_t power_up() const;

  /// Bytes of a line in memory after so many resets in flight: each changes them, so that a line which was kept over
  /// one shows.
  static CacheLineWords line(std::uint64_t key, std::uint64_t resets);

 private:
  /// Independent streams of one seed.
  enum Stream : std::uint64_t { kFootprints = 1, kOffers, kReady, kAsked, kAnswers, kResets, kPowerUp };

  std::uint64_t stream(Stream which) const;
  bool chance(Stream which, std::uint64_t cycle, std::uint32_t percent) const;

  CacheStimulusParameters parameters_;
  std::vector<CachePattern> patterns_;
  std::vector<AnswerPattern> answers_;
};

/// Text of how a line that came out of a cache differs: its place in the footprint, its key, the first byte, and
/// whose bytes these are, if they are those of another line or of before a reset.
/// @param keys    of the footprint's lines
/// @param resets  in flight before it
std::string wrong_line_text(std::size_t line, const std::vector<std::uint64_t>& keys, std::uint64_t resets,
                            const CacheLineWords& found);

/// The memory behind the cache: one answer a cycle, of those that are due the one that is due longest.
class CacheMemory {
 public:
  explicit CacheMemory(const CacheStimulus& stimulus) : stimulus_{stimulus} {}

  /// It took a request with this tag in `cycle`.
  void ask(std::uint64_t cycle, std::uint64_t tag) { due_.push_back({stimulus_.answered(cycle), tag}); }
  /// The tag that is answered in `cycle`; to be asked once a cycle.
  std::optional<std::uint64_t> answer(std::uint64_t cycle);
  bool waits() const { return !due_.empty(); }
  void reset() { due_.clear(); }

 private:
  const CacheStimulus& stimulus_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> due_;  // cycle, tag; in the order of requests
};

}  // namespace texpipe::rtl_cosim
