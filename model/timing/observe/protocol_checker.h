// The rules of the three protocols, checked on one socket.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>

#include <systemc>
#include <tlm>

#include "timing/protocol/payload_pool.h"

namespace texpipe::timing {

enum class Protocol : std::uint8_t { kMessage, kFootprint, kMemory };

/// Watches the phases of one socket, whichever way they travel (call, return path, early completion). A violation is
/// told once per occurrence and checking goes on.
class ProtocolChecker {
 public:
  using Report = std::function<void(const std::string&)>;

  ProtocolChecker(Protocol protocol, Report report) : protocol_{protocol}, report_{std::move(report)} {}

  /// Checks a phase that passed: of a call, or of a return value that changed the phase. @param from_initiator  whether
  /// the initiator spoke, not the target
  void phase(const Payload& payload, const tlm::tlm_phase& phase, bool from_initiator);

  /// Checks a call that returned TLM_COMPLETED: all phases that remain are over.
  void completed(const Payload& payload);

  /// Number of requests that began and are not answered (message, memory) or not taken (footprint).
  std::size_t open() const;
  /// The phase that the socket waits for, for the request that began first; empty when none is open.
  std::string waits_for() const;

 private:
  void begin_request(const Payload& payload);
  void end_request(const Payload& payload);
  void begin_response(const Payload& payload);
  void end_response(const Payload& payload);
  void check_content(const Payload& payload);
  void require(bool condition, const char* rule);

  Protocol protocol_;
  Report report_;
  const Payload* request_ = nullptr;                  // request between BEGIN_REQ and END_REQ
  const Payload* response_ = nullptr;                 // response between BEGIN_RESP and END_RESP
  std::map<const Payload*, std::uint64_t> accepted_;  // requests after END_REQ and before BEGIN_RESP, with their order
  std::uint64_t accepted_in_all_ = 0;
};

}  // namespace texpipe::timing
