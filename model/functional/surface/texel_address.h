// Address of a texel, as stored and decoded.
#pragma once

#include "base/quantity.h"

namespace texpipe::functional {

/// Addresses of one texel: of its element (texel or block) as stored, and of itself in the decoded address space, where
/// block b of a format that expands k times stands at stored address x k. Equal for formats without blocks.
struct TexelAddress {
  ByteAddress stored;
  ByteAddress decoded;
};

}  // namespace texpipe::functional
