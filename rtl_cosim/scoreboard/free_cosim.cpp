#include "rtl_cosim/scoreboard/free_cosim.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "base/diagnostic.h"
#include "rtl_cosim/scoreboard/last_reset.h"
#include "rtl_cosim/scoreboard/pauses.h"
#include "rtl_cosim/scoreboard/random_stream.h"
#include "rtl_cosim/verilated/rtl_stopped.h"

namespace texpipe::rtl_cosim {

namespace {

/// Independent streams of one seed.
enum Stream : std::uint64_t {
  kRequestStream = 1,
  kOfferStream,
  kReadyStream,
  kResetStream,
  kPowerUpStream,
  kPauseStream
};

constexpr std::string_view kInputWaits = "handshake: a request waits";
constexpr std::string_view kResultWaits = "handshake: a result waits";
constexpr std::string_view kOvertakes = "order: a result overtakes an older request's";
constexpr std::string_view kResetHolds = "reset with requests in flight";

/// Resets fall into the cycles after something was taken or came back: a unit that does nothing for longer is waited
/// for, so that no reset ends what would be a hang, and units slower than resets come answer requests at all.
constexpr std::uint64_t kResetWindow = 512;

/// A request that the RTL has taken and not answered in full.
struct InFlight {
  std::uint64_t index;
  std::uint64_t id;
  std::uint64_t taken;  // cycle
  bool alone;           // taken by an empty unit
  PortValues request;
  std::vector<std::optional<PortValues>> expected;  // those that came are empty

  std::size_t missing() const {
    return static_cast<std::size_t>(
        std::count_if(expected.begin(), expected.end(), [](const auto& result) { return result.has_value(); }));
  }
};

/// Checks the fields that an adapter of somebody else's tells, before anything is read by them.
void check_ports(std::span<const Port> ports, std::string_view whose) {
  for (const Port& port : ports) {
    if (port.bits != 0 && port.bits % port.part() == 0) continue;
    throw Error{ExitCode::kInternalError,
                fmt::format("{}: field {} has {} bits in parts of {}", whose, port.name, port.bits, port.part_bits)};
  }
}

/// Values as the ports are, which an adapter of somebody else's may have made otherwise.
void check_values(const PortValues& values, std::span<const Port> ports, std::string_view whose,
                  std::string_view names) {
  if (values.size() != ports.size()) {
    throw Error{ExitCode::kInternalError,
                fmt::format("{} of the adapter has {} fields, {} names {}", whose, values.size(), names, ports.size())};
  }
  for (std::size_t at = 0; at < ports.size(); ++at) {
    const std::size_t words = values[at].words().size();
    if (words == PortValue{ports[at].bits}.words().size()) continue;
    throw Error{ExitCode::kInternalError, fmt::format("{} of the adapter has {} words of 32 bits in field {}, whose {} "
                                                      "bits {} names",
                                                      whose, words, ports[at].name, ports[at].bits, names)};
  }
}

class FreeBench {
 public:
  FreeBench(const CustomBlock& block, const FreeCosimParameters& parameters, CosimWaves* waves)
      : block_{block},
        parameters_{parameters},
        stream_{parameters.stream},
        rtl_{block.make_rtl(mixed(stream_.seed, kPowerUpStream))},
        waves_{waves != nullptr && waves->begin(*rtl_, block.outputs()) ? waves : nullptr},
        pauses_{mixed(stream_.seed, kPauseStream), stream_.offered_percent != 100} {
    check_ports(block.inputs(), "inputs() of the adapter");
    check_ports(block.outputs(), "outputs() of the adapter");
    block.declare(bins());
    for (const std::string_view bin : {kInputWaits, kResultWaits, kPauseBin, kResetHolds})
      bins().declare(std::string{bin});
    if (block.answers_by_id()) bins().declare(std::string{kOvertakes});
    for (std::size_t output = 0; output < block.outputs().size(); ++output) {
      if (!block.is_number(output)) continue;
      const Port& port = block.outputs()[output];
      if (port.part() > 64) {
        throw Error{ExitCode::kInternalError,
                    fmt::format("is_number() of the adapter: a number of field {} has {} bits, "
                                "more than 64",
                                port.name, port.part())};
      }
      result_.numbers.push_back({.field = std::string{port.name}});
    }
  }

