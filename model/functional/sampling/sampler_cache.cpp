#include "functional/sampling/sampler_cache.h"

#include "functional/sampling/unsupported_use.h"

namespace texpipe::functional {
namespace {

bool has_places(const SurfaceBinding& surface) {
  return !surface.null && surface.layout && !surface.state.is_buffer();
}

/// True for what reads texels by place in the plane: samples, gathers, and loads of surfaces without samples.
bool reads_texels(const SurfaceBinding& surface, const gen9::SamplerMessageFacts& operation) {
  if (!has_places(surface)) return false;
  return operation.samples() || operation.action == gen9::SamplerAction::kLoad;
}

}  // namespace

/// Looks at the first message of a kind to a binding for what the manual does not support. A kind is all that the table
/// of unsupported uses reads of a message.
void SamplerCache::note(const Message& message, const SamplerRequest& request, const TextureBinding& binding,
                        Samplers& samplers) {
  const bool offset = (request.offset[0] | request.offset[1] | request.offset[2]) != 0;
  const bool quads = request.simd == SamplerSimd::kSimd8 || request.simd == SamplerSimd::kSimd16;
  const unsigned kind =
      (offset ? 1u : 0u) + (quads ? 2u : 0u) + (request.gather_channel != 0 ? 4u : 0u) + (request.null_mask ? 8u : 0u);
  const auto bit = static_cast<std::size_t>(request.operation->type) % kOperations + kOperations * kind;
  if (samplers.noted[bit]) return;
  samplers.noted[bit] = true;
  message.context->unsupported->note(binding, request);
}

BoundSampler SamplerCache::find(const GpuMemory& memory, const Message& message, const SamplerRequest& request) {
  const BindingCache::Entry& entry = bindings_.find(memory, message, request);
  const TextureBinding& binding = *entry.binding;
  Samplers& samplers = samplers_[bindings_.index_of(entry)];
  if (samplers.made != entry.made || samplers.memory != memory.identity()) {
    samplers.made = entry.made;
    samplers.memory = memory.identity();
    samplers.texels.reset();
    samplers.addresses = has_places(binding.surface) ? AddressTables::make(*binding.surface.layout) : nullptr;
    for (Compiled& compiled : samplers.by_operation) compiled = {};
    samplers.noted.reset();
  }
  const bool is_known = binding.surface.null || binding.surface.decoder;
  if (message.context->unsupported != nullptr && is_known) note(message, request, binding, samplers);
  if (!reads_texels(binding.surface, *request.operation))
    return {.binding = &binding, .addresses = samplers.addresses.get()};
  Compiled& compiled = samplers.by_operation[static_cast<std::size_t>(request.operation->type)];
  if (!compiled.tried) {
    compiled.tried = true;
    if (!samplers.texels) samplers.texels = texels_.find(memory, texel_source(binding));
    compiled.sampler = CompiledSampler::make(binding, *request.operation, samplers.texels, kernels_);
  }
  if (samplers.texels) texels_.prepare(memory, samplers.texels);
  return {&binding, compiled.sampler.get(), samplers.texels.get(), samplers.addresses.get()};
}

}  // namespace texpipe::functional
