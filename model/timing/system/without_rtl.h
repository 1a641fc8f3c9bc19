// Text by which a command without the plug-in of RTL refuses a request for RTL.
#pragma once

#include <string_view>

namespace texpipe::timing {

inline constexpr std::string_view kWithoutRtl =
    "this texpipe has no RTL: its plug-in texpipe_rtl.so is not there; `scripts/build.sh release texpipe_rtl` builds "
    "it, "
    "where Verilator 5.006 or later is installed";

}  // namespace texpipe::timing
