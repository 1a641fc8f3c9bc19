#include "timing/sampler/loose_sampler.h"

#include <algorithm>
#include <utility>

namespace texpipe::timing {
namespace {

constexpr Cycles later_by(Cycles time, Cycles span) {
  return time == machine::kNever ? time : time + span;
}

}  // namespace

LooseSampler::LooseSampler(sc_core::sc_module_name name, Simulation& simulation, RecurrenceDriver& driver,
                           std::size_t index, SamplerSemantics semantics)
    : sc_module{name},
      simulation_{simulation},
      driver_{driver},
      sampler_{driver.machine().sampler(index)},
      index_{index},
      semantics_{std::move(semantics)},
      plan_{functional::PlanDetail::kFootprints, sampler_.line_shape()},
      port_{"port", {[this](Payload& message) { return offered(message); }, [this] { ended(); }}},
      events_{simulation, this->name()} {
  driver.add(*this);
  simulation.events.add_late([this](Cycles end) {
    driver_.advance();
    events_.publish_before(end);
  });
  simulation.before_accounts_close.emplace_back([this] { events_.publish_before(now() + Cycles{1}); });
}

bool LooseSampler::offered(Payload& message) {
  if (!has_place()) driver_.advance();
  const bool taken = has_place();
  if (taken) take(message);
  waits_ = !taken;
  driver_.schedule();
  return taken;
}

/// Watches the recurrence if anybody listens: listeners are there from the beginning.
void LooseSampler::start_of_simulation() {
  watched_ = simulation_.events.listening();
  if (!watched_) return;
  events_.leave_out_unwanted();
  sampler_.watch(events_);
}

bool LooseSampler::has_place() const {
  const auto place = sampler_.place();
  return place && *place <= now();
}

void LooseSampler::take(Payload& message) {
  MessageExtension& extension = message_of(message);
  extension.accepted_at = now();
  SamplerWork& work = simulation_.sampler_works.take();
  work.message = PayloadRef{message};
  work.sequence = sequence_++;
  work.accepted_at = now();
  simulation_.guarded([&] { semantics_.execute(extension.message, plan_, work.outcome); });
  works_.push_back(&work);
  if (watched_) events_.accepted(work, now());
  sampler_.accept(work.outcome.subspans, message.get_data_length(),
                  work.outcome.response.registers.size() * sizeof(functional::Grf), now());
  driver_.machine().advance_sampler(index_);
}

void LooseSampler::act() {
  acting_ = true;
  for (bool more = true; more;) {
    respond();
    more = waits_ && has_place();
    if (!more) continue;
    waits_ = false;  // the next one may be offered while this one is taken
    take(*port_.waiting());
    port_.take_waiting();
  }
  acting_ = false;
}

void LooseSampler::respond() {
  while (!responding_) {
    const auto at = sampler_.response();
    if (!at || *at > now()) return;
    SamplerWork& work = *works_.front();
    responding_ = true;
    responded_at_ = now();
    sampler_.begin_response();
    std::swap(message_of(*work.message).response, work.outcome.response);
    if (watched_) events_.publish_before(now() + Cycles{1});
    const PayloadRef message = work.message;
    if (port_.respond(*message)) ended();
  }
}

void LooseSampler::ended() {
  responding_ = false;
  driver_.advance();
  sampler_.end_response(now());
  if (watched_) events_.ended(*works_.front(), responded_at_, now());
  simulation_.sampler_works.give_back(*works_.front());
  works_.pop_front();
  driver_.machine().advance_sampler(index_);
  if (acting_) return;
  act();
  driver_.schedule();
}

Cycles LooseSampler::due() const {
  const auto unknown = [&] { return driver_.machine().first_unknown_fill(index_); };
  Cycles due = machine::kNever;
  if (waits_) {
    const auto place = sampler_.place();
    due = place ? *place : unknown();
  }
  if (responding_ || works_.empty()) return due;
  const auto response = sampler_.response();
  return std::min(due, response ? *response : later_by(unknown(), sampler_.latency_behind_fills()));
}

}  // namespace texpipe::timing
