// A cache of lines between a memory and requesters that the test commands.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "timing/cache/line_cache.h"
#include "timing/kernel/kernel.h"
#include "timing/memory/memory.h"
#include "timing/simulation/connect.h"
#include "timing/support/script.h"

namespace texpipe::timing::test {

using namespace texpipe::literals;

/// Sends requests through a port and remembers when each was answered, in order of answers.
struct MockRequester {
  MockRequester(const char* name, Simulation& simulation)
      : port{name, simulation, [this, &simulation](Payload& payload) {
               answers.emplace_back(payload.get_address(), simulation.clock.now());
             }} {}

  RequestPort port;
  std::vector<std::pair<std::uint64_t, Cycles>> answers;
};

struct CacheBench {
  explicit CacheBench(machine::LineCacheParameters chosen = {}, unsigned count = 2,
                      machine::MemoryParameters memory_chosen = {})
      : CacheBench{chosen, machine::LineCacheSurroundings{.requesters = count}, memory_chosen} {}

  CacheBench(const machine::LineCacheParameters& chosen, const machine::LineCacheSurroundings& surroundings,
             const machine::MemoryParameters& memory_chosen = {})
      : parameters{chosen},
        cache{"l3", simulation, parameters, {surroundings, bytes, "cache under test"}},
        memory{"memory", simulation, memory_chosen, bytes} {
    connect(simulation, cache.memory_port().socket, memory.socket());
    for (unsigned i = 0; i < surroundings.requesters; ++i) {
      requesters.push_back(std::make_unique<MockRequester>(("requester_" + std::to_string(i)).c_str(), simulation));
      connect(simulation, requesters.back()->port.socket, cache.requester(i));
    }
  }

  void request(Cycles time, unsigned requester, std::uint64_t address, MemoryCommand command = MemoryCommand::kRead) {
    script.at(time.value(), [=, this] {
      requesters[requester]->port.send(memory_request(simulation.memory, command, ByteAddress{address}, 64_B));
    });
  }

  std::uint64_t value(const char* path) {
    return std::get<machine::Counter>(simulation.statistics.find(path)->value).value();
  }

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{
      SimulationOptions{.clock = 1000_MHz, .watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  machine::LineCacheParameters parameters;
  LineCache cache;
  Memory memory;
  Script script{simulation};
  std::vector<std::unique_ptr<MockRequester>> requesters;
};

}  // namespace texpipe::timing::test
