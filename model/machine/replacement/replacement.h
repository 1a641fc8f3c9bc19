// Replacement policies by the words that machine files give them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/enum_table.h"
#include "base/word_registry.h"
#include "machine/replacement/replacement_policy.h"

namespace texpipe::machine {

/// Number of a policy. Those of plug-ins follow the model's own.
enum class Replacement : std::uint16_t { kLru, kRandom, kFifo, kPlru, kSrrip, kNmru };
EnumRows enum_rows(Replacement);

/// Whether a policy draws random numbers, so that the cache's seed matters.
enum class PolicySeed : std::uint8_t { kUnused, kUsed };

struct PolicyMaker {
  std::function<std::unique_ptr<ReplacementPolicy>(const PolicyPlace&)> make;
  PolicySeed seed = PolicySeed::kUnused;
};

/// The policies of this process: at first the model's own.
WordRegistry<Replacement, PolicyMaker>& replacement_policies();

}  // namespace texpipe::machine
