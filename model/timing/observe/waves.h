// Waves: handshakes and queue levels of chosen blocks in a chosen window of time.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machine/statistics/statistics.h"
#include "timing/kernel/clock.h"
#include "timing/observe/events.h"
#include "timing/observe/inner_signals.h"
#include "timing/observe/vcd_window.h"
#include "timing/observe/wave_file.h"

namespace texpipe::timing {

/// One signal group per channel. A socket has, per cycle: `requests` (taken), `waiting` (1: a request is offered and
/// not taken at the end of the cycle), `responses` (begun), `held` (1: a response is not ended). A queue has its level
/// at the end of the cycle. Where a block has inner signals, as RTL has, these stand below it. The time axis counts the
/// clock's period in picoseconds. Construct when all blocks are built, call finish() after the run.
class WaveWriter final : public EventListener {
 public:
  /// @param inner  signals inside of blocks
  WaveWriter(WaveFile& out, const EventHub& events, const Clock& clock, VcdWindow window,
             std::span<InnerSignals* const> inner = {});

  void on(const HandshakeEvent& event) override;
  void on(const LevelEvent& event) override;

  /// Writes the remaining changes, and the end of the window or run.
  void finish(Cycles end);

 private:
  struct Signal {
    std::size_t number = 0;  // number in the file
    unsigned bits = 1;
    bool pulse = false;  // returns to 0 in the next cycle
    std::uint64_t value = 0;
    std::uint64_t written = 0;
  };
  struct Channel {
    std::size_t first = 0;  // number of its first signal in signals_
    bool chosen = false;
  };
  struct Inner {
    InnerSignals* signals;
    std::size_t first;  // number of its first signal in the file
  };
  struct Change {
    std::uint64_t time;  // ps
    std::size_t number;
    std::string bits;  // new value of an inner signal; empty: `value` is the new one
    std::uint64_t value;
  };

  void declare();
  void declare_inner(InnerSignals& signals);
  void show_blocks(const std::vector<std::string>& sockets);
  void add_signal(const std::string& name, unsigned bits, bool pulse);
  bool chosen(std::string_view path) const;
  bool reach(Cycles time, ChannelId channel);
  void write(Cycles time);
  void clear_pulses();
  void flush();
  std::uint64_t picoseconds(std::uint64_t half_cycle) const;

  WaveFile& out_;
  const EventHub& events_;
  const Clock& clock_;
  VcdWindow window_;
  std::vector<Channel> channels_;  // by number of the channel
  std::vector<Signal> signals_;
  std::vector<InnerSignals*> offered_;
  std::vector<Inner> inner_;     // inner signals of chosen blocks
  std::vector<Change> changes_;  // changes that are not written yet, where there are inner signals
  std::vector<InnerSignals::Change> taken_;
  std::size_t declared_ = 0;
  Cycles cycle_;
  bool pulses_ = false;
};

}  // namespace texpipe::timing
