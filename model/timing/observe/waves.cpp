#include "timing/observe/waves.h"

#include <algorithm>

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

WaveWriter::WaveWriter(WaveFile& out, const EventHub& events, const Clock& clock, VcdWindow window)
    : out_{out}, events_{events}, clock_{clock}, window_{std::move(window)}, channels_(events.channels()) {
  declare();
}

bool WaveWriter::chosen(std::string_view path) const {
  return window_.blocks.empty() ||
         std::any_of(window_.blocks.begin(), window_.blocks.end(), [path](const std::string& block) {
           return path.starts_with(block) && (path.size() == block.size() || path[block.size()] == '.');
         });
}

void WaveWriter::declare() {
  std::map<std::string, std::size_t, machine::PathOrder> sorted;
  for (std::size_t id = 0; id < channels_.size(); ++id) {
    if (events_.kind(static_cast<ChannelId>(id)) == EventChannelKind::kCache) continue;  // lookups are no signal
    const std::string path{events_.path(static_cast<ChannelId>(id))};
    if (chosen(path)) sorted.emplace(path, id);
  }
  std::vector<std::string> open;
  for (const auto& [path, id] : sorted) {
    const std::vector<std::string> parts = parts_of(path);
    std::size_t common = 0;
    while (common < open.size() && common < parts.size() && open[common] == parts[common]) ++common;
    for (; open.size() > common; open.pop_back()) out_.end_scope();
    for (; open.size() < parts.size(); open.push_back(parts[open.size()])) out_.begin_scope(parts[open.size()]);
    Channel& channel = channels_[id];
    channel.chosen = true;
    channel.first = signals_.size();
    if (events_.kind(static_cast<ChannelId>(id)) == EventChannelKind::kSocket) {
      add_signal("requests", kCountBits, true);
      add_signal("waiting", 1, false);
      add_signal("responses", kCountBits, true);
      add_signal("held", 1, false);
    } else {
      add_signal("level", kLevelBits, false);
    }
  }
  for (; !open.empty(); open.pop_back()) out_.end_scope();
  out_.end_declarations();
}

void WaveWriter::add_signal(const std::string& name, unsigned bits, bool pulse) {
  signals_.push_back({bits, pulse});
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
    if (!stamped) out_.reach(clock_.span(time).value());
    stamped = true;
    signal.written = signal.value;
    out_.change(i, signal.value);
  }
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
  out_.end(clock_.span(std::min(end, window_.to)).value());
}

}  // namespace texpipe::timing
