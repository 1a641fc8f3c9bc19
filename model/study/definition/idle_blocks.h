// Reasons why parameters of caches and of RTL have no effect in a machine.
#pragma once

#include <string>
#include <string_view>

#include "machine/blocks/block_facts.h"
#include "study/definition/study.h"

namespace texpipe::study {

/// Reason for a parameter of a policy that draws no numbers.
inline constexpr const char* kNotRandom = "the replacement draws no random numbers";

/// Whether a path is a group's or of something in the group.
bool is_below(std::string_view path, std::string_view group);

bool draws_numbers(machine::Replacement policy);

/// The cache of lines that a parameter is of; null: of none. @param path  without indices, here and below
const machine::CacheFacts* cache_of(std::string_view path);

/// Reason for a parameter of a cache that is not enabled: only `enabled` itself acts there. Empty when there is none,
/// here and below.
std::string cache_not_enabled(const Configuration& configuration, std::string_view path);

/// Reason for a seed where nothing is drawn, and for prefetch_degree where nothing is prefetched.
std::string cache_not_used(const Configuration& configuration, std::string_view path);

/// Reason for a parameter of a block that is RTL: it has slots, latency and rate of its own; the messages before the
/// coverage unit wait in the model's queue. What other implementations use is theirs to know.
/// @param path  of one unit's parameter, by its indices, or of all units'
std::string block_is_rtl(const Configuration& configuration, std::string_view path);

}  // namespace texpipe::study
