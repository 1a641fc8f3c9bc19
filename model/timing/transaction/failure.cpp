#include "timing/transaction/failure.h"

namespace texpipe::timing {

namespace {

thread_local std::exception_ptr kept;

}  // namespace

std::exception_ptr take_failure() {
  return std::exchange(kept, nullptr);
}

void keep_failure(std::exception_ptr failure) {
  if (!kept) kept = std::move(failure);
}

}  // namespace texpipe::timing
