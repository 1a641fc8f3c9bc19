// Addresses of a surface's texels, as texpipe state address prints them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "cli/state_words.h"
#include "functional/surface/texel_query.h"

namespace texpipe::cli {

struct TexelAddressOptions {
  WordSource source;
  std::vector<std::uint32_t> x;
  std::vector<std::uint32_t> y;
  functional::TexelQuestion texel;  // level, slice and sample of all
};

/// Prints the address of each texel, row by row. Errors: those of TexelQuery and source_words.
ExitCode print_texel_addresses(const TexelAddressOptions& options, bool json);

}  // namespace texpipe::cli
