#include "functional/sampling/texture_binding.h"

#include <memory>
#include <utility>

#include "isa/gen9/binding_table_entry.h"

namespace texpipe::functional {

namespace {

/// Places of sampler states of messages that have none: those that read texels, and those that read the surface's
/// state.
constexpr std::uint64_t kNoSampler = ~std::uint64_t{0};
constexpr std::uint64_t kQueried = kNoSampler - 16;

BindingKey key_of(const GpuMemory& memory, const Message& message, const SamplerRequest& request) {
  const MessageContext& context = *message.context;
  BindingKey key;
  key.generation = memory.generation();
  key.table_index = request.binding_table_index;
  if (key.table_index == gen9::kBindlessIndex) {
    key.surface_base = context.bindless_surface_state_base.value();
    key.bindless = request.bindless_surface_offset;
  } else {
    key.surface_base = context.surface_state_base.value();
    key.table_offset = context.binding_table_offset;
  }
  for (unsigned i = 0; i < 2; ++i) key.palettes[i] = context.palettes[i].value();
  key.sampler_state = request.operation->queries() ? kQueried : kNoSampler;
  if (!request.operation->uses_sampler_state()) return key;
  key.sampler_state = request.sampler_state.value();
  key.dynamic_base = context.dynamic_state_base.value();
  key.chroma_keys = context.chroma_keys.value();
  key.mono_filter = context.mono_filter[0] | context.mono_filter[1] << 8u;
  return key;
}

}  // namespace

const BindingCache::Entry& BindingCache::find_by_words(const GpuMemory& memory, const Message& message,
                                                       const SamplerRequest& request) {
  const BindingWords words = read_binding_words(memory, message, request);
  for (const Entry& entry : entries_) {
    // A palette may have changed while the words did not.
    if (entry.binding && entry.words == words && !entry.binding->surface.palettes) return entry;
  }
  std::unique_ptr<const TextureBinding> binding = make_binding(memory, message, words);
  Entry& entry = entries_[made_++ % kEntries];
  entry = {words, made_, std::move(binding)};
  return entry;
}

const BindingCache::Entry& BindingCache::find(const GpuMemory& memory, const Message& message,
                                              const SamplerRequest& request) {
  const BindingKey key = key_of(memory, message, request);
  Place& place = places_[(key.table_index * 7u + key.sampler_state / 16 + key.bindless) % kPlaces];
  if (place.entry != nullptr && place.made == place.entry->made && place.key == key) return *place.entry;
  const Entry& entry = find_by_words(memory, message, request);
  place = {key, &entry, entry.made};
  return entry;
}

}  // namespace texpipe::functional
