// The texpipe command.
#include <csignal>
#include <cstdlib>
#include <systemc>

#include "cli/verb.h"
#include "host/signals/interruption.h"

// libsystemc's own main would call this; ours takes its place, so that SystemC starts only in verbs that simulate.
int sc_main(int argc, char* argv[]) {
  return texpipe::cli::run_command_line(argc, argv);
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  std::signal(SIGXFSZ, SIG_IGN);  // a file over the limit is a failed write, with a message and an exit code
  texpipe::study::end_at_signals();
  return sc_main(argc, argv);
}
