// Text by which a command without RTL refuses a request for RTL.
#pragma once

#include <string_view>

namespace texpipe::timing {

inline constexpr std::string_view kBuiltWithoutRtl =
    "this texpipe was built without RTL; `scripts/build.sh` builds it in, where Verilator 5.006 or later is installed";

}  // namespace texpipe::timing
