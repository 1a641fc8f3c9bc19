// Keeps the type of an exception that leaves a SystemC process. SystemC turns it into a report of its text; who runs
// the simulation throws the kept one instead.
#pragma once

#include <exception>
#include <utility>

namespace texpipe::timing {

/// First exception kept since the last `take_failure`; null when there is none. One simulation runs at a time.
std::exception_ptr take_failure();

void keep_failure(std::exception_ptr failure);

/// Calls `body`; an exception is kept and thrown on.
template <class Body>
decltype(auto) keeping_failure(Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (...) {
    keep_failure(std::current_exception());
    throw;
  }
}

}  // namespace texpipe::timing
