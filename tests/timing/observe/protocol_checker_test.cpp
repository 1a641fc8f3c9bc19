#include "timing/observe/protocol_checker.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "timing/kernel/kernel.h"
#include "timing/simulation/simulation.h"

using namespace texpipe;
using namespace texpipe::timing;

namespace {

struct Bench {
  Kernel kernel;
  Simulation simulation{SimulationOptions{}};
  std::vector<std::string> violations;
  ProtocolChecker checker(Protocol protocol) {
    return ProtocolChecker{protocol, [this](const std::string& rule) { violations.push_back(rule); }};
  }
  PayloadRef read() { return memory_request(simulation.memory, MemoryCommand::kRead, ByteAddress{64}, ByteSize{64}); }
  PayloadRef message() {
    PayloadRef payload = simulation.messages.take();
    message_of(*payload).message.payload.resize(2);
    describe_message(*payload);
    return payload;
  }
};

constexpr bool kInitiator = true;
constexpr bool kTarget = false;

}  // namespace

TEST_CASE("the checker accepts four phases, implied END_REQ and early completion", "[observe]") {
  Bench bench;
  auto checker = bench.checker(Protocol::kMemory);
  PayloadRef a = bench.read(), b = bench.read(), c = bench.read();
  checker.phase(*a, tlm::BEGIN_REQ, kInitiator);
  checker.phase(*a, tlm::END_REQ, kTarget);
  checker.phase(*b, tlm::BEGIN_REQ, kInitiator);
  CHECK(checker.open() == 2);
  for (const PayloadRef& payload : {a, b}) {
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
    checker.phase(*payload, tlm::BEGIN_RESP, kTarget);
    checker.phase(*payload, tlm::END_RESP, kInitiator);
  }
  checker.phase(*c, tlm::BEGIN_REQ, kInitiator);
  c->set_response_status(tlm::TLM_OK_RESPONSE);
  checker.completed(*c);
  CHECK(checker.open() == 0);
  CHECK(bench.violations.empty());
}

TEST_CASE("the checker names the rule that a socket broke", "[observe]") {
  Bench bench;
  auto memory = bench.checker(Protocol::kMemory);
  PayloadRef a = bench.read(), b = bench.read();
  memory.phase(*a, tlm::BEGIN_REQ, kInitiator);
  SECTION("a second request before END_REQ") {
    memory.phase(*b, tlm::BEGIN_REQ, kInitiator);
  }
  SECTION("END_REQ of another request") {
    memory.phase(*b, tlm::END_REQ, kTarget);
  }
  SECTION("END_REQ from the wrong side") {
    memory.phase(*a, tlm::END_REQ, kInitiator);
  }
  SECTION("a response without status") {
    memory.phase(*a, tlm::BEGIN_RESP, kTarget);
  }
  SECTION("END_RESP without response") {
    memory.phase(*a, tlm::END_RESP, kInitiator);
  }
  SECTION("a payload sent twice") {
    memory.phase(*a, tlm::END_REQ, kTarget);
    memory.phase(*a, tlm::BEGIN_REQ, kInitiator);
  }
  SECTION("a response to a footprint") {
    auto footprints = bench.checker(Protocol::kFootprint);
    footprints.phase(*a, tlm::BEGIN_RESP, kTarget);
  }
  SECTION("a footprint without extension") {
    auto footprints = bench.checker(Protocol::kFootprint);
    footprints.phase(*b, tlm::BEGIN_REQ, kInitiator);
  }
  SECTION("a message whose response begins before END_REQ") {
    auto messages = bench.checker(Protocol::kMessage);
    PayloadRef message = bench.message();
    messages.phase(*message, tlm::BEGIN_REQ, kInitiator);
    CHECK(bench.violations.empty());
    message->set_response_status(tlm::TLM_OK_RESPONSE);
    messages.phase(*message, tlm::BEGIN_RESP, kTarget);
  }
  SECTION("a message whose registers changed place") {
    auto messages = bench.checker(Protocol::kMessage);
    PayloadRef message = bench.message();
    message_of(*message).message.payload.resize(100);
    messages.phase(*message, tlm::BEGIN_REQ, kInitiator);
  }
  CHECK(bench.violations.size() == 1);
}

TEST_CASE("a run ends with the first twenty violations of protocols", "[observe]") {
  Kernel kernel;
  Simulation simulation{SimulationOptions{}};
  for (int i = 0; i < 30; ++i) simulation.protocol_violation("socket", "rule " + std::to_string(i));
  try {
    simulation.run();
    FAIL("the run went on");
  } catch (const Error& error) {
    CHECK(error.diagnostics().size() == 20);
    CHECK(std::string{error.what()}.find("rule 19") != std::string::npos);
  }
}
