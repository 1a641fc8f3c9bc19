// A whole machine: what goes wrong in it, and how its parts are named.
#include "timing/system/system.h"
#include "timing/system/topology.h"

#include <catch2/catch.hpp>
#include <string>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_builder.h"

using namespace texpipe;
using namespace texpipe::timing;
using functional::BuiltProgram;
using functional::EuBuilder;

namespace {

/// One thread that sends one message and ends.
class OneMessage final : public functional::ThreadSource {
 public:
  OneMessage(functional::BuiltSend send, const functional::MessageContext* context)
      : program_{program(send, context)} {}

  unsigned groups() const override { return group_count; }
  unsigned threads_per_group() const override { return threads; }
  void start(unsigned, unsigned, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    program_.start(registers, program, 0xFFu);
  }
  unsigned threads = 1;
  unsigned group_count = 1;

 private:
  static BuiltProgram program(functional::BuiltSend send, const functional::MessageContext* context) {
    EuBuilder builder{8, 6};
    send.source0 = builder.allocate(1);
    builder.send(send, 8);
    return builder.finish(context);
  }
  BuiltProgram program_;
};

functional::Workload workload_of(const functional::BuiltSend& send, unsigned threads = 1, unsigned groups = 1) {
  functional::Workload workload;
  auto source = std::make_unique<OneMessage>(send, workload.context.get());
  source->threads = threads;
  source->group_count = groups;
  workload.threads = std::move(source);
  return workload;
}

Error error_of(functional::Workload workload, const machine::MachineParameters& machine,
               const SystemOptions& options = {}) {
  try {
    System system{machine, workload, model_blocks(), options};
    system.run();
  } catch (const Error& error) {
    return error;
  }
  FAIL("accepted");
  throw 0;
}

bool mentions(const Error& error, const std::string& text) {
  return std::string{error.what()}.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("messages that no shared function takes end the run and are named", "[machine]") {
  const Error urb = error_of(workload_of({.shared_function = 6, .descriptor = 0x0200'0000}), {});
  CHECK(urb.code() == ExitCode::kUnsupported);
  CHECK(mentions(urb, "URB"));
  const std::uint32_t atomic_counter = 2u << 25 | 1u << 20 | 0xBu << 14;
  const Error atomic =
      error_of(workload_of({.shared_function = 0xC, .descriptor = atomic_counter, .extended_descriptor = 0xC}), {});
  CHECK(atomic.code() == ExitCode::kUnsupported);
  CHECK(mentions(atomic, "atomic counter"));
}

TEST_CASE("a message to NULL is consumed in every timing and its thread goes on to its end", "[machine]") {
  for (const SystemTiming timing : {SystemTiming::kApproximatelyTimed, SystemTiming::kLooselyTimed}) {
    for (const functional::GrfRange destination : {functional::GrfRange{}, functional::GrfRange{20, 2}}) {
      // More threads than slots: each has to end once, and only once, for the others to start.
      functional::Workload workload = workload_of({.shared_function = 0, .destination = destination}, 8, 40);
      System system{machine::MachineParameters{}, workload, model_blocks(), {.timing = timing}};
      CHECK(system.run().complete);
      CHECK(system.threads_ended() == 8 * 40);
    }
  }
}

TEST_CASE("a thread may end with a message to NULL", "[machine]") {
  functional::Workload workload = workload_of({.shared_function = 0, .end_of_thread = true}, 4, 50);
  System system{machine::MachineParameters{}, workload, model_blocks()};
  CHECK(system.run().complete);
  CHECK(system.threads_ended() == 4 * 50);
}

TEST_CASE("an implementation that is not there is refused by name", "[machine]") {
  machine::MachineParameters machine;
  machine.slice.subslice[1].sampler.filter.implementation.name = "modle";
  const Error typo = error_of(workload_of({.shared_function = 3}), machine);
  CHECK(typo.code() == ExitCode::kInvalidConfiguration);
  CHECK(mentions(typo, "slice.subslice[1].sampler.filter.implementation"));
  CHECK(mentions(typo, "did you mean model?"));
  machine.slice.subslice[1].sampler.filter.implementation.name = "rtl";
  CHECK(error_of(workload_of({.shared_function = 3}), machine).code() == ExitCode::kUnsupported);
  machine.slice.subslice[1].sampler.filter.implementation.name = "model";
  machine.slice.subslice[1].sampler.address_generator.implementation.name = "mdel";
  const Error generator = error_of(workload_of({.shared_function = 3}), machine);
  CHECK(generator.code() == ExitCode::kInvalidConfiguration);
  CHECK(mentions(generator, "slice.subslice[1].sampler.address_generator.implementation"));
}

TEST_CASE("a work group that no subslice holds is refused", "[machine]") {
  const Error error = error_of(workload_of({.shared_function = 3}, 57), {});
  CHECK(error.code() == ExitCode::kInvalidConfiguration);
  CHECK(mentions(error, "57"));
  CHECK(mentions(error, "56"));
}

TEST_CASE("statistics stand at the paths of the parameters", "[machine]") {
  machine::MachineParameters machine;
  functional::Workload workload = workload_of({.shared_function = 3});
  System system{machine, workload, model_blocks()};
  for (const char* path :
       {"memory", "slice.dispatch", "slice.l3", "slice.subslice[0].interconnect", "slice.subslice[2].data_port",
        "slice.subslice[1].eu[7]", "slice.subslice[0].sampler.front_end", "slice.subslice[0].sampler.address_generator",
        "slice.subslice[0].sampler.l1", "slice.subslice[0].sampler.l2", "slice.subslice[0].sampler.decoder",
        "slice.subslice[0].sampler.filter", "slice.subslice[0].sampler.writeback"}) {
    INFO(path);
    CHECK(system.statistics().groups().contains(path));
  }
}

TEST_CASE("the topology draws blocks that are alike as one, in the order of the machine", "[machine]") {
  const std::string dot = topology_dot(machine::MachineParameters{});
  CHECK(dot.find("\"slice.subslice[0-2].eu[0-7]\" -> \"slice.subslice[0-2].interconnect\"") != std::string::npos);
  CHECK(dot.find("\"slice.l3\" -> \"memory\"") != std::string::npos);
  const std::size_t front_end = dot.find("label=\"front_end"), filter = dot.find("label=\"filter"),
                    writeback = dot.find("label=\"writeback");
  CHECK(front_end < filter);
  CHECK(filter < writeback);
}

TEST_CASE("the topology of 64 subslices is no longer than that of three", "[machine]") {
  machine::MachineParameters many;
  many.slice.subslice.resize(64, many.slice.subslice.front());
  const std::string dot = topology_dot(many);
  CHECK(dot.find("subslice[0-63]") != std::string::npos);
  CHECK(dot.size() < topology_dot(machine::MachineParameters{}).size() + 100);
  many.slice.subslice[5].interconnect.request_bytes_per_cycle = Fraction{7};
  CHECK(topology_dot(many).find("slice.subslice[0-4,6-63].eu[0-7]") != std::string::npos);
}

TEST_CASE("the topology has boxes for slice, subslices and samplers, sizes, and the way back", "[machine]") {
  machine::MachineParameters machine;
  machine.slice.l3.size = ByteSize{256 * 1024};
  machine.slice.subslice[1].sampler.latency_fifo.slots = 77;
  const std::string dot = topology_dot(machine);
  const auto has = [&](const std::string& text) { return dot.find(text) != std::string::npos; };
  for (const char* cluster : {"slice", "slice.subslice[1]", "slice.subslice[0,2].sampler"}) {
    INFO(cluster);
    CHECK(has("subgraph \"cluster_" + std::string{cluster} + "\""));
  }
  CHECK(has("256KiB"));
  CHECK(has("latency FIFO of 77 footprints"));
  CHECK(has("34.1GB/s"));
  CHECK(
      has("\"slice.subslice[1].interconnect\" -> \"slice.subslice[1].eu[0-7]\" [label=\"response, 64 B/clk\", "
          "style=dashed"));
  CHECK(has("\"memory\" -> \"slice.l3\" [label=\"lines, 34.1GB/s\", style=dashed"));
  machine.slice.subslice[0].sampler.l2.enabled = false;
  CHECK(topology_dot(machine).find("subslice[0].sampler.l2") == std::string::npos);
}

TEST_CASE("the topology draws the slices of L3 as one box that says how many there are, with the sizes of one",
          "[machine]") {
  machine::MachineParameters machine;
  machine.slice.l3.size = ByteSize{512 << 10};
  machine.slice.l3.slices = 4;
  const timing::Topology topology = timing::topology_of(machine);
  const auto l3 = std::find_if(topology.blocks.begin(), topology.blocks.end(),
                               [](const timing::DrawnBlock& block) { return block.path == "slice.l3"; });
  REQUIRE(l3 != topology.blocks.end());
  CHECK(l3->count() == 4);
  CHECK(l3->sizes.front().starts_with("128KiB, "));
  CHECK(l3->sizes.back() == "crossbar of 64 B/clk a slice");
  CHECK(topology_dot(machine).find("label=\"4 × l3\\n128KiB") != std::string::npos);
  machine.slice.l3.slices = 1;
  CHECK(topology_dot(machine).find("label=\"l3\\n512KiB") != std::string::npos);
  CHECK(topology_dot(machine).find("crossbar") == std::string::npos);
}

TEST_CASE("L3s with different numbers of slices are drawn apart", "[machine]") {
  machine::MachineParameters machine;
  machine.slices = 2;
  machine.slice.resize(2);
  CHECK(topology_dot(machine).find("\"slice[0-1].l3\"") != std::string::npos);
  machine.slice[1].l3.slices = 2;
  machine.slice[1].l3.size = machine.slice[1].l3.size * 2;
  const std::string dot = topology_dot(machine);
  CHECK(dot.find("\"slice[0].l3\" [label=\"l3") != std::string::npos);
  CHECK(dot.find("\"slice[1].l3\" [label=\"2 × l3") != std::string::npos);
}

TEST_CASE("the topology of a machine that draws has the fixed functions, their caches and the way past L3",
          "[machine]") {
  machine::MachineParameters machine;
  CHECK(topology_dot(machine).find("slice.frame") == std::string::npos);
  machine.draws = true;
  machine.llc.enabled = true;
  machine.slice.frame.depth.cache.size = ByteSize{64 << 10};
  std::string dot = topology_dot(machine);
  const auto has = [&](const std::string& text) { return dot.find(text) != std::string::npos; };
  CHECK(has("subgraph \"cluster_slice.frame\""));
  CHECK(has("\"slice.frame.depth_cache\" [label=\"depth_cache\\n64KiB, 4 ways"));
  CHECK(has("\"slice.frame.hiz\" -> \"slice.frame.depth\" [label=\"tile\"]"));
  CHECK(has("\"slice.frame.depth\" -> \"slice.dispatch\" [label=\"thread\"]"));
  CHECK(has("\"slice.dispatch\" -> \"slice.frame.pixel_backend\" [label=\"render target write\"]"));
  CHECK(has("\"slice.frame.urb\" [label=\"urb\\n64 B/clk each way"));
  CHECK(has("\"slice.frame.vertex_fetch\" -> \"slice.frame.urb\" [label=\"vertices\"]"));
  CHECK(has("\"slice.dispatch\" -> \"slice.frame.urb\" [label=\"vertices\"]"));
  CHECK(has("\"slice.frame.urb\" -> \"slice.frame.geometry\" [label=\"vertices\"]"));
  CHECK(has("\"slice.frame.rasterizer\" -> \"slice.frame.mcs_cache\" [label=\"memory\""));
  for (const std::string cache :
       {"vertex_cache", "hiz_cache", "depth_cache", "stencil_cache", "color_cache", "mcs_cache"}) {
    INFO(cache);
    CHECK(has("\"slice.frame." + cache + "\" -> \"llc\" [label=\"memory\"]"));
  }
  machine.llc.enabled = false;
  dot = topology_dot(machine);
  CHECK(has("\"slice.frame.color_cache\" -> \"memory\" [label=\"memory\"]"));
  CHECK(has("\"memory\" -> \"slice.frame.color_cache\" [label=\"lines, 34.1GB/s\""));
  machine.slices = 2;
  machine.slice.resize(2);
  dot = topology_dot(machine);
  CHECK(has("\"slice[0].dispatch\" -> \"slice[0].frame.pixel_backend\""));
  CHECK_FALSE(has("slice[1].frame"));
}
