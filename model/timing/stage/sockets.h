// Sockets of blocks by the paths of the machine's graph, to be bound along its edges.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "timing/protocol/footprint_protocol.h"
#include "timing/protocol/memory_protocol.h"
#include "timing/protocol/message_protocol.h"
#include "timing/simulation/connect.h"

namespace texpipe::machine {
class MachineGraph;
}

namespace texpipe::timing {

/// Sockets that modules offer, to be bound along the graph's edges. They must live as long as this.
class Sockets {
 public:
  /// @param path    path of the block in the graph
  /// @param number  number among the block's sockets for this kind of traffic
  template <unsigned kWidth, class Types>
  void offer(const std::string& path, std::uint32_t number, InitiatorBase<kWidth, Types>& socket) {
    ends_of<Types>(*this).starts[{path, number}] = &socket;
  }
  template <unsigned kWidth, class Types>
  void offer(const std::string& path, std::uint32_t number, TargetBase<kWidth, Types>& socket) {
    ends_of<Types>(*this).ends[{path, number}] = &socket;
  }

  /// Sockets that were offered as the target of messages, or as the initiator of requests for lines. Errors: none was
  /// offered.
  TargetBase<kMessageBusBits, MessageProtocol>& message_target(const std::string& path, std::uint32_t number = 0) {
    return *messages_.ends.at({path, number});
  }
  InitiatorBase<32, tlm::tlm_base_protocol_types>& line_initiator(const std::string& path, std::uint32_t number = 0) {
    return *lines_.starts.at({path, number});
  }

  /// Binds the socket by which a block asks for lines to one of a cache. Errors: one of them was not offered.
  void bind_lines(Simulation& simulation, const std::string& from, const std::string& to, std::uint32_t requester);

  /// Binds every edge along which messages, footprints or lines travel. An edge with no socket at either end is left
  /// out: it lies inside a module that binds it itself, or a recurrence stands for its blocks.
  /// Errors: kInternalError for an edge with a socket at one end.
  void bind(Simulation& simulation, const machine::MachineGraph& graph);

 private:
  using Place = std::pair<std::string, std::uint32_t>;

  template <unsigned kWidth, class Types>
  struct Ends {
    std::map<Place, InitiatorBase<kWidth, Types>*> starts;
    std::map<Place, TargetBase<kWidth, Types>*> ends;
  };

  template <class Types>
  static auto& ends_of(Sockets& sockets) {
    if constexpr (std::is_same_v<Types, MessageProtocol>) {
      return sockets.messages_;
    } else if constexpr (std::is_same_v<Types, FootprintProtocol>) {
      return sockets.footprints_;
    } else {
      return sockets.lines_;
    }
  }

  Ends<kMessageBusBits, MessageProtocol> messages_;
  Ends<32, FootprintProtocol> footprints_;
  Ends<32, tlm::tlm_base_protocol_types> lines_;
};

}  // namespace texpipe::timing
