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

/// A named source of events: a socket's channel or a queue. Numbered in order of registration.
enum class ChannelId : std::uint32_t {};
enum class EventChannelKind : std::uint8_t { kSocket, kQueue, kCache };

enum class Handshake : std::uint8_t { kBeginRequest, kEndRequest, kBeginResponse, kEndResponse };

/// A phase passed a socket.
struct HandshakeEvent {
  ChannelId channel;
  Cycles time;
  Handshake phase;
};

/// A queue has a new number of entries.
struct LevelEvent {
  ChannelId queue;
  Cycles time;
  std::uint64_t level;
};

/// A cache looked up one line.
struct LookupEvent {
  ChannelId cache;
  Cycles time;
  std::uint64_t line;  // line number in its address space
  machine::LineLookup result;
  const functional::Footprint* footprint = nullptr;  // for which a sampler's first cache looks; null: another cache
  std::uint32_t requester = 0;                       // of another cache: its socket
  ByteSize line_size{};                              // of another cache
};

/// A line that was asked for is there.
struct FillEvent {
  ChannelId cache;
  Cycles time;
  std::uint64_t line;
  Cycles asked;
};

/// A footprint leaves a stage of a sampler.
struct FootprintEvent {
  ChannelId stage;
  const FootprintExtension* footprint;
  Cycles entered;
  Cycles issued;
  Cycles ready;        // its work and latency are over
  Cycles lines_there;  // 0 where it waited for none
  Cycles left;
};

/// A message leaves a sampler's front end, or with its response the sampler.
struct MessageEvent {
  ChannelId block;
  const SamplerWork* work;
  bool answered;
  Cycles entered;  // of the front end; else when its last footprint came
  Cycles ready;    // offered to what is next
  Cycles left;
};

/// A response is in the registers of the thread that sent the message.
struct AnswerEvent {
  const MessageExtension* message;
  Cycles time;
};

/// The dispatcher starts a thread in a slot of an EU, or its last message arrived there.
struct ThreadEvent {
  const ThreadIndex* place;
  bool ended;
  unsigned group;   // of the workload; only of one that starts
  unsigned thread;  // of the group; the same
  Cycles time;
};

/// A thread goes on that could issue nothing until a response came.
struct ThreadWaitEvent {
  const MessageExtension* message;  // that the response belongs to; of several, the last
  Cycles since;
  Cycles until;
};

/// A data port offers its response to a message.
struct DataPortEvent {
  const MessageExtension* message;
  bool local;             // it moved shared local memory
  Cycles sent;            // its last line went to L3; when it was taken where it has none
  Cycles there;           // its last line is there, or acknowledged; the same as done where it has none
  Cycles done;            // what the port itself does to lines is over, or the banks have moved them
  ByteAddress last_line;  // which came last; where it has one
};

class EventListener {
 public:
  virtual ~EventListener() = default;
  virtual void on(const HandshakeEvent&) {}
  virtual void on(const LevelEvent&) {}
  /// Where it is false for every listener, samplers may leave levels, lookups and arrivals of lines out.
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

  /// @param publish_before  of a block that publishes later than things happen: publishes all that happened before a
  ///                        cycle, up to which all blocks around it have come
  void add_late(std::function<void(Cycles)> publish_before) { late_.push_back(std::move(publish_before)); }
  /// Everything that happened before `end` has been published afterwards.
  void catch_up(Cycles end) const {
    for (const auto& publish_before : late_) publish_before(end);
  }

  void add(EventListener& listener) { listeners_.push_back(&listener); }
  bool listening() const { return !listeners_.empty(); }
  /// Somebody listens to what happens inside samplers besides footprints: the most frequent events.
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
