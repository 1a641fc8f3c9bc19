#include "timing/sampler/address_generator.h"

namespace texpipe::timing {

AddressGenerator::AddressGenerator(sc_core::sc_module_name name, Simulation& simulation,
                                   const machine::AddressGeneratorParameters& parameters)
    : FootprintStage{name, simulation, machine::kAddressGeneratorDescription, parameters.slots, parameters.latency},
      intervals_{parameters} {}

machine::Subcycles AddressGenerator::interval(const FootprintExtension& footprint) {
  const machine::Subcycles work = intervals_(*footprint.footprint);
  return work;
}

bool AddressGenerator::accept() {
  if (waiting() == nullptr || full()) return false;
  if (take(*waiting())) take_waiting();
  return true;
}

/// Takes as many footprints of the subspan as there are slots. Returns whether all of them have one.
bool AddressGenerator::take(Payload& payload) {
  FootprintExtension& subspan = footprint_of(payload);
  const auto& subspans = subspan.work->outcome.subspans;
  const functional::SubspanPlan* plan = subspan.subspan < subspans.size() ? &subspans[subspan.subspan] : nullptr;
  // A message without footprints travels as one token.
  const bool token = subspan.subspan == 0 && subspan.work->footprints == 0;
  const std::size_t footprints = token ? 1 : plan->footprints.size();
  while (made_ < footprints) {
    if (full() && !advancing()) advance();
    if (full()) return false;
    push(*footprint_of_subspan(subspan, token ? nullptr : plan));
    ++made_;
    advance();
  }
  made_ = 0;
  return true;
}

PayloadRef AddressGenerator::footprint_of_subspan(FootprintExtension& subspan, const functional::SubspanPlan* plan) {
  PayloadRef payload = simulation().footprints.take();
  FootprintExtension& footprint = footprint_of(*payload);
  footprint.work = subspan.work;
  footprint.footprint = plan == nullptr ? nullptr : &plan->footprints[made_];
  footprint.subspan = subspan.subspan;
  footprint.index = static_cast<std::uint16_t>(made_);
  footprint.last = ++made_of_message_ >= subspan.work->footprints;
  if (footprint.last) made_of_message_ = 0;
  footprint.lines = footprint.blocks = footprint.reads = 0;
  return payload;
}

}  // namespace texpipe::timing
