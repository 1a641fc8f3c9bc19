#include "rtl_cosim/scoreboard/cache_modules.h"

#include <algorithm>
#include <utility>

namespace texpipe::rtl_cosim {

CacheSource::CacheSource(sc_core::sc_module_name name, timing::Simulation& simulation, std::uint64_t count,
                         std::function<timing::SamplerWork*(std::uint64_t)> make,
                         std::function<bool(std::uint64_t, Cycles)> offers)
    : sc_module{name}, simulation_{simulation}, count_{count}, make_{std::move(make)}, offers_{std::move(offers)} {
  out.register_nb_transport_bw(this, &CacheSource::backward);
  SC_METHOD(act);
  sensitive << wake_;
}

void CacheSource::next_offer(Cycles from) {
  if (next_ == count_) return;
  while (!offers_(next_, from)) from += Cycles{1};
  simulation_.clock.notify(wake_, from);
}

void CacheSource::act() {
  const Cycles now = simulation_.clock.now();
  if (offered_ || next_ == count_) return;
  if (!offers_(next_, now)) return next_offer(now);
  offered_ = simulation_.footprints.take();
  timing::FootprintExtension& footprint = timing::footprint_of(*offered_);
  footprint.work = make_(next_++);
  footprint.footprint = &footprint.work->outcome.subspans[0].footprints[0];
  footprint.subspan = 0;
  footprint.index = 0;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (out->nb_transport_fw(*offered_, phase, delay) != tlm::TLM_UPDATED) return;
  offered_ = {};
  next_offer(now + Cycles{1});
}

tlm::tlm_sync_enum CacheSource::backward(timing::Payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  offered_ = {};
  next_offer(simulation_.clock.now() + Cycles{1});
  return tlm::TLM_ACCEPTED;
}

CacheSink::CacheSink(sc_core::sc_module_name name, timing::Simulation& simulation, Ready ready)
    : sc_module{name}, simulation_{simulation}, ready_{std::move(ready)} {
  in.register_nb_transport_fw(this, &CacheSink::forward);
  SC_METHOD(act);
  sensitive << wake_;
  dont_initialize();
}

bool CacheSink::try_take(timing::Payload& payload) {
  const Cycles now = simulation_.clock.now();
  if (now < free_from_ || !ready_(timing::footprint_of(payload), now)) return false;
  free_from_ = now + Cycles{1};
  return true;
}

tlm::tlm_sync_enum CacheSink::forward(timing::Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (try_take(payload)) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  waiting_ = &payload;
  Cycles when = std::max(free_from_, simulation_.clock.now() + Cycles{1});
  while (!ready_(timing::footprint_of(payload), when)) when += Cycles{1};
  simulation_.clock.notify(wake_, when);
  return tlm::TLM_ACCEPTED;
}

void CacheSink::act() {
  if (waiting_ == nullptr || !try_take(*waiting_)) return;
  timing::Payload& payload = *std::exchange(waiting_, nullptr);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  in->nb_transport_bw(payload, phase, delay);
}

CacheMemoryModule::CacheMemoryModule(sc_core::sc_module_name name, timing::Simulation& simulation,
                                     const CacheStimulus& stimulus, std::uint64_t begin, CacheTrace& trace)
    : sc_module{name}, simulation_{simulation}, stimulus_{stimulus}, begin_{begin}, trace_{trace}, memory_{stimulus} {
  socket.register_nb_transport_fw(this, &CacheMemoryModule::forward);
  SC_METHOD(act);
  sensitive << wake_;
  dont_initialize();
}

tlm::tlm_sync_enum CacheMemoryModule::forward(timing::Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
  simulation_.clock.notify(wake_, simulation_.clock.now() + Cycles{1});
  if (!take(payload)) {
    offered_ = timing::PayloadRef{payload};
    return tlm::TLM_ACCEPTED;
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

bool CacheMemoryModule::take(timing::Payload& payload) {
  const std::uint64_t now = cycle();
  if (now < next_take_ || !stimulus_.memory_takes(now)) return false;
  next_take_ = now + 1;
  trace_.requests.push_back({now, payload.get_address() / verilated_texture_cache::kLineBytes});
  memory_.ask(now, held_.size());
  held_.push_back(timing::PayloadRef{payload});
  return true;
}

void CacheMemoryModule::act() {
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (const auto tag = memory_.answer(cycle())) {
    const timing::PayloadRef payload = std::move(held_[*tag]);
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    socket->nb_transport_bw(*payload, phase, delay);
  }
  if (offered_ && take(*offered_)) {
    const timing::PayloadRef payload = std::exchange(offered_, {});
    tlm::tlm_phase phase = tlm::END_REQ;
    socket->nb_transport_bw(*payload, phase, delay);
  }
  if (offered_ || memory_.waits()) simulation_.clock.notify(wake_, simulation_.clock.now() + Cycles{1});
}

}  // namespace texpipe::rtl_cosim
