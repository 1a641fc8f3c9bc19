// RTL blocks of one plug-in, from the files that texpipe_add_rtl_block of CMake makes for them.
#pragma once

#include <vector>

#include "study/plugins/plugin.h"

namespace own_rtl {

using Part = void (*)(texpipe::study::Plugin&);

/// Filled before the plug-in's entry is called.
inline std::vector<Part>& parts() {
  static std::vector<Part> all;
  return all;
}

inline bool add_part(Part part) {
  parts().push_back(part);
  return true;
}

/// To be called by the entry of a plug-in that has one of its own. Errors: those of the functions in
/// cosim/rtl_blocks.h.
inline void add_blocks(texpipe::study::Plugin& plugin) {
  for (const Part part : parts()) part(plugin);
}

}  // namespace own_rtl
