// Entry of texpipe_rtl.so, the plug-in with the project's own RTL.
#include "cosim/asked_comparison.h"
#include "cosim/rtl_blocks.h"
#include "study/plugins/plugin.h"

extern "C" void texpipe_plugin(texpipe::study::Plugin& plugin) {
  texpipe::cosim::add_rtl_blocks(plugin);
  plugin.comparison_with_rtl(texpipe::cosim::compare_as_asked);
}
