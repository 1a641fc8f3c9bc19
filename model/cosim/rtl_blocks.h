// RTL as implementations of blocks: the project's own, named `rtl`, and that of plug-ins (texpipe_add_rtl_block of
// CMake), under their names.
#pragma once

#include <string>
#include <string_view>

#include "rtl_cosim/scoreboard/own_rtl.h"
#include "study/plugins/plugin.h"

namespace texpipe::cosim {

void add_rtl_blocks(study::Plugin& plugin);

/// Adds RTL of a kind, as `cosim:` names it, for comparisons and for studies. Errors: those of Plugin::block.
void add_own_rtl(study::Plugin& plugin, std::string_view kind, const std::string& name,
                 const rtl_cosim::MakeStreamRtl& make);
/// Adds RTL with a port for lines: kinds `cache` and `sampler`.
void add_own_lines_rtl(study::Plugin& plugin, std::string_view kind, const std::string& name,
                       const rtl_cosim::MakeLinesRtl& make);
/// Adds a unit with a contract of its own, which stands in no study. Errors: kInvalidConfiguration for a name that is
/// taken.
void add_own_custom_rtl(const std::string& name, rtl_cosim::CustomEntry entry);

}  // namespace texpipe::cosim
