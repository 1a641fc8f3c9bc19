#include "rtl_cosim/blocks/rtl_signals.h"

#include <algorithm>

#include "rtl_cosim/blocks/value_change_dump.h"

namespace texpipe::rtl_cosim {

RtlSignals::RtlSignals(timing::Simulation& simulation, std::string block, Traced& rtl, std::function<void()> catch_up)
    : sc_object{"signals"},
      simulation_{simulation},
      block_{std::move(block)},
      rtl_{rtl},
      catch_up_{std::move(catch_up)} {}

bool RtlSignals::begin(Cycles from, Cycles to) {
  return rtl_.trace(dump_, {from.value(), to.value()});
}

std::size_t RtlSignals::declare(timing::WaveFile& file) {
  std::size_t count = 0;
  unsigned depth = 0;
  DumpListener listener;
  // The outermost scope, which Verilator calls TOP, is the one that holds these.
  listener.begin_scope = [&](std::string_view name) {
    if (depth++ > 0) file.begin_scope(std::string{name});
  };
  listener.end_scope = [&] {
    if (--depth > 0) file.end_scope();
  };
  listener.signal = [&](const DumpedSignal& signal) {
    file.declare(signal.wave());
    places_[std::string{signal.code}].push_back({count++, signal.bits, signal.is_real});
    if (depth == 1) ports_.push_back(signal.shown());
  };
  listener.end_declarations = [] { return false; };
  rtl_.flush_trace();
  read_dump(dump_, listener);
  dump_.clear();
  return count;
}

void RtlSignals::catch_up() {
  simulation_.guarded(catch_up_);
}

void RtlSignals::take(std::vector<Change>& changes) {
  rtl_.flush_trace();
  std::uint64_t time = 0;
  DumpListener listener;
  listener.time = [&](std::uint64_t half_cycle) { time = half_cycle; };
  listener.change = [&](std::string_view code, std::string_view bits) {
    const auto found = places_.find(code);
    if (found == places_.end()) return;
    for (const Place& place : found->second) {
      const DumpedSignal signal{.bits = place.bits, .is_real = place.is_real};
      changes.push_back({time, place.signal, signal.whole(bits)});
    }
  };
  read_dump(dump_, listener);
  dump_.clear();
}

}  // namespace texpipe::rtl_cosim
