// Ports of a memory that several blocks ask, by recurrence.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/memory/memory_ports.h"
#include "machine/recurrence/line_request.h"

namespace texpipe::machine {

/// MemoryPorts decides which request goes to memory when; answers pass without time.
class MemoryPortsRecurrence final : public LineServer, private LineClient {
 public:
  /// @param memory  must outlive this
  MemoryPortsRecurrence(LineServer& memory, std::uint32_t requesters);

  void bind(std::uint32_t requester, LineClient& client) override { requesters_[requester].client = &client; }
  bool offer(std::uint32_t requester, const LineRequest& request, Cycles now) override;
  Cycles lookahead() const override { return memory_.lookahead(); }

  /// Time at which step() has something to do; kNever: nothing until another function is called.
  Cycles next() const { return held_ ? kNever : ports_.next(); }
  void step(Cycles now);

 private:
  struct Requester {
    LineClient* client = nullptr;
    bool refused = false;  // its last request was refused
  };
  /// A request that memory has, or is to take next.
  struct Asked {
    std::uint32_t requester = 0;
    std::uint64_t tag = 0;  // the requester's
  };

  void answered(std::uint64_t tag, Cycles at, const LinePath& path) override;
  void room(Cycles now) override;
  std::uint64_t number_of(Asked asked);

  LineServer& memory_;
  std::vector<Requester> requesters_;
  MemoryPorts<LineRequest> ports_;
  std::optional<LineRequest> held_;  // that memory refused
  std::vector<Asked> asked_;         // by the number that memory knows
  std::vector<std::uint64_t> free_;  // unused numbers
};

}  // namespace texpipe::machine
