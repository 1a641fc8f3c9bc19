// Histories of sampler messages of a run, from their send to their registers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "functional/message/message.h"
#include "functional/sampling/footprint.h"
#include "study/pixel_maps/message_follower.h"
#include "timing/observe/events.h"

namespace texpipe::study {

/// A lookup of a line's bytes in a cache behind the first one.
struct LevelLookup {
  std::string cache;
  Cycles time;
  machine::LineLookup result = machine::LineLookup::kHit;
};

/// A line that a footprint needs.
struct LineHistory {
  std::uint64_t line = 0;     // number in the first cache
  bool decoded = false;       // it is of decoded texels
  std::uint64_t address = 0;  // of its stored bytes
  Cycles looked_up;
  machine::LineLookup result = machine::LineLookup::kHit;
  std::optional<Cycles> there;      // of a line that was missing or on its way
  std::vector<LevelLookup> levels;  // of a missing one, part by part
};

/// A footprint's way through a stage.
struct StagePassage {
  std::string stage;  // path of the block
  Cycles entered;
  Cycles issued;
  Cycles ready;
  Cycles lines_there;  // 0: it waited for none
  Cycles left;
};

struct FootprintHistory {
  unsigned subspan = 0;
  unsigned index = 0;  // in the subspan
  bool last = false;   // of the message
  bool token = false;  // of a message without footprints
  unsigned level = 0;
  unsigned tap = 0;
  unsigned pixels = 0;  // bit p: pixel p of the subspan takes part
  std::vector<StagePassage> stages;
  std::vector<LineHistory> lines;
};

/// A part of a message's time and what it went to. The parts of a message follow one another.
struct TimeShare {
  std::string where;
  std::string what;
  Cycles cycles;
};

/// The message's clock: none where the run has none.
struct MessageTimes {
  std::string sampler;  // path
  Cycles sent_at;
  Cycles accepted_at;
  Cycles responded_at;
  Cycles answered_at;
  std::vector<TimeShare> shares;  // sum to answered_at - sent_at
};

struct MessageHistory {
  MessageName name;
  functional::Message message;  // as sent
  functional::MessageResponse response;
  std::string sender;  // path of the EU and its thread
  std::optional<MessageTimes> times;
  std::vector<FootprintHistory> footprints;  // in the order of the address generator; none but in an approximate timing
};

}  // namespace texpipe::study
