#include "timing/stage/sockets.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "machine/graph/machine_graph.h"
#include "timing/kernel/kernel.h"

using namespace texpipe;
using namespace texpipe::timing;

TEST_CASE("an edge of the machine with a socket at one end only is an error that names both ends", "[timing][stage]") {
  struct Asker : sc_core::sc_module {
    MemoryInitiator<Asker> lines{"lines"};
    explicit Asker(sc_core::sc_module_name name) : sc_module{name} {}
  };
  Kernel kernel;
  Simulation simulation{SimulationOptions{}};
  Asker asker{"asker"};
  machine::MachineGraph graph;
  const std::size_t data_port = graph.add({"data_port", machine::BlockKind::kDataPort});
  const std::size_t l3 = graph.add({"l3", machine::BlockKind::kL3});
  graph.connect(data_port, l3, machine::Travels::kLine);
  Sockets sockets;
  CHECK_NOTHROW(sockets.bind(simulation, graph));
  sockets.offer("data_port", 0, asker.lines);
  CHECK_THROWS_WITH(sockets.bind(simulation, graph),
                    Catch::Contains("data_port") && Catch::Contains("l3") && Catch::Contains("no socket at its end"));
}
