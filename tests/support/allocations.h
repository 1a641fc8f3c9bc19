// Counts allocations: every form of operator new and delete of a test program that has allocations.cpp among its
// sources.
#pragma once

#include <cstddef>

namespace texpipe::test {

/// Allocations of this thread so far.
std::size_t allocations();

}  // namespace texpipe::test
