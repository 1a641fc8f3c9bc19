// Memories with the habits of public ones: clocks that never end, early phases, debug transport only once simulation
// has started, warnings.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include "timing/memory/blocking_adapter.h"
#include "timing/memory/memory_block.h"

namespace texpipe::timing::test {

/// Bytes of a memory that ends somewhere and starts with garbage.
class ForeignBytes {
 public:
  explicit ForeignBytes(std::uint64_t size) : size_{size} {}

  void access(Payload& payload) {
    const unsigned char* enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      if (enables != nullptr && enables[i % payload.get_byte_enable_length()] == TLM_BYTE_DISABLED) continue;
      auto& byte = bytes_.try_emplace(payload.get_address() + i, std::uint8_t{0xCD}).first->second;
      if (payload.is_read()) {
        payload.get_data_ptr()[i] = byte;
      } else {
        byte = payload.get_data_ptr()[i];
      }
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  unsigned debug(Payload& payload) {
    if (payload.get_address() + payload.get_data_length() > size_) return 0;
    access(payload);
    return payload.get_data_length();
  }

 private:
  std::uint64_t size_;
  std::map<std::uint64_t, std::uint8_t> bytes_;
};

struct ForeignHabits {
  std::uint64_t size = std::uint64_t{1} << 48;
  bool debug = true;
  bool early_response = false;  // BEGIN_RESP in the call of BEGIN_REQ, for every other request
  bool loses_writes = false;
  std::uint64_t stops_after = ~std::uint64_t{0};  // requests
  std::string warning{};                          // reported with every request
  std::string error{};                            // reported with the tenth
};

/// Non-blocking, one request every 2 ns, 60 ns to data, refreshed for ever by an event of its own. Understands END_RESP
/// as a call or as the answer TLM_UPDATED, as the base protocol's first users did; TLM_COMPLETED it does not know.
class ClockedMemory final : public sc_core::sc_module, public MemoryBlock {
 public:
  SC_HAS_PROCESS(ClockedMemory);

  ClockedMemory(sc_core::sc_module_name name, const ForeignHabits& habits)
      : sc_module{name}, habits_{habits}, bytes_{habits.size} {
    socket_.register_nb_transport_fw(this, &ClockedMemory::forward);
    socket_.register_transport_dbg(this, &ClockedMemory::debug);
    SC_METHOD(refresh);
  }
  Socket& socket() override { return socket_; }

  std::uint64_t refreshes() const { return refreshes_; }

 private:
  void start_of_simulation() override { started_ = true; }

  void refresh() {
    ++refreshes_;
    next_trigger(7.8, sc_core::SC_US);
  }

  tlm::tlm_sync_enum forward(int, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      if (response_ != &payload) SC_REPORT_ERROR("clocked_memory", "END_RESP of something else");
      phases_.notify(payload, phase, delay);
      return tlm::TLM_ACCEPTED;
    }
    if (!habits_.warning.empty()) SC_REPORT_WARNING("clocked_memory", habits_.warning.c_str());
    if (++requests_ == 10 && !habits_.error.empty()) SC_REPORT_ERROR("clocked_memory", habits_.error.c_str());
    if (requests_ > habits_.stops_after) return tlm::TLM_ACCEPTED;
    if (!habits_.loses_writes || payload.is_read()) bytes_.access(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (habits_.early_response && requests_ % 2 == 0 && response_ == nullptr) {
      payload.acquire();
      response_ = &payload;
      phase = tlm::BEGIN_RESP;
      delay += sc_core::sc_time{60.3, sc_core::SC_NS};
      return tlm::TLM_UPDATED;
    }
    payload.acquire();
    phases_.notify(payload, tlm::END_REQ, delay + sc_core::sc_time{2.1, sc_core::SC_NS});
    return tlm::TLM_ACCEPTED;
  }

  void act(Payload& payload, const tlm::tlm_phase& phase) {
    if (phase == tlm::END_REQ) {
      call(payload, tlm::END_REQ);
      phases_.notify(payload, tlm::BEGIN_RESP, sc_core::sc_time{60, sc_core::SC_NS});
    } else if (phase == tlm::BEGIN_RESP) {
      ready_.push_back(&payload);
    } else {
      response_ = nullptr;
      payload.release();
    }
    if (response_ != nullptr || ready_.empty()) return;
    response_ = ready_.front();
    ready_.erase(ready_.begin());
    call(*response_, tlm::BEGIN_RESP);
  }

  void call(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    if (socket_->nb_transport_bw(payload, phase, delay) == tlm::TLM_UPDATED && phase == tlm::END_RESP) {
      phases_.notify(payload, phase, delay);
    }
  }

  unsigned debug(int, Payload& payload) { return started_ && habits_.debug ? bytes_.debug(payload) : 0; }

  tlm_utils::multi_passthrough_target_socket<ClockedMemory> socket_{"socket"};
  tlm_utils::peq_with_cb_and_phase<ClockedMemory> phases_{this, &ClockedMemory::act};
  ForeignHabits habits_;
  ForeignBytes bytes_;
  bool started_ = false;
  std::uint64_t requests_ = 0;
  std::uint64_t refreshes_ = 0;
  Payload* response_ = nullptr;  // between BEGIN_RESP and END_RESP
  std::vector<Payload*> ready_;
};

/// Knows b_transport alone, returns at once with a delay, offers direct access, clears its bytes when simulation
/// starts.
class DelayingMemory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<DelayingMemory> socket{"socket"};

  DelayingMemory(sc_core::sc_module_name name, const ForeignHabits& habits)
      : sc_module{name}, habits_{habits}, bytes_{habits.size} {
    socket.register_b_transport(this, &DelayingMemory::transport);
    socket.register_transport_dbg(this, &DelayingMemory::debug);
  }

 private:
  void start_of_simulation() override { bytes_ = ForeignBytes{habits_.size}; }
  void transport(Payload& payload, sc_core::sc_time& delay) {
    if (!habits_.warning.empty()) SC_REPORT_WARNING("delaying_memory", habits_.warning.c_str());
    if (++requests_ == 10 && !habits_.error.empty()) SC_REPORT_FATAL("delaying_memory", habits_.error.c_str());
    bytes_.access(payload);
    payload.set_dmi_allowed(true);
    delay += sc_core::sc_time{60, sc_core::SC_NS};
  }
  unsigned debug(Payload& payload) { return habits_.debug ? bytes_.debug(payload) : 0; }

  ForeignHabits habits_;
  ForeignBytes bytes_;
  std::uint64_t requests_ = 0;
};

/// The delaying memory behind the adapter.
class DelayingMemoryBlock final : public MemoryBlock {
 public:
  DelayingMemoryBlock(sc_core::sc_module_name name, Simulation& simulation, const ForeignHabits& habits,
                      std::uint32_t outstanding)
      : adapter_{name, simulation, 16, outstanding}, memory_{"delaying", habits} {
    adapter_.memory.bind(memory_.socket);
  }
  Socket& socket() override { return adapter_.socket(); }

 private:
  BlockingMemoryAdapter adapter_;
  DelayingMemory memory_;
};

}  // namespace texpipe::timing::test
