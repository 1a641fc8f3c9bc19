// Texture caches of RTL as blocks, with RTL that fails while a process of a neighbour calls the block.
#include "rtl_cosim/blocks/clocked_stage.h"

#include <catch2/catch.hpp>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "rtl_cosim/blocks/own_texture_cache.h"
#include "rtl_cosim/blocks/rtl_texture_cache.h"
#include "rtl_cosim/blocks/texture_cache_machine.h"
#include "rtl_cosim/scoreboard/cache_modules.h"
#include "rtl_cosim/verilated/rtl_stopped.h"
#include "timing/kernel/kernel.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;

namespace {

/// What the RTL does wrong, and in which call.
enum class Fault {
  kStopsWhenDriven,   // as a footprint stands at its input
  kStopsWhenClocked,  // at the first rising edge
  kWrongBytes,        // a result in the very cycle of its footprint, with bytes that nobody brought
  kStopsWhenTaken,    // as its result is taken
};

class FaultyCache final : public VerilatedTextureCache {
 public:
  explicit FaultyCache(Fault fault) : fault_{fault} {}

  bool trace(std::string&, Window) override { return false; }
  void flush_trace() override {}
  void at(std::uint64_t) override {}
  void reset(bool) override {}
  void drive(const Inputs& inputs) override {
    if (inputs.keys != nullptr) holds_ = true;
    if (fault_ == Fault::kStopsWhenDriven && holds_) throw RtlStopped{"cache.sv:7: Assertion failed"};
    if (fault_ == Fault::kStopsWhenTaken && inputs.result_ready) throw RtlStopped{"cache.sv:9: $stop"};
  }
  void clock() override {
    if (fault_ == Fault::kStopsWhenClocked) throw RtlStopped{"cache.sv:8: $stop"};
  }
  bool request_ready() const override { return true; }
  bool result_valid() const override {
    return holds_ && (fault_ == Fault::kWrongBytes || fault_ == Fault::kStopsWhenTaken);
  }
  unsigned result_lines() const override { return 1; }
  CacheLineWords result_line(unsigned) const override { return {}; }
  bool ask_valid() const override { return false; }
  Ask ask() const override { return {}; }
  bool looks_up() const override { return false; }
  Lookup lookup() const override { return {}; }
  bool looks_up_last() const override { return false; }
  bool lacks_register() const override { return false; }
  bool lacks_place() const override { return false; }
  bool lacks_line() const override { return false; }
  bool lacks_room() const override { return false; }
  bool moves() const override { return false; }
  bool reads() const override { return false; }

 private:
  Fault fault_;
  bool holds_ = false;
};

/// The same faults behind the ports of RTL of one's own.
class FaultyLines final : public LinesRtl {
 public:
  explicit FaultyLines(Fault fault) : rtl_{fault} {}

  void reset(bool) override {}
  void drive(const PortValues* request, bool result_ready) override {
    static const std::span<const std::uint64_t> kNone;
    rtl_.drive({.keys = request != nullptr ? &kNone : nullptr, .result_ready = result_ready});
  }
  void clock() override { rtl_.clock(); }
  bool request_ready() const override { return true; }
  bool result_valid() const override { return rtl_.result_valid(); }
  PortValues result() const override {
    return {PortValue{5}, PortValue{verilated_texture_cache::kLines * 8 * verilated_texture_cache::kLineBytes}};
  }
  void put_lines(const LineInputs&) override {}
  bool ask_valid() const override { return false; }
  Ask ask() const override { return {}; }
  bool answer_ready() const override { return false; }

 private:
  FaultyCache rtl_;
};

std::unique_ptr<timing::SamplerWork> work_of_lines(std::uint8_t lines) {
  auto work = std::make_unique<timing::SamplerWork>();
  functional::Footprint footprint;
  footprint.pixels = footprint.texels = 0xF;
  footprint.line_count = lines;
  footprint.element_bytes = verilated_texture_cache::kLineBytes;
  functional::SubspanPlan plan;
  plan.footprints.push_back(footprint);
  work->outcome.subspans.push_back(std::move(plan));
  work->footprints = 1;
  return work;
}

/// Offers footprints of so many lines from a process that guards nothing, as one of somebody else's may, and returns
/// how the run ends.
template <class Cache, class Rtl>
Error end_of_run(Fault fault, std::uint8_t lines) {
  const timing::Kernel kernel;
  const timing::StrictReports strict;
  timing::Simulation simulation{{}};
  const TextureCacheMachine machine = texture_cache_machine();
  machine::SamplerParameters parameters;
  parameters.l1 = machine.l1;
  parameters.latency_fifo = machine.latency_fifo;
  const CacheStimulus stimulus{{}};
  CacheTrace trace;
  const auto work = work_of_lines(lines);
  CacheSource source{"source", simulation, 2, [&](std::uint64_t) { return work.get(); },
                     [](std::uint64_t, Cycles) { return true; }};
  Cache cache{"l1", simulation, parameters, ByteSize{verilated_texture_cache::kLineBytes},
              std::make_unique<Rtl>(fault)};
  CacheSink sink{"sink", simulation,
                 [](const timing::FootprintExtension&, Cycles cycle) { return cycle >= Cycles{5}; }};
  CacheMemoryModule memory{"memory", simulation, stimulus, 0, trace};
  source.out.bind(cache.in);
  cache.out.bind(sink.in);
  cache.fills.port.socket.bind(memory.socket);
  try {
    simulation.run();
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& other) {
    return Error{ExitCode::kInternalError, std::string{"SystemC says: "} + other.what()};
  }
  return Error{ExitCode::kSuccess, "the run ended"};
}

}  // namespace

TEST_CASE("an RTL texture cache that fails while a neighbour's process calls it ends the run with exit code 5",
          "[rtl]") {
  const auto [fault, lines, words] = GENERATE(table<Fault, std::uint8_t, std::string>({
      {Fault::kStopsWhenDriven, 1, "the RTL stopped: cache.sv:7: Assertion failed"},
      {Fault::kStopsWhenClocked, 1, "the RTL stopped: cache.sv:8: $stop"},
      {Fault::kWrongBytes, 1, "puts out other bytes than came for line 0"},
      {Fault::kStopsWhenTaken, 0, "the RTL stopped: cache.sv:9: $stop"},
  }));
  const Error end = end_of_run<RtlTextureCache, FaultyCache>(fault, lines);
  CHECK(end.code() == ExitCode::kMismatch);
  CHECK_THAT(end.what(), Contains(words));
}

TEST_CASE(
    "a texture cache of one's own RTL that fails while a neighbour's process calls it ends the run with exit "
    "code 5",
    "[rtl]") {
  const auto [fault, lines, words] = GENERATE(table<Fault, std::uint8_t, std::string>({
      {Fault::kStopsWhenDriven, 1, "the RTL stopped: cache.sv:7: Assertion failed"},
      {Fault::kStopsWhenClocked, 1, "the RTL stopped: cache.sv:8: $stop"},
      {Fault::kWrongBytes, 1, "puts out 0 lines in the place of the 1"},
      {Fault::kStopsWhenTaken, 0, "the RTL stopped: cache.sv:9: $stop"},
  }));
  const Error end = end_of_run<OwnTextureCache, FaultyLines>(fault, lines);
  CHECK(end.code() == ExitCode::kMismatch);
  CHECK_THAT(end.what(), Contains(words));
}
