#include "timing/observe/waves.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace texpipe::timing {
namespace {

enum SocketSignal : std::size_t { kRequests, kWaiting, kResponses, kHeld };

constexpr unsigned kCountBits = 8;
constexpr unsigned kLevelBits = 16;

std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts{""};
  for (const char c : path) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

}  // namespace

WaveWriter::WaveWriter(WaveFile& out, const EventHub& events, const Clock& clock, VcdWindow window,
                       std::span<InnerSignals* const> inner)
    : out_{out},
      events_{events},
      clock_{clock},
      window_{std::move(window)},
      channels_(events.channels()),
      offered_{inner.begin(), inner.end()} {
  declare();
}

bool WaveWriter::chosen(std::string_view path) const {
  return window_.blocks.empty() ||
         std::any_of(window_.blocks.begin(), window_.blocks.end(), [path](const std::string& block) {
           return path.starts_with(block) && (path.size() == block.size() || path[block.size()] == '.');
         });
}

void WaveWriter::declare() {
  struct Source {
    std::optional<std::size_t> channel;
    InnerSignals* inner = nullptr;
  };
  std::map<std::string, Source, machine::PathOrder> sorted;
  for (std::size_t id = 0; id < channels_.size(); ++id) {
    if (events_.kind(static_cast<ChannelId>(id)) == EventChannelKind::kCache) continue;  // lookups are no signal
    const std::string path{events_.path(static_cast<ChannelId>(id))};
    if (chosen(path)) sorted[path].channel = id;
  }
  for (InnerSignals* inner : offered_) {
    if (chosen(inner->path()) && inner->begin(window_.from, window_.to)) sorted[inner->path()].inner = inner;
  }
  std::vector<std::string> open, sockets;
  for (const auto& [path, source] : sorted) {
    const std::vector<std::string> parts = parts_of(path);
    std::size_t common = 0;
    while (common < open.size() && common < parts.size() && open[common] == parts[common]) ++common;
    for (; open.size() > common; open.pop_back()) out_.end_scope();
    for (; open.size() < parts.size(); open.push_back(parts[open.size()])) out_.begin_scope(parts[open.size()]);
    if (source.inner != nullptr) declare_inner(*source.inner);
    if (!source.channel) continue;
    Channel& channel = channels_[*source.channel];
    channel.chosen = true;
    channel.first = signals_.size();
    if (events_.kind(static_cast<ChannelId>(*source.channel)) == EventChannelKind::kSocket) {
      add_signal("requests", kCountBits, true);
      add_signal("waiting", 1, false);
      add_signal("responses", kCountBits, true);
      add_signal("held", 1, false);
      sockets.push_back(path);
    } else {
      add_signal("level", kLevelBits, false);
    }
  }
  for (; !open.empty(); open.pop_back()) out_.end_scope();
  out_.end_declarations();
  show_blocks(sockets);
}

void WaveWriter::declare_inner(InnerSignals& signals) {
  inner_.push_back({&signals, declared_});
  declared_ += signals.declare(out_);
}

/// Makes groups of the ports of blocks with inner signals, and of these blocks' sockets, for viewers to show.
void WaveWriter::show_blocks(const std::vector<std::string>& sockets) {
  std::vector<ShownGroup> shown;
  for (const Inner& inner : inner_) {
    const std::string path = inner.signals->path();
    const std::string block = path.substr(0, path.rfind('.') + 1);
    for (const std::string& socket : sockets) {
      if (socket.starts_with(block))
        shown.push_back({socket, socket, {{"requests", kCountBits}, {"waiting", 1}}, true});
    }
    shown.push_back({path + ": ports", path, inner.signals->ports()});
  }
  out_.show(std::move(shown));
}

void WaveWriter::add_signal(const std::string& name, unsigned bits, bool pulse) {
  signals_.push_back({declared_++, bits, pulse});
  out_.add_signal(name, bits);
}

// Signals change at the end of a cycle's events, so that the order of events inside a cycle does not show.
bool WaveWriter::reach(Cycles time, ChannelId channel) {
  if (time > cycle_) {
    write(cycle_);
    if (pulses_) {
      clear_pulses();
      if (time > cycle_ + Cycles{1}) write(cycle_ + Cycles{1});
    }
    cycle_ = time;
    for (const Inner& inner : inner_) inner.signals->catch_up();
    flush();
  }
  const auto id = static_cast<std::size_t>(channel);
  return id < channels_.size() && channels_[id].chosen;
}

void WaveWriter::clear_pulses() {
  for (Signal& signal : signals_) {
    if (signal.pulse) signal.value = 0;
  }
  pulses_ = false;
}

void WaveWriter::write(Cycles time) {
  if (time < window_.from || time >= window_.to) return;
  bool stamped = false;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    Signal& signal = signals_[i];
    if (signal.value == signal.written) continue;
    signal.written = signal.value;
    if (!inner_.empty()) {
      changes_.push_back({clock_.span(time).value(), signal.number, {}, signal.value});
      continue;
    }
    if (!stamped) out_.reach(clock_.span(time).value());
    stamped = true;
    out_.change(signal.number, signal.value);
  }
}

std::uint64_t WaveWriter::picoseconds(std::uint64_t half_cycle) const {
  const std::uint64_t begin = clock_.span(Cycles{half_cycle / 2}).value();
  return half_cycle % 2 == 0 ? begin : begin + (clock_.span(Cycles{half_cycle / 2 + 1}).value() - begin) / 2;
}

/// Writes the changes of inner signals, in order with all others: inner signals tell of a time only after it.
void WaveWriter::flush() {
  if (inner_.empty()) return;
  for (const Inner& inner : inner_) {
    taken_.clear();
    inner.signals->take(taken_);
    for (InnerSignals::Change& change : taken_)
      changes_.push_back({picoseconds(change.half_cycle), inner.first + change.signal, std::move(change.bits), 0});
  }
  std::stable_sort(changes_.begin(), changes_.end(),
                   [](const Change& one, const Change& other) { return one.time < other.time; });
  std::optional<std::uint64_t> reached;
  for (const Change& change : changes_) {
    if (reached != change.time) out_.reach(change.time);
    reached = change.time;
    if (change.bits.empty()) {
      out_.change(change.number, change.value);
    } else {
      out_.change(change.number, std::string_view{change.bits});
    }
  }
  changes_.clear();
}

void WaveWriter::on(const HandshakeEvent& event) {
  if (!reach(event.time, event.channel)) return;
  Signal* signals = &signals_[channels_[static_cast<std::size_t>(event.channel)].first];
  switch (event.phase) {
    case Handshake::kBeginRequest:
      signals[kWaiting].value = 1;
      break;
    case Handshake::kEndRequest:
      signals[kWaiting].value = 0;
      ++signals[kRequests].value;
      pulses_ = true;
      break;
    case Handshake::kBeginResponse:
      signals[kHeld].value = 1;
      ++signals[kResponses].value;
      pulses_ = true;
      break;
    case Handshake::kEndResponse:
      signals[kHeld].value = 0;
      break;
  }
}

void WaveWriter::on(const LevelEvent& event) {
  if (!reach(event.time, event.queue)) return;
  signals_[channels_[static_cast<std::size_t>(event.queue)].first].value = event.level;
}

void WaveWriter::finish(Cycles end) {
  write(cycle_);
  if (pulses_ && end > cycle_) {
    clear_pulses();
    write(cycle_ + Cycles{1});
  }
  flush();
  out_.end(clock_.span(std::min(end, window_.to)).value());
}

}  // namespace texpipe::timing
