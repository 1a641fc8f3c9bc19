// Catch2 itself is compiled once for all test programs.
#pragma once

namespace texpipe::test {

/// Runs the tests of this program that its arguments choose; what Catch's main would return.
int run_tests(int argc, char* argv[]);

}  // namespace texpipe::test