  FreeCosimResult run() {
    try {
      while (next_ < count() || !flying_.empty() || drains()) {
        if (next_ == count() && flying_.empty()) ++drained_;
        seen_ = {};
        if (!cycle()) break;
        ++cycles();
      }
    } catch (const RtlStopped& stopped) {
      end(fmt::format("cycle {}: {}", cycles(), stopped.what()),
          flying_.empty() ? std::string{"    nothing is in flight\n"} : waiting_text());
      if (waves_ != nullptr) waves_->mark(cycles());
    }
    cycles() -= std::min(drained_, cycles());
    return std::move(result_);
  }

 private:
  CoverBins& bins() { return result_.stream.bins; }
  std::uint64_t& cycles() { return result_.stream.cycles; }
  std::uint64_t count() const { return stream_.only.empty() ? stream_.requests : stream_.only.size(); }
  std::uint64_t index(std::uint64_t turn) const { return stream_.only.empty() ? turn : stream_.only[turn]; }
  std::uint64_t seed() const { return mixed(stream_.seed, kRequestStream); }
  std::uint64_t drawn(Stream stream) { return mixed(mixed(stream_.seed, stream), cycles()); }
  void hit(std::string_view bin) { bins().hit(std::string{bin}); }

  /// Whether a result may still come that nobody asked for: twice the longest latency after the last one.
  bool drains() const {
    const std::uint64_t most = std::max<std::uint64_t>(kDrainCycles, 2 * result_.latency.most);
    return drained_ < most && !told();
  }

  bool resets() {
    return stream_.reset_every != 0 && cycles() - moved_ < kResetWindow &&
           drawn(kResetStream) % stream_.reset_every == 0;
  }

  /// False when nothing can be compared any more.
  bool cycle() {
    const bool offered = offers();
    const bool ready = drawn(kReadyStream) % 100 < stream_.ready_percent;
    if (!offered && flying_.empty()) {
      moved_ = cycles();  // nobody waits
      if (next_ != 0 && next_ < count()) hit(kPauseBin);
    }
    rtl_->drive(offered ? &request_ : nullptr, ready);
    const bool takes = offered && rtl_->request_ready();
    if (offered) seen_.offered = index(next_);
    seen_.request_taken = takes;
    if (offered && !takes) hit(kInputWaits);
    if (!look_at_result(ready)) {
      if (waves_ != nullptr) end_cycle();  // it belongs to them, too
      return false;
    }

    const bool reset = resets();
    if (reset) rtl_->reset(true);
    if (takes) take();
    end_cycle();
    if (reset) drop_all();
    if (cycles() - moved_ < parameters_.patience) return true;
    return end(
        fmt::format("cycle {}: nothing was taken and nothing came back for {} cycles", cycles(), parameters_.patience),
        flying_.empty() ? std::string{"    a request is offered\n"} : waiting_text());
  }

  void end_cycle() {
    if (waves_ != nullptr) waves_->cycle(std::move(seen_));
    rtl_->clock();
  }

  bool offers() {
    if (next_ == count()) return false;
    if (!waiting_) {
      if (pauses_.hold(next_, flying_.empty())) return false;
      if (drawn(kOfferStream) % 100 >= stream_.offered_percent) return false;
      request_ = block_.request(seed(), index(next_));
      check_values(request_, block_.inputs(), "a request()", "inputs()");
      waiting_ = true;
    }
    if (!block_.answers_by_id()) return true;
    const std::uint64_t id = block_.request_id(request_);
    return std::none_of(flying_.begin(), flying_.end(), [&](const InFlight& flying) { return flying.id == id; });
  }

  void take() {
    const std::uint64_t taken = index(next_++);
    std::vector<std::optional<PortValues>> expected;
    for (PortValues& result :
         block_.results_after(last_reset_.count(), seed(), taken, request_, before_ ? &*before_ : nullptr)) {
      check_values(result, block_.outputs(), "one of results()", "outputs()");
      expected.emplace_back(std::move(result));
    }
    before_ = expected.empty() ? std::nullopt : expected.front();
    block_.cover(seed(), taken, request_, bins());
    waiting_ = false;
    moved_ = cycles();
    if (expected.empty()) return;  // a request without an answer
    flying_.push_back(
        {taken, block_.request_id(request_), cycles(), flying_.empty(), std::move(request_), std::move(expected)});
  }

