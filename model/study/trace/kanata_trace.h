// Kanata 0004: footprints through the stages of the samplers, for pipeline viewers.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include "study/trace/trace_sink.h"

namespace texpipe::study {

/// Trace in the format Kanata. Its instruction is a footprint here: fetched when it enters the first stage, retired
/// when its last one lets it go. Kept until finish(), because the format is in the order of time.
class KanataTrace final : public TraceSink {
 public:
  explicit KanataTrace(std::ostream& out) : out_{out} {}

  void on(const TracedFootprint& footprint) override;
  void message_done(std::uintptr_t work) override { open_.erase(work); }
  void interrupted() override { open_.clear(); }
  void finish() override;

 private:
  struct Passage {
    std::uint32_t stage;  // of stages_
    Cycles entered;
    Cycles left;
  };
  struct Whole {
    std::uint64_t number;
    std::uint16_t subspan;
    std::uint16_t index;
    std::uint8_t level;
    std::uint8_t tap;
    std::uint32_t sampler;
    std::vector<Passage> passages;
  };
  using Place = std::uint32_t;  // subspan and index

  std::ostream& out_;
  std::vector<std::string> stages_;    // last names
  std::vector<std::string> samplers_;  // paths
  std::vector<Whole> footprints_;
  std::unordered_map<std::uintptr_t, std::map<Place, std::size_t>> open_;  // of footprints_, by message
};

}  // namespace texpipe::study
