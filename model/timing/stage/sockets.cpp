#include "timing/stage/sockets.h"

#include "base/diagnostic.h"
#include "machine/graph/machine_graph.h"

namespace texpipe::timing {
namespace {

template <class Ends>
void bind_edge(Simulation& simulation, const Ends& sockets, const machine::GraphBlock& from,
               const machine::GraphBlock& to, const machine::GraphEdge& edge) {
  const auto start = sockets.starts.find({from.path, edge.out});
  const auto end = sockets.ends.find({to.path, edge.in});
  const bool starts = start != sockets.starts.end(), ends = end != sockets.ends.end();
  if (starts != ends) {
    throw Error{ExitCode::kInternalError,
                "the way from " + from.path + " to " + to.path + " has no socket at its " + (starts ? "end" : "start")};
  }
  if (starts) connect(simulation, *start->second, *end->second);
}

}  // namespace

void Sockets::bind_lines(Simulation& simulation, const std::string& from, const std::string& to,
                         std::uint32_t requester) {
  connect(simulation, *lines_.starts.at({from, 0}), *lines_.ends.at({to, requester}));
}

void Sockets::bind(Simulation& simulation, const machine::MachineGraph& graph) {
  for (const machine::GraphEdge& edge : graph.edges()) {
    const machine::GraphBlock &from = graph.blocks()[edge.from], &to = graph.blocks()[edge.to];
    switch (edge.what) {
      case machine::Travels::kMessage:
      case machine::Travels::kThreadEnd:
        bind_edge(simulation, messages_, from, to, edge);
        break;
      case machine::Travels::kFootprint:
        bind_edge(simulation, footprints_, from, to, edge);
        break;
      case machine::Travels::kLine:
        bind_edge(simulation, lines_, from, to, edge);
        break;
      case machine::Travels::kThread:    // a call, without sockets
      case machine::Travels::kResponse:  // comes back through the socket by which its message went
        break;
    }
  }
}

}  // namespace texpipe::timing