  void drop_all() {
    if (!flying_.empty()) hit(kResetHolds);
    last_reset_.note(cycles());
    result_.stream.dropped += flying_.size();
    flying_.clear();
    held_.reset();
    before_.reset();
    rtl_->reset(false);
    moved_ = cycles();
  }

  /// Looks at the result port in this cycle.
  bool look_at_result(bool ready) {
    if (!rtl_->result_valid()) {
      if (!held_) return true;
      return end(fmt::format("cycle {}: a result that waited is gone", cycles()), result_text(*held_));
    }
    PortValues result = rtl_->result();
    check_values(result, block_.outputs(), "a result()", "outputs()");
    if (held_ && *held_ != result) {
      return end(fmt::format("cycle {}: a result that waited has changed", cycles()),
                 result_text(*held_) + result_text(result));
    }
    if (!ready) hit(kResultWaits);
    const auto flying = request_of(result);
    if (flying == flying_.end()) {
      return end(fmt::format("cycle {}: a result that no request in flight is waiting for", cycles()),
                 result_text(result));
    }
    seen_.answered = flying->index;
    seen_.result_taken = ready;
    if (!held_ && flying->missing() == flying->expected.size()) note_latency(*flying);
    held_ = ready ? std::nullopt : std::optional{result};
    return !ready || finish(flying, result);
  }

  std::deque<InFlight>::iterator request_of(const PortValues& result) {
    if (!block_.answers_by_id()) return flying_.begin();
    const std::uint64_t id = block_.result_id(result);
    return std::find_if(flying_.begin(), flying_.end(), [&](const InFlight& flying) { return flying.id == id; });
  }

  void note_latency(const InFlight& flying) {
    const std::uint64_t cycles_taken = cycles() - flying.taken;
    result_.latency.add(cycles_taken);
    const auto promised = flying.alone ? block_.latency(seed(), flying.index, flying.request) : std::nullopt;
    if (!promised) return;
    ++result_.latency.promised[*promised][cycles_taken];
    if (*promised == cycles_taken) return;
    seen_.differs = true;
    ++result_.stream.late;
    if (result_.stream.first) return;
    tell(flying,
         fmt::format("request {}, alone in the unit: its first result came after {} cycles, {} are promised",
                     flying.index, cycles_taken, *promised),
         {});
    result_.stream.first->of_latency = true;
  }

  /// A result was taken.
  bool finish(std::deque<InFlight>::iterator flying, const PortValues& result) {
    moved_ = cycles();
    std::size_t part = block_.part_of(result).value_or(flying->expected.size() - flying->missing());
    if (part >= flying->expected.size() || !flying->expected[part]) {
      return end(
          fmt::format("cycle {}: part {} of request {} came twice or does not exist", cycles(), part, flying->index),
          result_text(result));
    }
    compare(*flying, *std::exchange(flying->expected[part], std::nullopt), result);
    if (flying != flying_.begin()) hit(kOvertakes);
    if (flying->missing() == 0) flying_.erase(flying);
    return true;
  }

  void compare(const InFlight& flying, const PortValues& expected, const PortValues& result) {
    ++result_.stream.compared;
    if (waves_ != nullptr) seen_.expected = expected;
    bool differs = false;
    std::size_t number = 0;
    for (std::size_t output = 0; output < expected.size(); ++output) {
      const Port& port = block_.outputs()[output];
      NumberDifferences* counted = block_.is_number(output) ? &result_.numbers[number++] : nullptr;
      for (unsigned part = 0; part < port.parts(); ++part) {
        if (!block_.counts(flying.request, output, part)) continue;
        differs |= counted != nullptr ? number_differs(*counted, port, part, expected[output], result[output])
                                      : bits_differ(port, part, expected[output], result[output]);
      }
    }
    if (!differs) return;
    std::string where = block_.difference(last_reset_.count(), flying.request, expected, result);
    if (!where.empty()) where = ": " + where;
    mismatch(flying, fmt::format("request {}, its result taken in cycle {}{}", flying.index, cycles(), where),
             both_text(expected, result));
  }

