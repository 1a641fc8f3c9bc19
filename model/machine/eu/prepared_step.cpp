#include "machine/eu/prepared_step.h"

#include <algorithm>

namespace texpipe::machine {

using functional::InstructionClass;

bool StepPreparation::serves(const EuParameters& parameters) const {
  for (unsigned number = 0; number < functional::kInstructionClasses; ++number) {
    const auto instruction = static_cast<InstructionClass>(number);
    if (parameters.cost(instruction) != parameters_.cost(instruction)) return false;
  }
  return parameters.send == parameters_.send && parameters.lane_group == parameters_.lane_group;
}

StepPreparation& StepPreparations::of(const EuParameters& parameters) {
  const auto same = std::find_if(all_.begin(), all_.end(),
                                 [&](const StepPreparation& preparation) { return preparation.serves(parameters); });
  return same != all_.end() ? *same : all_.emplace_back(parameters);
}

PreparedStep StepPreparation::prepared(const functional::EuStep& step) const {
  PreparedStep made;
  for (const functional::GrfRange& range : step.reads) made.read.add(range);
  made.written.add(step.writes);
  made.awaited = made.read;
  if (step.checks_destination) made.awaited.add(step.writes);
  made.awaited_flags = step.reads_flags | step.writes_flags;
  made.writes_flags = step.writes_flags;
  made.route = route_of(step.instruction);
  made.control = step.control;
  made.checks_destination = step.checks_destination;
  made.releases_destination = step.releases_destination;
  made.after_older_threads = step.after_older_threads;
  made.awaits_answer = step.awaits_answer;
  made.payload_registers = static_cast<std::uint16_t>((step.dwords + 7u) / 8);
  made.before_send = step.before_send;
  made.occupancy = occupancy_of(step);
  made.latency = parameters_.cost(step.instruction).latency;
  return made;
}

Cycles StepPreparation::occupancy_of(const functional::EuStep& step) const {
  switch (step.instruction) {
    case InstructionClass::kBranch:
      return Cycles{1};
    case InstructionClass::kSend:
      return parameters_.send.occupancy((step.dwords + 7u) / 8);
    default:
      return machine::occupancy_of(parameters_.cost(step.instruction), step.dwords, parameters_.lane_group);
  }
}

}  // namespace texpipe::machine
