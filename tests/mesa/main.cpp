// Runs the comparisons with Mesa, or says why it cannot and exits 77, which CTest shows as skipped.
#include <iostream>

#include "mesa/context.h"
#include "support/catch_session.h"

int main(int argc, char* argv[]) {
  if (const std::string missing = texpipe::test::make_llvmpipe_current(); !missing.empty()) {
    std::cout << "skipped: " << missing << '\n';
    return 77;
  }
  return texpipe::test::run_tests(argc, argv) == 0 ? 0 : 1;
}
