// Neighbours of a sampler for tests: an EU that sends messages and takes responses, a memory of fixed latency, made-up
// plans.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "functional/sampling/line_collector.h"
#include "timing/kernel/kernel.h"
#include "timing/simulation/connect.h"
#include "timing/simulation/simulation.h"
#include "timing/system/sampler.h"

namespace texpipe::timing::test {

/// Footprints that a message needs, all alike.
struct Plan {
  unsigned subspans = 4;
  unsigned footprints = 1;  // per subspan
  functional::FilterClass filter = functional::FilterClass::kBilinear;
  functional::FormatClass format = functional::FormatClass::k32Bits;
  std::uint8_t element_bytes = 4;
  std::uint8_t expansion = 1;
  /// Byte addresses of a footprint's texels; called once per footprint in order.
  std::function<std::vector<std::uint64_t>()> texels = [] { return std::vector<std::uint64_t>{0}; };
};

inline functional::SamplerOutcome outcome_of(const Plan& plan, functional::LineShape lines = {}) {
  functional::SamplerOutcome outcome;
  for (unsigned s = 0; s < plan.subspans; ++s) {
    functional::SubspanPlan& subspan = outcome.subspans.emplace_back();
    subspan.pixels = 0xF;
    for (unsigned f = 0; f < plan.footprints; ++f) {
      functional::Footprint footprint;
      footprint.pixels = 0xF;
      footprint.filter = plan.filter;
      footprint.format_class = plan.format;
      footprint.element_bytes = plan.element_bytes;
      footprint.expansion = plan.expansion;
      functional::FootprintAddresses addresses{};
      for (const std::uint64_t address : plan.texels()) {
        const auto texel = static_cast<unsigned>(std::popcount(footprint.texels));
        footprint.texels = static_cast<std::uint16_t>(footprint.texels | 1u << texel);
        addresses[texel] = {ByteAddress{address}, ByteAddress{address * plan.expansion}};
      }
      functional::collect_lines(lines, addresses, footprint);
      subspan.footprints.push_back(footprint);
    }
  }
  outcome.response.registers.resize(2 * plan.subspans);  // four channels of four pixels of 32 bits
  outcome.response.byte_enables.assign(2 * plan.subspans, 0xFFFFFFFF);
  return outcome;
}

/// Sends `count` messages as fast as they are accepted (from cycle `from` on) and takes their responses after `hold()`
/// cycles.
class MockEu : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(MockEu);
  MessageInitiator<MockEu> socket{"socket"};

  struct Answer {
    std::uint64_t id;
    Cycles sent;
    Cycles answered;
  };

  MockEu(sc_core::sc_module_name name, Simulation& simulation) : sc_module{name}, simulation_{simulation} {
    socket.register_nb_transport_bw(this, &MockEu::transport_backward);
    SC_METHOD(send);
    sensitive << go_;
    dont_initialize();
    SC_METHOD(end_response);
    sensitive << end_;
    dont_initialize();
  }

  void start(std::uint64_t count, Cycles from, unsigned payload_registers = 4) {
    remaining = count;
    registers_ = payload_registers;
    simulation_.clock.notify(go_, from);
  }

  std::uint64_t remaining = 0;
  std::uint64_t next_id = 0;
  std::function<Cycles()> hold = [] { return Cycles{}; };
  std::function<Cycles()> pause = [] { return Cycles{}; };  // after a message, before the next one
  std::vector<Answer> answers;
  std::function<void(functional::Message&)> fill;  // what a message says beyond its payload's length
  std::function<void(const functional::MessageResponse&)> received;

 private:
  void send() {
    while (remaining > 0 && !offered_) {
      if (simulation_.clock.now() < sends_at_) return simulation_.clock.notify(go_, sends_at_);
      sends_at_ = simulation_.clock.now() + pause();
      PayloadRef payload = simulation_.messages.take();
      MessageExtension& message = message_of(*payload);
      message.message.payload.resize(registers_);
      if (fill) fill(message.message);
      message.id = next_id++;
      message.sent_at = simulation_.clock.now();
      describe_message(*payload);
      --remaining;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      if (socket->nb_transport_fw(*payload, phase, delay) == tlm::TLM_ACCEPTED) offered_ = payload;
    }
  }

  tlm::tlm_sync_enum transport_backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    if (phase == tlm::END_REQ) {
      offered_ = PayloadRef{};
      go_.notify(sc_core::SC_ZERO_TIME);
      return tlm::TLM_ACCEPTED;
    }
    const MessageExtension& message = message_of(payload);
    answers.push_back({message.id, message.sent_at, simulation_.clock.now()});
    if (received) received(message.response);
    const Cycles wait = hold();
    if (wait == Cycles{}) return tlm::TLM_COMPLETED;
    held_ = PayloadRef{payload};
    simulation_.clock.notify(end_, simulation_.clock.now() + wait);
    return tlm::TLM_ACCEPTED;
  }

  void end_response() {
    const PayloadRef payload = std::move(held_);
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_fw(*payload, phase, delay);
  }

  Simulation& simulation_;
  unsigned registers_ = 4;
  PayloadRef offered_;
  PayloadRef held_;
  Cycles sends_at_;
  sc_core::sc_event go_;
  sc_core::sc_event end_;
};

/// Answers every read after `latency()` cycles, as many at a time as are asked.
class MockMemory : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(MockMemory);
  MemoryTarget<MockMemory> socket{"socket"};

  MockMemory(sc_core::sc_module_name name, Simulation& simulation) : sc_module{name}, simulation_{simulation} {
    socket.register_nb_transport_fw(this, &MockMemory::transport_forward);
    SC_METHOD(answer);
    sensitive << due_;
    dont_initialize();
  }

  std::function<Cycles()> latency = [] { return Cycles{100}; };
  std::uint64_t requests = 0;

 private:
  tlm::tlm_sync_enum transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
    ++requests;
    pending_.emplace(simulation_.clock.now() + latency(), PayloadRef{payload});
    simulation_.clock.notify(due_, pending_.begin()->first);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }

  void answer() {
    while (!pending_.empty() && pending_.begin()->first <= simulation_.clock.now()) {
      const PayloadRef payload = pending_.begin()->second;
      pending_.erase(pending_.begin());
      payload->set_response_status(tlm::TLM_OK_RESPONSE);
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket->nb_transport_bw(*payload, phase, delay);
    }
    if (!pending_.empty()) simulation_.clock.notify(due_, pending_.begin()->first);
  }

  Simulation& simulation_;
  std::multimap<Cycles, PayloadRef> pending_;
  sc_core::sc_event due_;
};

/// One sampler between one EU and one memory.
struct SamplerBench {
  explicit SamplerBench(const machine::SamplerParameters& chosen = {}) : parameters{chosen} {
    connect(simulation, eu.socket, sampler.messages());
    connect(simulation, sampler.fills(), memory.socket);
  }

  machine::Counter& counter(const char* path) {
    return std::get<machine::Counter>(const_cast<machine::Statistic*>(simulation.statistics.find(path))->value);
  }

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  Plan plan;
  machine::SamplerParameters parameters;
  MockEu eu{"eu", simulation};
  MockMemory memory{"memory", simulation};
  Sampler sampler{"sampler",
                  simulation,
                  parameters,
                  bytes,
                  {[this](const functional::Message&, const functional::PlanRequest& wanted,
                          functional::SamplerOutcome& outcome) { outcome = outcome_of(plan, wanted.lines); },
                   {}}};
};

}  // namespace texpipe::timing::test
