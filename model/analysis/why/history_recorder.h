// Records the histories of chosen messages while a workload runs.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/why/message_history.h"
#include "analysis/why/pixel_history.h"
#include "machine/cache/sectors.h"
#include "machine/graph/machine_parameters.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

class HistoryRecorder final : public MessageFollower, public timing::EventListener {
 public:
  /// Machine and memory outlive the recorder. @param chosen  messages, with the channels that are asked for
  HistoryRecorder(const machine::MachineParameters& machine, const functional::GpuMemory& memory,
                  const std::map<std::uint64_t, std::set<unsigned>>& chosen);

  /// The machine stands: listens to it from now on.
  void listen(timing::Simulation& simulation);

  void sent(const functional::Message& message) override;
  void stored(std::uint32_t, std::uint32_t, std::span<const SampledChannel>) override {}
  void on(const timing::LookupEvent& event) override;
  void on(const timing::FillEvent& event) override;
  void on(const timing::FootprintEvent& event) override;
  void on(const timing::MessageEvent& event) override;
  void on(const timing::AnswerEvent& event) override;

  /// After the run, in the order of their numbers: messages as memory was when they were sent, and their histories.
  std::vector<AnsweredMessage> answered();

 private:
  /// A message's history while it grows.
  struct Growing {
    AnsweredMessage answer;
    MessageHistory& history() { return answer.history; }
    std::set<unsigned> channels;
    bool has_values = true;  // its response comes with values
    Cycles left_front_end;
    Cycles front_end_ready;
    Cycles responded_at;
    std::string sampler;
  };
  struct Line {
    std::size_t block;
    std::uint64_t line;
    bool operator==(const Line&) const = default;
  };
  struct LineHash {
    std::size_t operator()(const Line& key) const { return key.line * 0x9E37'79B9'7F4A'7C15u ^ key.block; }
  };
  /// The caches from which lines of a sampler's first cache are requested.
  struct NextLevel {
    ByteSize line;             // of the first cache
    machine::Sectors sectors;  // of its lines
    struct Cache {
      std::size_t block;
      std::string path;
      ByteSize line;
      std::uint32_t requester;
    };
    std::vector<Cache> caches;  // in the order in which a miss passes them
  };

  Growing* chosen(std::uint64_t number);
  Growing* chosen(const timing::SamplerWork& work);
  std::size_t block_of(timing::ChannelId channel) const { return block_of_channel_[static_cast<std::size_t>(channel)]; }
  std::size_t block(const std::string& path);
  NextLevel next_levels(const std::string& sampler);
  LineHistory line_history(const timing::LookupEvent& lookup, const NextLevel& next) const;
  void add_levels(LineHistory& line, const timing::LookupEvent& lookup, const NextLevel& next) const;
  void add_levels(LineHistory& line, ByteAddress part, const NextLevel& next) const;
  std::vector<TimeShare> shares(const Growing& growing, const MessageTimes& times) const;

  const machine::MachineParameters& machine_;
  const functional::GpuMemory& memory_;
  std::map<std::uint64_t, Growing> growing_;  // by number
  std::vector<std::string> blocks_;           // paths
  std::vector<std::size_t> block_of_channel_;
  std::unordered_map<const functional::Footprint*, std::vector<timing::LookupEvent>> lookups_;  // not left yet
  std::unordered_map<Line, std::vector<timing::LookupEvent>, LineHash> level_lookups_;
  std::unordered_map<Line, std::vector<timing::FillEvent>, LineHash> fills_;
};

}  // namespace texpipe::study
