// The C library's own functions behind those that the recorder replaces.
#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>

namespace texpipe::capture {

/// Name of a function as an argument of a template.
template <std::size_t kSize>
struct FunctionName {
  constexpr FunctionName(const char (&name)[kSize]) { std::copy_n(name, kSize, text); }
  char text[kSize]{};
};

/// The next definition of a function after the recorder's, which was loaded first. It is looked up once: a child
/// between fork and exec must not wait for the loader.
template <class Function, FunctionName kName>
Function* next_function() {
  static auto* const next = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, kName.text));
  return next;
}

}  // namespace texpipe::capture
