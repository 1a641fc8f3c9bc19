// One SystemC kernel per simulation, so that a process can run several simulations one after the other.
#pragma once

#include <systemc>

namespace texpipe::timing {

/// A fresh SystemC context that is current while the object lives. Declare it before every module of the simulation, so
/// that they die first. One at a time may be in use per process; SystemC is not thread-safe across contexts either.
class Kernel {
 public:
  Kernel();
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

 private:
  sc_core::sc_simcontext* outer_;
  sc_core::sc_simcontext* own_;
};

/// While it lives, SystemC reports of severity warning or above become exceptions (sc_core::sc_report) and nothing is
/// printed: a warning means that the model misused the library.
class StrictReports {
 public:
  StrictReports();
  ~StrictReports();
  StrictReports(const StrictReports&) = delete;
  StrictReports& operator=(const StrictReports&) = delete;
};

}  // namespace texpipe::timing
