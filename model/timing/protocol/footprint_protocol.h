// The footprint protocol: stages inside the sampler. One way: BEGIN_REQ offers a subspan (to the address generator) or
// a footprint, END_REQ says that it was taken.
//
// nb_transport_fw(BEGIN_REQ) returns TLM_UPDATED with END_REQ when the target has a slot, else TLM_ACCEPTED, and
// END_REQ follows by nb_transport_bw when a slot is free. One offer per socket at a time; footprints stay in order. The
// same payload travels from the address generator to the writeback; each holder acquires it.
#pragma once

#include <array>
#include <cstdint>

#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include "functional/sampling/footprint.h"
#include "machine/cache/data_banks.h"
#include "timing/protocol/non_blocking_target.h"
#include "timing/protocol/payload_pool.h"

namespace texpipe::timing {

struct FootprintProtocol {
  using tlm_payload_type = tlm::tlm_generic_payload;
  using tlm_phase_type = tlm::tlm_phase;
};

template <class Module>
using FootprintInitiator = tlm_utils::simple_initiator_socket<Module, 32, FootprintProtocol>;
template <class Module>
using FootprintTarget = NonBlockingTarget<Module, 32, FootprintProtocol>;

struct SamplerWork;

/// Mandatory on every payload of the footprint protocol: names a footprint, its subspan and its message. Between front
/// end and address generator a payload stands for a whole subspan and `footprint` is null. Behind the address generator
/// a null footprint is the token of a message that has no footprint at all (query, null surface); it keeps the order
/// and costs no issue slot.
struct FootprintExtension : tlm::tlm_extension<FootprintExtension> {
  SamplerWork* work = nullptr;
  const functional::Footprint* footprint = nullptr;
  std::uint16_t subspan = 0;  // index in the message
  std::uint16_t index = 0;    // index of the footprint in the subspan
  bool last = false;          // whether it is the last one of the message
  // Set by the cache's tags.
  std::uint16_t lines = 0;            // cache lines that it touches
  std::uint16_t blocks = 0;           // compressed blocks that its texels lie in
  std::uint16_t reads = 0;            // reads of data banks
  machine::DataBanks::Reads banks{};  // banks of these reads; further elements are not set

  tlm::tlm_extension_base* clone() const override { return new FootprintExtension{*this}; }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const FootprintExtension&>(other);
  }
  void recycle() { work = nullptr, footprint = nullptr, last = false; }
};

using FootprintPool = PayloadPool<FootprintExtension>;

inline FootprintExtension& footprint_of(Payload& payload) {
  return *payload.get_extension<FootprintExtension>();
}

}  // namespace texpipe::timing
