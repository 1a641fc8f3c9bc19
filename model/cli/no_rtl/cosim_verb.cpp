#include "cli/cosim_verb.h"

#include <string>

#include "base/diagnostic.h"
#include "timing/system/without_rtl.h"

namespace texpipe::cli {

ExitCode compare_with_rtl(const CosimOptions&, const GlobalOptions&) {
  unsupported("RTL: " + std::string{timing::kBuiltWithoutRtl});
}

}  // namespace texpipe::cli
