// Border of the C interface: C++ exceptions become status codes and a message.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "functional/c_interface/texpipe.h"

namespace texpipe::functional::c_interface {

/// Message of this thread's last call.
std::string& last_error();

/// The exception in flight as a status and this thread's message.
texpipe_status refused() noexcept;

/// Runs a call's work. Outputs are written last, so that nothing is written when something is refused.
template <class Work>
texpipe_status guarded(Work&& work) noexcept {
  try {
    last_error().clear();
    work();
    return TEXPIPE_SUCCESS;
  } catch (...) {
    return refused();
  }
}

inline void require(bool condition, const char* problem) {
  if (!condition) throw Error{ExitCode::kUsage, std::string{problem}};
}

template <class... Pointers>
void require_pointers(const Pointers*... pointers) {
  require(((pointers != nullptr) && ...), "a pointer is null");
}

/// A structure of the caller's, by the size that the caller compiled.
template <class Structure>
void require_structure(const Structure* structure) {
  require_pointers(structure);
  require(structure->struct_size == sizeof(Structure), "struct_size is not the size of the structure");
}

}  // namespace texpipe::functional::c_interface
