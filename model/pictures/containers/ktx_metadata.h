// Key-value data of KTX files: the entries that say how texels are meant.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pictures/texture/texture.h"

namespace texpipe::study {

/// Applies KTXswizzle to the texture's channels, after those that its format has already, and remarks on a
/// KTXorientation other than right and down (and in): texels stay in the file's order; and on entries that leave the
/// data, where reading them ends. Other entries are left alone.
/// @param big_endian  of the lengths, as the whole file
/// Errors: kMalformedInput for a swizzle that is none.
void apply_ktx_metadata(Texture& texture, std::span<const std::byte> key_values, bool big_endian,
                        const std::string& file);

}  // namespace texpipe::study
