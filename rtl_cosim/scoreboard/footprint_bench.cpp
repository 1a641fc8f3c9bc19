#include "rtl_cosim/scoreboard/footprint_bench.h"

#include <algorithm>
#include <utility>

namespace texpipe::rtl_cosim {

FootprintSource::FootprintSource(sc_core::sc_module_name name, timing::Simulation& simulation, std::uint64_t count,
                                 std::function<timing::SamplerWork*(std::uint64_t)> make,
                                 std::function<bool(Cycles)> offers)
    : sc_module{name}, simulation_{simulation}, count_{count}, make_{std::move(make)}, offers_{std::move(offers)} {
  out.register_nb_transport_bw(this, &FootprintSource::backward);
  SC_METHOD(act);
  sensitive << wake_;
}

void FootprintSource::next_offer(Cycles from) {
  while (!offers_(from)) from += Cycles{1};
  simulation_.clock.notify(wake_, from);
}

void FootprintSource::act() {
  const Cycles now = simulation_.clock.now();
  if (offered_ || next_ == count_) return;
  if (!offers_(now)) return next_offer(now);
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

tlm::tlm_sync_enum FootprintSource::backward(timing::Payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  offered_ = {};
  next_offer(simulation_.clock.now() + Cycles{1});
  return tlm::TLM_ACCEPTED;
}

FootprintSink::FootprintSink(sc_core::sc_module_name name, timing::Simulation& simulation,
                             std::function<bool(Cycles)> ready, std::function<void(timing::SamplerWork&, Cycles)> take)
    : sc_module{name}, simulation_{simulation}, ready_{std::move(ready)}, take_{std::move(take)} {
  in.register_nb_transport_fw(this, &FootprintSink::forward);
  SC_METHOD(act);
  sensitive << wake_;
  dont_initialize();
}

bool FootprintSink::try_take(timing::Payload& payload) {
  const Cycles now = simulation_.clock.now();
  if (now < free_from_ || !ready_(now)) return false;
  free_from_ = now + Cycles{1};
  take_(*timing::footprint_of(payload).work, now);
  return true;
}

tlm::tlm_sync_enum FootprintSink::forward(timing::Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (try_take(payload)) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  waiting_ = &payload;
  Cycles when = std::max(free_from_, simulation_.clock.now() + Cycles{1});
  while (!ready_(when)) when += Cycles{1};
  simulation_.clock.notify(wake_, when);
  return tlm::TLM_ACCEPTED;
}

void FootprintSink::act() {
  if (waiting_ == nullptr || !try_take(*waiting_)) return;
  timing::Payload& payload = *std::exchange(waiting_, nullptr);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  in->nb_transport_bw(payload, phase, delay);
}

}  // namespace texpipe::rtl_cosim
