#include "rtl_cosim/scoreboard/cosim_waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <utility>

namespace texpipe::rtl_cosim {

namespace {

constexpr Port kBench[] = {{"offered", 1},    {"request", 32},     {"request_taken", 1}, {"answered", 1},
                           {"result_of", 32}, {"result_taken", 1}, {"differs", 1}};
constexpr std::string_view kRtlScope = "rtl";  // what Verilator calls TOP
constexpr std::uint64_t kHalfCycle = 500;      // ps

/// A declared signal of a dump.
struct DumpedSignal {
  std::string_view name;
  unsigned bits;
  std::string_view code;
};

/// Calls for what a dump declares and, after that, for its times and changes.
struct DumpListener {
  std::function<void(std::string_view)> begin_scope = [](std::string_view) {};
  std::function<void()> end_scope = [] {};
  std::function<void(const DumpedSignal&)> signal = [](const DumpedSignal&) {};
  std::function<bool()> end_declarations = [] { return true; };  // false: the rest does not matter
  std::function<void(std::uint64_t)> time = [](std::uint64_t) {};
  std::function<void(std::string_view, std::string_view)> change = [](std::string_view, std::string_view) {};
};

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return words;
    const std::size_t end = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

template <class Number>
Number number_of(std::string_view text) {
  Number number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// A value change dump as Verilator writes it: a declaration or a change on each line.
void read_dump(std::string_view dump, const DumpListener& listener) {
  while (!dump.empty()) {
    const std::size_t end = std::min(dump.find('\n'), dump.size());
    const std::string_view line = dump.substr(0, end);
    dump.remove_prefix(std::min(end + 1, dump.size()));
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) continue;
    if (words[0] == "$scope" && words.size() > 2) {
      listener.begin_scope(words[2]);
    } else if (words[0] == "$upscope") {
      listener.end_scope();
    } else if (words[0] == "$var" && words.size() > 4) {
      listener.signal({words[4], number_of<unsigned>(words[2]), words[3]});
    } else if (words[0] == "$enddefinitions") {
      if (!listener.end_declarations()) return;
    } else if (words[0][0] == '#') {
      listener.time(number_of<std::uint64_t>(words[0].substr(1)));
    } else if (words[0][0] == 'b' && words.size() == 2) {
      listener.change(words[1], words[0].substr(1));
    } else if (words[0][0] == '0' || words[0][0] == '1') {
      listener.change(words[0].substr(1), words[0].substr(0, 1));
    }
  }
}

std::string binary(const PortValue& value, unsigned bits) {
  std::string text;
  for (unsigned bit = bits; bit-- > 0;) text.push_back(value.get(bit, 1) != 0 ? '1' : '0');
  return text;
}

std::string path_of(std::string_view scope, const Port& signal) {
  return fmt::format("{}.{}{}", scope, signal.name, signal.bits > 1 ? fmt::format("[{}:0]", signal.bits - 1) : "");
}

}  // namespace

bool CosimWaves::begin(Traced& rtl, std::span<const Port> outputs) {
  outputs_.assign(outputs.begin(), outputs.end());
  return rtl.trace(dump_);
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
  std::map<std::string_view, std::vector<std::pair<std::size_t, unsigned>>> signals;  // by code: number and bits
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
    file.add_signal(std::string{signal.name}, signal.bits);
    signals[signal.code].emplace_back(next++, signal.bits);
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
    for (const auto& [number, width] : found->second)
      file.change(number, std::string(width - std::min<std::size_t>(width, bits.size()), '0') + std::string{bits});
  };
  read_dump(dump_, listener);
  file.end(2 * cycles_.size() * kHalfCycle);
}

std::vector<Port> CosimWaves::ports() const {
  std::vector<Port> ports;
  unsigned depth = 0;
  DumpListener listener;
  listener.begin_scope = [&](std::string_view) { ++depth; };
  listener.end_scope = [&] { --depth; };
  listener.signal = [&](const DumpedSignal& signal) {
    if (depth == 1) ports.push_back({signal.name, signal.bits});
  };
  listener.end_declarations = [] { return false; };
  read_dump(dump_, listener);
  return ports;
}

std::vector<CosimWaves::Shown> CosimWaves::shown() const {
  std::vector<Shown> groups{{"bench", {std::begin(kBench), std::end(kBench)}, "bench"},
                            {"RTL: ports", ports(), std::string{kRtlScope}}};
  if (!outputs_.empty()) groups.push_back({"expected by the model when a result is taken", outputs_, "model"});
  return groups;
}

std::string CosimWaves::gtkwave_file(const std::string& waves) const {
  std::string text = fmt::format("[dumpfile] \"{}\"\n[timestart] 0\n[signals_width] 260\n[sst_expanded] 0\n", waves);
  for (const Shown& group : shown()) {
    text += "@200\n-" + group.title + "\n";
    for (const Port& signal : group.signals)
      text += fmt::format("@{}\n{}\n",
                          signal.bits == 1         ? 28
                          : group.scope == "bench" ? 24
                                                   : 22,
                          path_of(group.scope, signal));
  }
  return text;
}

std::string CosimWaves::surfer_file(const std::string& waves) const {
  std::string text = fmt::format("load_file {}\n", waves);
  for (const Shown& group : shown()) {
    text += "divider_add " + group.title + "\n";
    for (const Port& signal : group.signals) text += fmt::format("variable_add {}.{}\n", group.scope, signal.name);
  }
  return text + "zoom_fit\n";
}

}  // namespace texpipe::rtl_cosim
