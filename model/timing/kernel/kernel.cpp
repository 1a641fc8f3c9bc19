#include "timing/kernel/kernel.h"

namespace texpipe::timing {
namespace {

void use(sc_core::sc_simcontext* context) {
  sc_core::sc_curr_simcontext = context;
  sc_core::sc_default_global_context = context;
}

}  // namespace

// Without the current context SystemC can neither build nor run modules; the library's own context must survive for its
// statics, so it is put aside and not deleted.
Kernel::Kernel() : outer_{sc_core::sc_get_curr_simcontext()}, own_{new sc_core::sc_simcontext} {
  use(own_);
  // SystemC warns when a simulation starts without activity; a machine without work may be run.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_, sc_core::SC_DO_NOTHING);
}

Kernel::~Kernel() {
  delete own_;
  use(outer_);
}

}  // namespace texpipe::timing

// libsystemc's own main asks for this symbol; programs of texpipe have their own main and never get here.
extern "C" __attribute__((weak)) int sc_main(int, char**) {
  return 1;
}
