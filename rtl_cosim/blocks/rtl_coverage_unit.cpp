#include "rtl_cosim/blocks/rtl_coverage_unit.h"

#include <bit>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "functional/shared_function/pixel_coverage_message.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::kQuadsPerWarp;

/// Position of the n-th quad that takes part.
unsigned nth_quad(std::uint32_t quads, unsigned n) {
  while (n-- > 0) quads &= quads - 1;
  return static_cast<unsigned>(std::countr_zero(quads));
}

}  // namespace

RtlCoverageUnit::RtlCoverageUnit(sc_core::sc_module_name name, timing::Simulation& simulation,
                                 const machine::PixelCoverageParameters& parameters, std::unique_ptr<StreamRtl> rtl)
    : sc_module{name},
      port{"messages", {[this](timing::Payload& payload) { return offered(payload); }, [this] { ended(); }}},
      simulation_{simulation},
      queue_slots_{parameters.queue},
      rtl_{std::move(rtl)},
      signals_{simulation, this->name(), rtl_.traced(), [this] { pass_edges(); }},
      statistics_{simulation.statistics.group(this->name(), "pixel coverage unit as RTL: edges to answers")},
      messages_{statistics_.counter("messages", machine::StatisticUnit::kMessages, "queries answered")},
      subspans_{statistics_.counter("subspans", machine::StatisticUnit::kSubspans, "subspans answered")},
      clocked_{statistics_.counter("clocked_cycles", machine::StatisticUnit::kCycles,
                                   "cycles in which the RTL was clocked")} {
  SC_METHOD(act);
  sensitive << wake_;
  dont_initialize();
  // The edge that ends the run's last cycle belongs to it, whether somebody looks or not.
  simulation.before_accounts_close.emplace_back([this] { pass_edges(); });
  simulation.watchdog.add({std::string{this->name()} + ".queue", parameters.queue,
                           [this] { return std::uint64_t{queue_.size()}; },
                           [this] {
                             return std::to_string(queue_.front().received) + " of " +
                                    std::to_string(std::popcount(queue_.front().quads)) + " quads answered";
                           }});
}

bool RtlCoverageUnit::offered(timing::Payload& payload) {
  bool taken = false;
  simulation_.guarded([&] {
    if (queue_.size() == queue_slots_) work();
    if (queue_.size() == queue_slots_) return;
    accept(payload);
    taken = true;
    work();
  });
  return taken;
}

void RtlCoverageUnit::ended() {
  pop();
  simulation_.guarded([&] { work(); });
}

void RtlCoverageUnit::act() {
  simulation_.guarded([&] { work(); });
}

void RtlCoverageUnit::accept(timing::Payload& payload) {
  timing::MessageExtension& extension = timing::message_of(payload);
  extension.accepted_at = simulation_.clock.now();
  if (extension.message.variant != functional::OperationVariant::kSpa)
    unsupported("a pixel interpolator message in the RTL coverage unit, which answers PIXLD");
  Entry& entry = queue_.emplace_back();
  entry.payload = timing::PayloadRef{payload};
  entry.ready = extension.accepted_at + Cycles{kCoverageUnitSlots};
  entry.query = functional::decode_pixld_message(extension.message);
  for (unsigned quad = 0; quad < kQuadsPerWarp; ++quad)
    entry.quads |= (extension.message.execution_mask >> (4 * quad) & 0xF) != 0 ? 1u << quad : 0u;
  subspans_.add(static_cast<std::uint64_t>(std::popcount(entry.quads)));
}

/// A quad whose slot holds nothing is four uncovered pixels with one sample.
PortValues RtlCoverageUnit::request(const Entry& entry, unsigned quad) const {
  QueriedSubspan queried{.query = entry.query.query, .switches = entry.query.switches};
  for (unsigned pixel = 0; pixel < 4; ++pixel)
    queried.samples[pixel] = static_cast<std::int32_t>(entry.query.samples[4 * quad + pixel]);
  const functional::CoverageStore& store = functional::coverage_store_of(timing::message_of(*entry.payload).message);
  if (const functional::SubspanInFlight* subspan = store.find(entry.query.slots[quad])) {
    if (subspan->pixels[0].sample_index) unsupported("sample shading in the RTL coverage unit");
    if (subspan->outline.conservative) unsupported("conservative rasterisation in the RTL coverage unit");
    queried.edges = subspan->outline.edges;
    queried.x = subspan->x;
    queried.y = subspan->y;
    queried.pixels = subspan->outline.pixels;
    queried.pattern = subspan->pixels[0].pattern;
    queried.sample_mask = subspan->pixels[0].sample_mask;
  }
  return coverage_unit_request(queried);
}

void RtlCoverageUnit::collect() {
  if (!rtl_.has_result()) return;
  for (Entry& entry : queue_) {
    if (entry.received == static_cast<unsigned>(std::popcount(entry.quads))) continue;
    const unsigned quad = nth_quad(entry.quads, entry.received++);
    const PortValues result = rtl_.result();
    for (unsigned pixel = 0; pixel < 4; ++pixel) entry.results[4 * quad + pixel] = coverage_unit_answer(result, pixel);
    rtl_.take_result();
    return;
  }
}

void RtlCoverageUnit::feed() {
  for (Entry& entry : queue_) {
    if (entry.sent == static_cast<unsigned>(std::popcount(entry.quads))) continue;
    if (rtl_.offer([&] { return request(entry, nth_quad(entry.quads, entry.sent)); })) ++entry.sent;
    return;
  }
}

void RtlCoverageUnit::respond() {
  while (!responding_ && !queue_.empty()) {
    Entry& head = queue_.front();
    if (head.received < static_cast<unsigned>(std::popcount(head.quads)) || head.ready > simulation_.clock.now())
      return;
    timing::MessageExtension& extension = timing::message_of(*head.payload);
    extension.response = functional::pixld_response(head.query.lanes, head.results);
    responding_ = true;
    messages_.add();
    const timing::PayloadRef payload = head.payload;
    if (port.respond(*payload)) pop();
  }
}

void RtlCoverageUnit::pop() {
  responding_ = false;
  queue_.pop_front();
}

void RtlCoverageUnit::pass_edges() {
  bool holds_any = false;
  for (const Entry& entry : queue_) holds_any |= entry.received < entry.sent;
  clocked_.add(rtl_.pass_edges(simulation_.clock.now(), holds_any));
}

void RtlCoverageUnit::work() {
  if (working_) return;
  working_ = true;
  pass_edges();
  collect();
  respond();
  while (port.waiting() != nullptr && queue_.size() < queue_slots_) {
    accept(*port.waiting());
    port.take_waiting();
  }
  feed();
  working_ = false;
  bool busy = rtl_.offers();
  for (const Entry& entry : queue_) busy |= entry.received < static_cast<unsigned>(std::popcount(entry.quads));
  if (busy) simulation_.clock.notify(wake_, simulation_.clock.now() + Cycles{1});
}

}  // namespace texpipe::rtl_cosim
