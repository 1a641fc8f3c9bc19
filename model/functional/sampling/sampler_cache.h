// Cache of a thread between sampler messages: decoded states, compiled samplers, decoded texels.
#pragma once

#include <array>
#include <bitset>
#include <memory>

#include "functional/sampling/compiled_sampler.h"
#include "functional/surface/address_tables.h"

namespace texpipe::functional {

/// A message's states, and its sampler when there is a compiled one.
struct BoundSampler {
  const TextureBinding* binding = nullptr;
  CompiledSampler* compiled = nullptr;
  DecodedTexels* texels = nullptr;     // prepared for the memory; null when they are too many, or nothing reads them
  AddressTables* addresses = nullptr;  // null when there are none
};

/// Finds what was made for equal states before. A hit changes no result.
class SamplerCache {
 public:
  explicit SamplerCache(const lanes::LaneKernels& kernels = lanes::lane_kernels()) : kernels_{kernels} {}

  /// Room for a decoded message: large, and overwritten by each.
  SamplerRequest& request() { return request_; }

  /// Valid until the next call.
  BoundSampler find(const GpuMemory& memory, const Message& message, const SamplerRequest& request);

 private:
  static constexpr std::size_t kOperations = 32;
  struct Compiled {
    bool tried = false;
    std::unique_ptr<CompiledSampler> sampler;
  };
  struct Samplers {
    std::uint64_t made = 0;    // number of the binding that they are for
    std::uint64_t memory = 0;  // and identity of the memory
    std::shared_ptr<DecodedTexels> texels;
    std::unique_ptr<AddressTables> addresses;
    std::array<Compiled, kOperations> by_operation;
    std::bitset<16 * kOperations> noted;  // kinds of messages that were looked at for unsupported uses
  };
  static void note(const Message& message, const SamplerRequest& request, const TextureBinding& binding,
                   Samplers& samplers);

  const lanes::LaneKernels& kernels_;
  SamplerRequest request_;
  TexelCache texels_;
  BindingCache bindings_;
  std::array<Samplers, BindingCache::kEntries> samplers_;
};

}  // namespace texpipe::functional
