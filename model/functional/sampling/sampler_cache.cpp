#include "functional/sampling/sampler_cache.h"

namespace texpipe::functional {
namespace {

bool has_places(const SurfaceBinding& surface) {
  return !surface.null && !surface.state.is_buffer();
}

/// True for what reads texels by place in the plane: samples, gathers, and loads of surfaces without samples.
bool reads_texels(const SurfaceBinding& surface, const gen9::SamplerMessageFacts& operation) {
  if (!has_places(surface)) return false;
  return operation.samples() || operation.action == gen9::SamplerAction::kLoad;
}

}  // namespace

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
  }
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
