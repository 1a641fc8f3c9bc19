// State of a simulation for its live page.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/quantity.h"
#include "timing/simulation/simulation.h"

namespace texpipe::cli {

/// The fullest queues, with what stands at the head of each.
nlohmann::ordered_json live_queues(const timing::Simulation& simulation);

/// Hits and lookups of each level of caches from the run's begin until now, those of equal caches together.
nlohmann::ordered_json live_caches(const timing::Simulation& simulation);

/// Kinds of units with the subcycles in which they worked, and those that passed, from the run's begin until now. Those
/// that nothing came to are left out: loosely timed runs tell of samplers, caches and memory when they end.
nlohmann::ordered_json live_units(const timing::Simulation& simulation, Cycles now);

}  // namespace texpipe::cli
