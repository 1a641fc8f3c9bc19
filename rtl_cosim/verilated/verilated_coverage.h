// Lines and toggles that Verilator counted, where a model was made with COVERAGE: into files of the folder that the
// environment variable RTL_COVERAGE names, one for each instance. For adapters alone: it includes Verilator's headers.
#pragma once

#include <verilated.h>

#if VM_COVERAGE
#include <verilated_cov.h>

#include <cstdlib>
#include <string>
#endif

namespace texpipe::rtl_cosim {

/// To be called when an instance has done its work.
inline void keep_coverage([[maybe_unused]] VerilatedContext& context) {
#if VM_COVERAGE
  const char* folder = std::getenv("RTL_COVERAGE");
  if (folder == nullptr) return;
  static unsigned number = 0;
  context.coveragep()->write((std::string{folder} + "/" + std::to_string(number++) + ".dat").c_str());
#endif
}

}  // namespace texpipe::rtl_cosim
