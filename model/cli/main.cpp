// The texpipe command.
#include <malloc.h>
#include <sys/mman.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <systemc>

#include "cli/verb.h"
#include "host/signals/interruption.h"

// libsystemc's own main would call this; ours takes its place, so that SystemC starts only in verbs that simulate.
int sc_main(int argc, char* argv[]) {
  return texpipe::cli::run_command_line(argc, argv);
}

namespace {

/// Memory that a draw frees is there for the next one, in place of going back to the host, who would clear it again.
/// The heap begins with addresses that large pages may serve, of which the host gives those that are used: page faults
/// and translations of addresses of small ones take longer than some draws (docs/measurements/2026-11.md).
void prepare_heap() {
  constexpr int kKept = 1 << 30, kLargest = 1 << 25;  // bytes; of a block in the heap as many as the library takes
  mallopt(M_TRIM_THRESHOLD, kKept);
  mallopt(M_MMAP_THRESHOLD, kLargest);
  constexpr std::size_t kReserved = std::size_t{256} << 20, kMoreThanLeft = std::size_t{1} << 20;
  constexpr std::uintptr_t kPage = 4096;
  mallopt(M_TOP_PAD, kReserved);
  void* const first = std::malloc(kMoreThanLeft);  // the heap grows by it and by the padding
  if (first != nullptr) {
    const auto begin = reinterpret_cast<std::uintptr_t>(first) / kPage * kPage;
    madvise(reinterpret_cast<void*>(begin), kReserved, MADV_HUGEPAGE);
  }
  std::free(first);
  mallopt(M_TOP_PAD, kMoreThanLeft);
}

}  // namespace

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  std::signal(SIGXFSZ, SIG_IGN);  // a file over the limit is a failed write, with a message and an exit code
  prepare_heap();
  texpipe::study::end_at_signals();
  return sc_main(argc, argv);
}
