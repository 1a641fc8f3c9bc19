#include "rtl_cosim/scoreboard/cosim_waves.h"

#include <algorithm>
#include <map>
#include <utility>

#include "rtl_cosim/blocks/value_change_dump.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr Port kBench[] = {{"offered", 1},    {"request", 32},     {"request_taken", 1}, {"answered", 1},
                           {"result_of", 32}, {"result_taken", 1}, {"differs", 1}};
constexpr std::string_view kRtlScope = "rtl";  // what Verilator calls TOP
constexpr std::uint64_t kHalfCycle = 500;      // ps

std::string binary(const PortValue& value, unsigned bits) {
  std::string text;
  for (unsigned bit = bits; bit-- > 0;) text.push_back(value.get(bit, 1) != 0 ? '1' : '0');
  return text;
}

}  // namespace

bool CosimWaves::begin(Traced& rtl, std::span<const Port> outputs) {
  outputs_.assign(outputs.begin(), outputs.end());
  return rtl.trace(dump_, {});
}

void CosimWaves::write(timing::WaveFile& file) const {
  file.begin_scope("bench");
  for (const Port& signal : kBench) file.add_signal(std::string{signal.name}, signal.bits);
  file.end_scope();
  if (!outputs_.empty()) {
    file.begin_scope("model");
    for (const Port& output : outputs_) file.add_signal(std::string{output.name}, output.bits);
    file.end_scope();
  }
  const std::size_t first_of_rtl = std::size(kBench) + outputs_.size();

  std::size_t next = first_of_rtl;
  std::map<std::string_view, std::vector<std::pair<std::size_t, DumpedSignal>>> signals;  // by code, with numbers
  const auto note = [&](std::uint64_t n) {
    if (n >= cycles_.size()) return;
    const CosimCycle& cycle = cycles_[n];
    file.change(0, cycle.offered.has_value());
    file.change(1, cycle.offered.value_or(0));
    file.change(2, cycle.request_taken);
    file.change(3, cycle.answered.has_value());
    file.change(4, cycle.answered.value_or(0));
    file.change(5, cycle.result_taken);
    file.change(6, cycle.differs);
    for (std::size_t output = 0; cycle.expected && output < outputs_.size(); ++output)
      file.change(std::size(kBench) + output, binary((*cycle.expected)[output], outputs_[output].bits));
  };
  DumpListener listener;
  bool outermost = true;
  listener.begin_scope = [&](std::string_view name) {
    file.begin_scope(std::string{std::exchange(outermost, false) ? kRtlScope : name});
  };
  listener.end_scope = [&] { file.end_scope(); };
  listener.signal = [&](const DumpedSignal& signal) {
    file.declare(signal.wave());
    signals[signal.code].emplace_back(next++, signal);
  };
  listener.end_declarations = [&] {
    file.end_declarations();
    return true;
  };
  listener.time = [&](std::uint64_t half_cycle) {
    file.reach(half_cycle * kHalfCycle);
    if (half_cycle % 2 == 0) note(half_cycle / 2);
  };
  listener.change = [&](std::string_view code, std::string_view bits) {
    const auto found = signals.find(code);
    if (found == signals.end()) return;
    for (const auto& [number, signal] : found->second) file.change(number, signal.whole(bits));
  };
  read_dump(dump_, listener);
  file.end(2 * cycles_.size() * kHalfCycle);
}

std::vector<timing::ShownGroup> CosimWaves::shown() const {
  const auto signals = [](std::span<const Port> ports) {
    std::vector<timing::ShownSignal> all;
    for (const Port& port : ports) all.push_back({std::string{port.name}, port.bits});
    return all;
  };
  std::vector<timing::ShownGroup> groups{{"bench", "bench", signals(kBench), true},
                                         {"RTL: ports", std::string{kRtlScope}, ports()}};
  if (!outputs_.empty()) groups.push_back({"expected by the model when a result is taken", "model", signals(outputs_)});
  return groups;
}

std::vector<timing::ShownSignal> CosimWaves::ports() const {
  std::vector<timing::ShownSignal> ports;
  unsigned depth = 0;
  DumpListener listener;
  listener.begin_scope = [&](std::string_view) { ++depth; };
  listener.end_scope = [&] { --depth; };
  listener.signal = [&](const DumpedSignal& signal) {
    if (depth == 1) ports.push_back(signal.shown());
  };
  listener.end_declarations = [] { return false; };
  read_dump(dump_, listener);
  return ports;
}

}  // namespace texpipe::rtl_cosim
