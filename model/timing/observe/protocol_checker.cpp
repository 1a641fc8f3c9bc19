#include "timing/observe/protocol_checker.h"

#include <algorithm>

#include "timing/protocol/footprint_protocol.h"
#include "timing/protocol/message_protocol.h"

namespace texpipe::timing {

void ProtocolChecker::phase(const Payload& payload, const tlm::tlm_phase& phase, bool from_initiator) {
  if (phase == tlm::BEGIN_REQ) {
    require(from_initiator, "BEGIN_REQ comes from the initiator");
    begin_request(payload);
  } else if (phase == tlm::END_REQ) {
    require(!from_initiator, "END_REQ comes from the target");
    end_request(payload);
  } else if (protocol_ == Protocol::kFootprint) {
    require(false, "the footprint protocol has no response");
  } else if (phase == tlm::BEGIN_RESP) {
    require(!from_initiator, "BEGIN_RESP comes from the target");
    begin_response(payload);
  } else if (phase == tlm::END_RESP) {
    require(from_initiator, "END_RESP comes from the initiator");
    end_response(payload);
  } else {
    require(false, "a phase is BEGIN_REQ, END_REQ, BEGIN_RESP or END_RESP");
  }
}

void ProtocolChecker::completed(const Payload& payload) {
  if (protocol_ == Protocol::kFootprint) return require(false, "a footprint is taken by END_REQ, not by TLM_COMPLETED");
  if (response_ != &payload) {
    require(request_ == &payload || accepted_.contains(&payload), "TLM_COMPLETED belongs to a request in flight");
    require(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "a completed request has a response status");
  }
  if (request_ == &payload) request_ = nullptr;
  if (response_ == &payload) response_ = nullptr;
  accepted_.erase(&payload);
}

std::size_t ProtocolChecker::open() const {
  return accepted_.size() + (request_ != nullptr) + (response_ != nullptr);
}

std::string ProtocolChecker::waits_for() const {
  const auto of = [this](const Payload& payload) {
    return protocol_ == Protocol::kMemory ? " for address " + std::to_string(payload.get_address()) : std::string{};
  };
  if (response_ != nullptr) return "END_RESP" + of(*response_) + " from the initiator";
  if (!accepted_.empty()) {
    const auto oldest = std::min_element(accepted_.begin(), accepted_.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return "BEGIN_RESP" + of(*oldest->first) + " from the target";
  }
  return request_ == nullptr ? "" : "END_REQ" + of(*request_) + " from the target";
}

void ProtocolChecker::begin_request(const Payload& payload) {
  require(request_ == nullptr, "a request begins only after END_REQ of the one before");
  require(!accepted_.contains(&payload) && response_ != &payload, "a payload in flight is not sent again");
  check_content(payload);
  request_ = &payload;
}

void ProtocolChecker::end_request(const Payload& payload) {
  require(request_ == &payload, "END_REQ belongs to the request that began");
  request_ = nullptr;
  if (protocol_ != Protocol::kFootprint) accepted_.emplace(&payload, accepted_in_all_++);
}

void ProtocolChecker::begin_response(const Payload& payload) {
  require(response_ == nullptr, "a response begins only after END_RESP of the one before");
  const bool implied_end_request = protocol_ == Protocol::kMemory && request_ == &payload;
  require(accepted_.contains(&payload) || implied_end_request, "a response belongs to an accepted request");
  require(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "a response has a status");
  if (implied_end_request) request_ = nullptr;
  accepted_.erase(&payload);
  response_ = &payload;
}

void ProtocolChecker::end_response(const Payload& payload) {
  require(response_ == &payload, "END_RESP belongs to the response that began");
  response_ = nullptr;
}

void ProtocolChecker::check_content(const Payload& payload) {
  switch (protocol_) {
    case Protocol::kMessage: {
      const auto* message = payload.get_extension<MessageExtension>();
      require(message != nullptr, "a message has a MessageExtension");
      require(payload.get_command() == tlm::TLM_IGNORE_COMMAND, "a message's command is TLM_IGNORE_COMMAND");
      if (message == nullptr) return;
      const auto& registers = message->message.payload;
      require(payload.get_data_length() == registers.size() * sizeof(functional::Grf) &&
                  payload.get_data_ptr() == reinterpret_cast<const unsigned char*>(registers.data()),
              "a message's data are its payload registers");
      return;
    }
    case Protocol::kFootprint:
      require(payload.get_extension<FootprintExtension>() != nullptr, "a footprint has a FootprintExtension");
      return;
    case Protocol::kMemory:
      require(payload.is_read() || payload.is_write(), "a memory request reads or writes");
      require(payload.get_data_ptr() != nullptr && payload.get_data_length() > 0, "a memory request has data");
      require(payload.get_streaming_width() >= payload.get_data_length(), "a memory request does not stream");
      require(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE,
              "a request starts with an incomplete response");
      return;
  }
}

void ProtocolChecker::require(bool condition, const char* rule) {
  if (!condition) report_(rule);
}

}  // namespace texpipe::timing
