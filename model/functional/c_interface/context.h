// Definition of texpipe_context.
#pragma once

#include "functional/c_interface/guard.h"
#include "functional/memory/gpu_memory.h"
#include "functional/surface/state_heap.h"

struct texpipe_context {
  texpipe::functional::GpuMemory memory;
  texpipe::functional::StateHeap heap{memory};
  std::uint32_t surfaces = 0;
  std::uint32_t samplers = 0;
};
