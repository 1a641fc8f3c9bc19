// Runs the tests of one plane. sc_main exists because libsystemc's main calls it when a test links SystemC.
#include <cstdlib>

#include "support/catch_session.h"

// SystemC never returns the pool of its timed notifications: what is pending when a simulation ends takes its block
// along.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:sc_core::sc_event_timed::allocate\n";
}

extern "C" int sc_main(int argc, char* argv[]) {
  setenv("RC_PARAMS", "seed=1", 0);  // RapidCheck draws the same cases on every run unless told otherwise
  return texpipe::test::run_tests(argc, argv);
}

// Planes without SystemC have no other main; where libsystemc is linked, this definition takes the place of its main.
int main(int argc, char* argv[]) {
  return sc_main(argc, argv);
}
