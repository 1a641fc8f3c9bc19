// Plans of the sampler for a batch's messages, as columns of a recording (docs/reference/recording-format.md).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/planned_message.h"

namespace texpipe::study {

/// True for messages whose footprints a recording has: those of Gen9 to the sampler.
bool has_plan(const functional::Message& message);

using FootprintWords = std::array<std::uint32_t, 5>;

/// Places of the words of a kind's footprints, as stored and decoded.
using WordPlaceWords = std::array<std::uint32_t, 6>;

/// Collects the plans of messages in their order.
class PlanColumns {
 public:
  /// Plans a message of which has_plan() is true. Errors: those of execute_sampler_message.
  void add(const functional::GpuMemory& memory, const functional::Message& message);

  std::uint64_t bytes() const { return 8 * units_.size() + 4 * (footprints_.size() + subspans_.size()); }
  std::uint64_t footprints() const { return footprints_total_; }  // of all batches

  /// Plan of the message that was added last; its lines are units.
  const functional::SamplerOutcome& last() const { return stored_; }

  /// Puts the columns into a batch's content and begins anew.
  void take(nlohmann::json& content);

 private:
  std::vector<std::uint32_t> messages_;
  std::vector<std::uint32_t> subspans_;
  std::map<std::pair<FootprintWords, WordPlaceWords>, std::uint32_t> kinds_;
  std::vector<FootprintWords> kind_words_;
  std::vector<WordPlaceWords> kind_places_;
  std::vector<std::uint32_t> footprints_;
  std::vector<std::uint64_t> units_;
  std::uint64_t footprints_total_ = 0;
  functional::SamplerOutcome stored_;
  functional::SamplerOutcome decoded_;
};

/// The plans of a batch, checked.
/// @param messages  how many of the batch have one
/// Errors: kMalformedInput.
std::unique_ptr<functional::PlannedMessages> planned_messages(const nlohmann::json& content, std::uint64_t messages,
                                                              const std::string& name);

}  // namespace texpipe::study