  bool number_differs(NumberDifferences& counted, const Port& port, unsigned part, const PortValue& expected,
                      const PortValue& result) const {
    const unsigned at = part * port.part();
    const auto number = [&](const PortValue& value) {
      return port.is_signed ? value.get_signed(at, port.part()) : static_cast<std::int64_t>(value.get(at, port.part()));
    };
    const std::int64_t difference = number(result) - number(expected);
    ++counted.compared;
    if (difference != 0) ++counted.differing[difference];
    const auto allowed = static_cast<std::int64_t>(parameters_.tolerance);
    return difference > allowed || difference < -allowed;
  }

  static bool bits_differ(const Port& port, unsigned part, const PortValue& expected, const PortValue& result) {
    for (unsigned done = 0; done < port.part();) {
      const unsigned bits = std::min(64u, port.part() - done);
      const unsigned at = part * port.part() + done;
      if (expected.get(at, bits) != result.get(at, bits)) return true;
      done += bits;
    }
    return false;
  }

  void mismatch(const InFlight& flying, std::string what, const std::string& both) {
    seen_.differs = true;
    ++result_.stream.mismatches;
    if (told()) return;
    tell(flying, std::move(what), both);
  }

  /// A difference of values comes before one of cycles.
  bool told() const { return result_.stream.first && !result_.stream.first->of_latency; }

  void tell(const InFlight& flying, std::string what, const std::string& both) {
    std::string details;
    for (std::size_t port = 0; port < flying.request.size(); ++port)
      details += field_text(block_.inputs()[port], "", flying.request[port]);
    details += block_.explain(seed(), flying.index, flying.request) + both;
    result_.stream.first = StreamMismatch{.cycle = cycles(),
                                          .what = what + "; " + last_reset_.text(cycles()),
                                          .request = flying.index,
                                          .details = std::move(details)};
  }

  /// The two no longer speak of the same.
  bool end(std::string what, std::string details) {
    seen_.differs = true;
    ++result_.stream.mismatches;
    if (!told()) {
      result_.stream.first = StreamMismatch{.cycle = cycles(),
                                            .what = what + "; " + last_reset_.text(cycles()),
                                            .request = {},
                                            .details = std::move(details)};
    }
    return false;
  }

  static std::string field_text(const Port& port, std::string_view whose, const PortValue& value) {
    return fmt::format("    {:<12} {}{}\n", port.name, whose, text_of(port, value));
  }
  std::string result_text(const PortValues& result) const {
    std::string text;
    for (std::size_t port = 0; port < result.size(); ++port)
      text += field_text(block_.outputs()[port], "RTL   ", result[port]);
    return text;
  }
  std::string both_text(const PortValues& expected, const PortValues& result) const {
    std::string text;
    for (std::size_t port = 0; port < expected.size(); ++port) {
      const Port& output = block_.outputs()[port];
      if (output.part() > 64 && output.parts() > 1) {
        text += parts_text(output, expected[port], result[port]);
        continue;
      }
      text += field_text(output, "model ", expected[port]) +
              fmt::format("    {:<12} RTL   {}\n", "", text_of(output, result[port]));
    }
    return text;
  }
  /// Text of the parts that differ, for fields of long parts, as lines of memory.
  static std::string parts_text(const Port& port, const PortValue& expected, const PortValue& result) {
    std::string text;
    for (unsigned part = 0; part < port.parts(); ++part) {
      if (!bits_differ(port, part, expected, result)) continue;
      const Port one{port.name, port.part()};
      text += fmt::format("    {:<12} model {}\n    {:<12} RTL   {}\n", fmt::format("{}[{}]", port.name, part),
                          text_of(one, part_of(port, part, expected)), "", text_of(one, part_of(port, part, result)));
    }
    return text;
  }
  static PortValue part_of(const Port& port, unsigned part, const PortValue& value) {
    PortValue found{port.part()};
    for (unsigned done = 0; done < port.part();) {
      const unsigned bits = std::min(64u, port.part() - done);
      found.put(done, bits, value.get(part * port.part() + done, bits));
      done += bits;
    }
    return found;
  }
  std::string waiting_text() const {
    return fmt::format("    request {}, taken in cycle {}, waits for {} of its {} results; {} {} are in flight\n",
                       flying_.front().index, flying_.front().taken, flying_.front().missing(),
                       flying_.front().expected.size(), flying_.size(), block_.unit()) +
           rtl_->waits_for(flying_.front().request);
  }

