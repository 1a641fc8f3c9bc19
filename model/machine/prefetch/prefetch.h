// Prefetchers by the words that machine files give them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/enum_table.h"
#include "base/word_registry.h"
#include "machine/prefetch/prefetcher.h"

namespace texpipe::machine {

/// Number of a prefetcher. Those of plug-ins follow the model's own.
enum class Prefetch : std::uint16_t { kNone, kNextLine, kStream };
EnumRows enum_rows(Prefetch);

/// Makes a prefetcher that asks for so many lines at a time; null: none is wanted.
using MakePrefetcher = std::function<std::unique_ptr<Prefetcher>(std::uint32_t degree)>;

/// The prefetchers of this process: at first the model's own.
WordRegistry<Prefetch, MakePrefetcher>& prefetchers();

}  // namespace texpipe::machine
