// Dumps whose words are packed, as i915 writes its error states (/sys/class/drm/card0/error).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen9/states/word_dump.h"

namespace texpipe::study {

/// Words of a zlib stream. Errors: kMalformedInput at `place` for a damaged stream, or one of more than 256 MiB.
std::vector<std::uint32_t> inflated_words(std::span<const std::byte> stream, const SourcePosition& place);

/// Words of a dump in any form that gen9::read_word_dump takes, packed error states too; bytes that are no text are the
/// words of a memory, from address 0 on. Errors: kMalformedInput for files that another program has to unpack first.
std::vector<gen9::DumpBlock> read_dump(std::string_view text, const std::string& file);

}  // namespace texpipe::study
