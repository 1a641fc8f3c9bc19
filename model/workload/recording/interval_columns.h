// Signatures of intervals (consecutive work groups) of a recording: what each asks of a machine
// (docs/reference/recording-format.md). They tell intervals apart, and bring caches to the state that earlier intervals
// leave, without simulating those.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/enum_table.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "machine/cache/warm_cache.h"

namespace texpipe::study {

/// The signature of an interval: sums over its messages, the same on every machine.
enum class IntervalFeature : std::uint8_t {
  kInstructions,
  kSamplerMessages,
  kSubspans,
  kPointFootprints,
  kBilinearFootprints,
  kTrilinearFootprints,
  kAnisotropicFootprints,
  kTexels,
  kUnits,
  kDataPortMessages,
  kDataPortBytes,
  kLocalBytes,
  kOtherMessages,
  kLines,
  kReturnedLines,
  kFreshLines,
};
inline constexpr std::size_t kIntervalFeatures = 16;
EnumRows enum_rows(IntervalFeature);

using IntervalSignature = std::array<std::uint64_t, kIntervalFeatures>;

/// A line of 64 bytes that an interval touches.
struct TouchedLine {
  std::uint64_t number = 0;  // address / 64
  machine::LineUse use = machine::LineUse::kSampled;
  std::uint8_t groups = kManyGroups;  // of the interval that touch it

  /// Number that stands for itself or more, or for an unknown number.
  static constexpr std::uint8_t kManyGroups = 255;
};
inline constexpr std::uint64_t kTouchedLineBytes = 64;

struct RecordedInterval {
  unsigned first_group = 0;
  unsigned groups = 0;
  IntervalSignature signature{};
  std::vector<TouchedLine> lines;  // each once for each use, in order of first touch
};

/// Collects the intervals of a recording in their order.
class IntervalColumns {
 public:
  /// @param threads_per_interval  after which an interval ends by itself
  explicit IntervalColumns(unsigned threads_per_group, unsigned threads_per_interval = kThreadsPerInterval);
  static constexpr unsigned kThreadsPerInterval = 256;

  void add_instruction() { ++count(IntervalFeature::kInstructions); }
  /// @param planned  null: of no message to the sampler
  void add_message(const functional::SamplerOutcome* planned);
  /// Adds the accesses of one message to the data port.
  void add_accesses(const functional::DataPortOutcome& outcome);
  void end_group();
  /// Ends an interval that has groups; after the last group, it may be shorter than the others.
  void finish();

  /// The intervals that ended since the last call, as they follow a batch of threads.
  std::vector<RecordedInterval> take_intervals();
  /// A chunk of a recording with the intervals that ended.
  nlohmann::json take(unsigned first_group, unsigned groups);

 private:
  std::uint64_t& count(IntervalFeature feature) { return signature_[static_cast<std::size_t>(feature)]; }
  /// Last touch of a line.
  struct Touch {
    std::uint32_t interval = 0;  // number, from 1
    std::uint32_t line = 0;      // of those of the interval
  };

  void touch(std::uint64_t line, machine::LineUse use);
  void end_interval();
  void clear();

  unsigned groups_per_interval_;
  unsigned groups_ = 0;         // of the interval that is collected
  std::uint32_t interval_ = 1;  // its number, from 1
  IntervalSignature signature_{};
  std::uint64_t messages_ = 0;
  std::vector<TouchedLine> lines_;                    // of it
  std::vector<unsigned> last_groups_;                 // of the interval, that touched them
  std::unordered_map<std::uint64_t, Touch> touched_;  // line and use

  // Groups, signatures and lines of the intervals that ended.
  std::vector<std::uint32_t> interval_groups_;
  std::vector<IntervalSignature> signatures_;
  std::vector<std::uint32_t> line_counts_;
  std::vector<TouchedLine> all_lines_;
};

/// Adds a chunk's intervals to those before. Errors: kMalformedInput.
void read_intervals(const nlohmann::json& content, const std::string& name, std::vector<RecordedInterval>& intervals);

}  // namespace texpipe::study
