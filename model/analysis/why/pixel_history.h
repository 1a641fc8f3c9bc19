// Asks a run again: why a pixel, a message or a texel cost what it did.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/verify/row_trace.h"
#include "analysis/why/message_history.h"
#include "analysis/why/pixel_track.h"
#include "analysis/why/thread_times.h"
#include "study/definition/study.h"
#include "study/pixel_maps/pixel_paints.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

/// A texel of a surface that a binding table index names.
struct TexelQuery {
  std::uint32_t surface = 0;
  std::uint32_t level = 0;  // of the view
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::optional<std::uint64_t> draw{};  // of a frame, whose draws have tables of their own
};

/// Exactly one of them.
struct HistoryQuery {
  std::optional<PixelQuery> pixel;
  std::optional<MessageName> message;
  std::optional<TexelQuery> texel;
  std::size_t most = 8;  // messages to record
};

/// History of a channel's value in a message.
struct ChannelHistory {
  unsigned channel = 0;
  std::optional<PixelPlace> pixel;  // that stores it
  std::vector<TraceStep> steps;     // coordinates and levels
  std::vector<ProbedTexel> texels;  // with addresses and weights
  Rgba result{};                    // of texels and weights, in double precision
  std::optional<Rgba> returned;     // in the registers; none of 16-bit and integer results
};

/// Places of colours in a response's registers.
struct ColorPlaces {
  unsigned registers_of_color = 1;
  std::uint8_t disabled = 0;  // bits R G B A: not returned
};

/// A message with the channels that were asked for.
struct AnsweredMessage {
  MessageHistory history;
  std::string descriptor;  // in words
  std::string surface;
  std::string sampler;
  std::string operation;
  bool explained = false;  // its channels have steps and texels: of sample, gather4 and ld
  std::vector<ChannelHistory> channels;
  std::optional<ColorPlaces> colors;   // none of 16-bit and integer results
  std::optional<FollowedPhase> phase;  // of a frame
};

struct QueryAnswer {
  std::string study, machine, timing;
  HistoryQuery query;
  std::optional<std::uint64_t> cycles;             // of the run
  std::uint64_t messages = 0;                      // that the query finds
  std::optional<FoundPaints> paints;               // of a frame's pixel
  std::vector<TrackedCoverage> covered{};          // by which primitives the pixel is, in the order of the draws
  std::map<std::uint64_t, ThreadTimes> threads{};  // that shade it, on a machine
  std::vector<AnsweredMessage> answered;
};

/// Runs the folder's configuration again, twice: without time to find the messages, then as it was.
/// Errors: kMalformedInput for what is no complete run folder; kUsage for a pixel outside the picture, a message that
/// is not sent and a texel outside its surface; kUnsupported for a workload without sampler messages of threads;
/// kMismatch when the run ends with other cycles than the folder has.
QueryAnswer ask_run(const std::filesystem::path& folder, const timing::BlockRegistry& blocks,
                    const HistoryQuery& query);

/// Answers for several pixels at once, which takes no longer than one. Pixels that come from no sampler message are
/// left out.
std::vector<QueryAnswer> ask_pixels(const std::filesystem::path& folder, const timing::BlockRegistry& blocks,
                                    std::span<const PixelPlace> pixels, std::size_t most);

/// Places spread evenly over the picture of a run. Errors: kUsage for a run that draws none.
std::vector<PixelPlace> spread_pixels(const std::filesystem::path& folder, const timing::BlockRegistry& blocks,
                                      unsigned count);

std::string answer_text(const QueryAnswer& answer);
nlohmann::ordered_json answer_json(const QueryAnswer& answer);
/// A message with its channels, without a run around it.
std::string answered_message_text(const AnsweredMessage& message);
nlohmann::ordered_json answered_message_json(const AnsweredMessage& message);

}  // namespace texpipe::study
