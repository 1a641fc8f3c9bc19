// Damaged files of accesses: their reader refuses them with an Error, or they run.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "workload/accesses/access_list.h"

namespace texpipe::fuzz {

inline void access_file(std::span<const std::byte> bytes) try {
  study::read_accesses(study::FileBytes{{bytes.begin(), bytes.end()}, "fuzz"},
                       {.textures = 2, .samplers = 2, .memory = ByteSize{16 << 20}});
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
