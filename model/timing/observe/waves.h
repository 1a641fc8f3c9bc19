// Waves: handshakes and queue levels of chosen blocks in a chosen window.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "machine/statistics/statistics.h"
#include "timing/observe/events.h"
#include "timing/observe/vcd_window.h"
#include "timing/observe/wave_file.h"
#include "timing/transaction/clock.h"

namespace texpipe::timing {

/// One signal group per channel. A socket has, per cycle: `requests` (taken), `waiting` (1: a request is offered and
/// not taken at the end of the cycle), `responses` (begun), `held` (1: a response is not ended). A queue has its level
/// at the end of the cycle. The time axis counts the clock's period in picoseconds. Construct when all blocks are
/// built, call finish() after the run.
class WaveWriter final : public EventListener {
 public:
  WaveWriter(WaveFile& out, const EventHub& events, const Clock& clock, VcdWindow window);

  void on(const HandshakeEvent& event) override;
  void on(const LevelEvent& event) override;

  /// Writes what is left and the end of the window or run.
  void finish(Cycles end);

 private:
  struct Signal {
    unsigned bits = 1;
    bool pulse = false;  // returns to 0 in the next cycle
    std::uint64_t value = 0;
    std::uint64_t written = 0;
  };
  struct Channel {
    std::size_t first = 0;  // of its signals
    bool chosen = false;
  };

  void declare();
  void add_signal(const std::string& name, unsigned bits, bool pulse);
  bool chosen(std::string_view path) const;
  bool reach(Cycles time, ChannelId channel);
  void write(Cycles time);
  void clear_pulses();

  WaveFile& out_;
  const EventHub& events_;
  const Clock& clock_;
  VcdWindow window_;
  std::vector<Channel> channels_;  // by id
  std::vector<Signal> signals_;
  Cycles cycle_;
  bool pulses_ = false;
};

}  // namespace texpipe::timing
