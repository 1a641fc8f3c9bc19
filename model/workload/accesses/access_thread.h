// Threads that send the messages of a file of accesses.
#pragma once

#include <cstdint>
#include <memory>

#include "functional/execution/eu_program.h"
#include "functional/execution/thread_source.h"
#include "workload/accesses/access_list.h"

namespace texpipe::study {

/// Work of a thread besides its messages.
struct AccessPace {
  std::uint32_t in_flight = 4;     // messages that are sent before the first is waited for: 1 to 8
  std::uint32_t instructions = 4;  // arithmetic ones before each message
};

/// Threads of a list, as many in a group as there are; the last group may have threads without messages.
/// @param output_index  binding table index of the picture
std::unique_ptr<functional::ThreadSource> access_threads(std::shared_ptr<const AccessList> list,
                                                         std::uint32_t threads_per_group, const AccessPace& pace,
                                                         const functional::MessageContext* context,
                                                         std::uint32_t output_index);

}  // namespace texpipe::study
