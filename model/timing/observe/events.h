// Typed events that blocks publish when somebody listens.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "machine/cache/line_lookup.h"

namespace texpipe::functional {
struct Footprint;
}

namespace texpipe::timing {

struct FootprintExtension;
struct MessageExtension;
struct SamplerWork;
struct ThreadIndex;

/// Number of a source of events, which has a name: a socket's channel or a queue. Numbered in order of registration.
enum class ChannelId : std::uint32_t {};
enum class EventChannelKind : std::uint8_t { kSocket, kQueue, kCache };

enum class Handshake : std::uint8_t { kBeginRequest, kEndRequest, kBeginResponse, kEndResponse };

/// A phase that passed a socket.
struct HandshakeEvent {
  ChannelId channel;
  Cycles time;
  Handshake phase;
};

/// New number of entries of a queue.
struct LevelEvent {
  ChannelId queue;
  Cycles time;
  std::uint64_t level;
};

/// Lookup of one line in a cache.
struct LookupEvent {
  ChannelId cache;
  Cycles time;
  std::uint64_t line;  // line number in its address space
  machine::LineLookup result;
  // read by a sampler's first cache for this footprint; null: another cache
  const functional::Footprint* footprint = nullptr;
  std::uint32_t requester = 0;  // number of the asking socket, for another cache
  ByteSize line_size{};         // for another cache
};

/// Arrival of a line that was asked for.
struct FillEvent {
  ChannelId cache;
  Cycles time;
  std::uint64_t line;
  Cycles asked;
};

/// Departure of a footprint from a stage of a sampler.
struct FootprintEvent {
  ChannelId stage;
  const FootprintExtension* footprint;
  Cycles entered;
  Cycles issued;
  Cycles ready;        // when its work and latency were over
  Cycles lines_there;  // 0 when it waited for no line
  Cycles left;
};

/// Departure of a message from a sampler's front end, or with its response from the sampler.
struct MessageEvent {
  ChannelId block;
  const SamplerWork* work;
  bool answered;
  Cycles entered;  // when it entered the front end; of a response, when its last footprint came
  Cycles ready;    // when it was offered to the next unit
  Cycles left;
};

/// Arrival of a response in the registers of the thread that sent the message.
struct AnswerEvent {
  const MessageExtension* message;
  Cycles time;
};

/// Start of a thread in a slot of an EU, or arrival of its last message at the dispatcher.
struct ThreadEvent {
  const ThreadIndex* place;
  bool ended;
  unsigned group;   // number in the workload; only for a start
  unsigned thread;  // number in the group; only for a start
  Cycles time;
};

/// End of a wait: a thread goes on that could issue nothing until a response came.
struct ThreadWaitEvent {
  const MessageExtension* message;  // its response ended the wait; of several, the last one
  Cycles since;
  Cycles until;
};

/// Offer of a data port's response to a message.
struct DataPortEvent {
  const MessageExtension* message;
  bool local;             // whether it moved shared local memory
  Cycles sent;            // when its last line went to L3; when it was taken, if it has no line
  Cycles there;           // when its last line was there or acknowledged; same as `done`, if it has no line
  Cycles done;            // when the port's own work on the lines was over, or the banks had moved them
  ByteAddress last_line;  // line that came last, if it has one
};

class EventListener {
 public:
  virtual ~EventListener() = default;
  virtual void on(const HandshakeEvent&) {}
  virtual void on(const LevelEvent&) {}
  /// Whether it needs levels, lookups and arrivals of lines inside samplers, which may be left out when no listener
  /// does.
  virtual bool wants_sampler_details() const { return true; }
  virtual void on(const LookupEvent&) {}
  virtual void on(const FillEvent&) {}
  virtual void on(const FootprintEvent&) {}
  virtual void on(const MessageEvent&) {}
  virtual void on(const AnswerEvent&) {}
  virtual void on(const ThreadEvent&) {}
  virtual void on(const ThreadWaitEvent&) {}
  virtual void on(const DataPortEvent&) {}
};

/// Path of a subslice by its number. @param paths  of all, in a machine of several slices; else none
inline std::string subslice_path(const std::vector<std::string>& paths, std::uint32_t subslice) {
  return subslice < paths.size() ? paths[subslice] : "slice.subslice[" + std::to_string(subslice) + "]";
}

/// Distributes events. Publishing costs one test when nobody listens. Events of one time come in the order of
/// processes; listeners that write files sort them by channel.
class EventHub {
 public:
  /// Channels are registered while blocks are built. `path` is the block's path and the socket's or queue's name.
  ChannelId channel(EventChannelKind kind, std::string path) {
    channels_.push_back({kind, std::move(path)});
    return static_cast<ChannelId>(channels_.size() - 1);
  }
  std::string_view path(ChannelId channel) const { return channels_[static_cast<std::size_t>(channel)].path; }
  EventChannelKind kind(ChannelId channel) const { return channels_[static_cast<std::size_t>(channel)].kind; }
  std::size_t channels() const { return channels_.size(); }

  /// @param publish_before  of a block that publishes events later than they happen: publishes all events before a
  ///                        cycle up to which all blocks around it have come
  void add_late(std::function<void(Cycles)> publish_before) { late_.push_back(std::move(publish_before)); }
  /// Makes late blocks publish all events before `end`.
  void catch_up(Cycles end) const {
    for (const auto& publish_before : late_) publish_before(end);
  }

  /// Path of a subslice by its number; those of machines with one slice follow from it.
  std::string subslice_path(std::uint32_t subslice) const { return timing::subslice_path(subslices, subslice); }
  std::vector<std::string> subslices;  // paths by number, where there are several slices

  void add(EventListener& listener) { listeners_.push_back(&listener); }
  void remove(EventListener& listener) { std::erase(listeners_, &listener); }
  bool listening() const { return !listeners_.empty(); }
  /// Whether somebody listens to the most frequent events, those inside samplers other than of footprints.
  bool sampler_details_wanted() const {
    return std::any_of(listeners_.begin(), listeners_.end(),
                       [](EventListener* listener) { return listener->wants_sampler_details(); });
  }

  template <class Event>
  void publish(const Event& event) const {
    for (EventListener* listener : listeners_) listener->on(event);
  }

 private:
  struct Channel {
    EventChannelKind kind;
    std::string path;
  };

  std::vector<Channel> channels_;
  std::vector<EventListener*> listeners_;
  std::vector<std::function<void(Cycles)>> late_;
};

}  // namespace texpipe::timing