  const CustomBlock& block_;
  const FreeCosimParameters& parameters_;
  const StreamCosimParameters& stream_;
  std::unique_ptr<StreamRtl> rtl_;
  CosimWaves* waves_;
  CosimCycle seen_;  // of the cycle in progress
  FreeCosimResult result_;
  Pauses pauses_;
  LastReset last_reset_;
  std::uint64_t drained_ = 0;  // cycles after the last result
  std::uint64_t next_ = 0;
  bool waiting_ = false;  // request_ is offered until it is taken
  PortValues request_;
  std::deque<InFlight> flying_;       // oldest first
  std::optional<PortValues> held_;    // a result that stood there and was not taken
  std::optional<PortValues> before_;  // what must come back first for the request that was taken last
  std::uint64_t moved_ = 0;           // the last cycle in which something was taken or came back
};

/// Group that a difference is counted in when there are many: the highest power of two that is not beyond it.
std::int64_t group_of(std::int64_t difference) {
  std::int64_t group = 1;
  const std::int64_t size = difference < 0 ? -difference : difference;
  while (group <= size / 2) group *= 2;
  return difference < 0 ? -group : group;
}

}  // namespace

std::uint64_t NumberDifferences::equal() const {
  std::uint64_t count = compared;
  for (const auto& [difference, times] : differing) count -= times;
  return count;
}

std::string NumberDifferences::text() const {
  std::string text = fmt::format("{}: {} numbers, {} equal", field, compared, equal());
  constexpr std::size_t kMost = 8;
  if (differing.size() <= kMost) {
    for (const auto& [difference, times] : differing) text += fmt::format(", {:+} in {}", difference, times);
    return text;
  }
  std::map<std::int64_t, std::uint64_t> groups;
  for (const auto& [difference, times] : differing) groups[group_of(difference)] += times;
  for (const auto& [group, times] : groups) {
    const std::int64_t far = group < 0 ? 2 * group + 1 : 2 * group - 1;
    text += far == group ? fmt::format(", {:+} in {}", group, times)
                         : fmt::format(", {:+} to {:+} in {}", std::min(group, far), std::max(group, far), times);
  }
  return text;
}

void LatencyRange::add(std::uint64_t cycles) {
  least = count == 0 ? cycles : std::min(least, cycles);
  most = std::max(most, cycles);
  sum += cycles;
  ++count;
  ++measured[cycles];
}

std::string LatencyRange::promises_text() const {
  std::string text;
  for (const auto& [cycles, taken] : promised) {
    std::vector<std::string> parts;
    for (const auto& [cycles_taken, times] : taken) parts.push_back(fmt::format("{} in {}", cycles_taken, times));
    constexpr std::size_t kMost = 12;
    if (parts.size() > kMost) {
      std::map<std::int64_t, std::uint64_t> groups;
      for (const auto& [cycles_taken, times] : taken)
        groups[cycles_taken == 0 ? 0 : group_of(static_cast<std::int64_t>(cycles_taken))] += times;
      parts.clear();
      for (const auto& [group, times] : groups)
        parts.push_back(fmt::format("{} to {} in {}", group, group == 0 ? 0 : 2 * group - 1, times));
    }
    text += fmt::format("{} cycles promised: {}\n", cycles, fmt::join(parts, ", "));
  }
  return text;
}

FreeCosimResult run_free_cosim(const CustomBlock& block, const FreeCosimParameters& parameters, CosimWaves* waves) {
  return FreeBench{block, parameters, waves}.run();
}

FreeCosimParameters shrink(const CustomBlock& block, const FreeCosimParameters& parameters) {
  FreeCosimParameters shortest = parameters;
  shortest.stream = shrink(
      [&](const StreamCosimParameters& stream) {
        FreeCosimParameters tried = parameters;
        tried.stream = stream;
        return run_free_cosim(block, tried).stream;
      },
      parameters.stream);
  return shortest;
}

}  // namespace texpipe::rtl_cosim
