// Uses that the manual does not support, and the model computes all the same: each is worth one warning.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

/// Bit per row of the table in unsupported_use.cpp.
using UnsupportedMask = std::uint64_t;

/// The combinations of surface, sampler and message that the manual does not support. Null surfaces have none.
UnsupportedMask unsupported_uses(const TextureBinding& binding, const SamplerRequest& request);

/// Gains what messages combine. Threads of the host may share it.
class UnsupportedUses {
 public:
  void note(const TextureBinding& binding, const SamplerRequest& request);

  /// One text for each combination of an operation and a format, in order of the alphabet, so that nothing depends on
  /// which message came first.
  std::vector<std::string> texts() const;

 private:
  mutable std::mutex mutex_;
  std::set<std::string> texts_;
};

}  // namespace texpipe::functional
