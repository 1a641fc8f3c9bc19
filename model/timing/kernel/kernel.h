// SystemC kernel: one for each simulation, so that a process can run several simulations one after the other.
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

}  // namespace texpipe::timing
