#include "functional/shared_function/memory_window.h"
#include "functional/memory/canonical_address.h"

#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/typed_surface.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

void MemoryWindow::refuse_local(std::uint64_t offset, std::uint64_t size) const {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = "a thread uses bytes " + std::to_string(offset) + " to " +
                                    std::to_string(offset + size - 1) + " of shared local memory, and its group has " +
                                    std::to_string(bytes),
                         .hint = "a kernel's local argument may need more bytes"}};
}

void OutsideAccesses::note(std::uint64_t offset, std::uint64_t size) const {
  bounds_->note({.group = message_.group,
                 .instruction = message_.instruction,
                 .address = window_[offset],
                 .bytes = size,
                 .write = write_,
                 .by_address = window_.addressed,
                 .base = window_.base});
}

MemoryWindow general_state(const Message& message) {
  if (message.context == nullptr || message.context->general_state_bytes == 0) return whole_memory();
  return {.base = message.context->general_state_base, .bytes = message.context->general_state_bytes};
}

MemoryWindow memory_window(const GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields) {
  switch (fields.binding_table_index) {
    case gen9::kStatelessNonCoherentIndex:
    case gen9::kStatelessIndex:
      return general_state(message);
    case gen9::kSharedLocalMemoryIndex:
      if (message.local_bytes == 0) {
        throw Error{ExitCode::kMalformedInput,
                    fields.type_name() + " of shared local memory, which the thread's group has none of"};
      }
      return {.base = message.local_memory, .bytes = message.local_bytes, .local = true};
    default: {
      const auto state = gen9::RenderSurfaceState::decode(
          surface_state_words(memory, *message.context, fields.binding_table_index, fields.bindless_surface_offset));
      return {.base = from_canonical(state.base_address),
              .bytes = buffer_bytes(state),
              .structured = state.type == gen9::SurfaceType::kStructuredBuffer};
    }
  }
}

MemoryWindow plain_window(const GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields) {
  const MemoryWindow window = memory_window(memory, message, fields);
  if (window.structured) unsupported(fields.type_name() + " of a structured buffer");
  return window;
}

}  // namespace texpipe::functional
