// The raster front end: triangles to subspans in the coverage store, at rates of its own.
#pragma once

#include <cstdint>

#include <systemc>

#include "functional/rasterization/subspan_feed.h"
#include "timing/observe/simulation.h"
#include "timing/pixel_coverage/pixel_coverage_parameters.h"
#include "timing/stage/issue_slot.h"
#include "timing/transaction/thread_gate.h"

namespace texpipe::timing {

/// Triangle set-up, coarse tiles and subspans are three units in a row. A triangle's set-up overlaps the one before it;
/// tiles and subspans go in order and stop together when the store is full. Thread n is ready when its last subspan is
/// in the store.
class RasterFrontEnd final : public sc_core::sc_module, public ThreadGate {
 public:
  SC_HAS_PROCESS(RasterFrontEnd);
  RasterFrontEnd(sc_core::sc_module_name name, Simulation& simulation, const RasterFrontEndParameters& parameters,
                 functional::SubspanFeed& feed);

  bool is_open(unsigned group) const override { return group < ready_threads_; }
  void ended(unsigned group) override;

 private:
  void act();
  void reach_next();
  void begin_triangle();
  void finish_triangle();
  void inserted();

  Simulation& simulation_;
  RasterFrontEndParameters parameters_;
  functional::SubspanFeed& feed_;
  std::uint32_t triangle_ = 0;    // in the tile unit
  std::uint64_t tiles_done_ = 0;  // of that triangle
  Subcycles setup_free_;          // set-up unit
  Subcycles setup_done_;          // of the triangle in the tile unit
  Subcycles tile_free_;
  Subcycles subspan_free_;
  std::size_t next_ = 0;  // invocation
  Cycles next_at_;        // when it is ready
  bool full_ = false;     // the store had no slot for it
  unsigned ready_threads_ = 0;
  sc_core::sc_event wake_;

  StatisticsGroup& statistics_;
  CycleAccount& cycles_;
  Counter& triangles_;
  Counter& tiles_;
  Counter& culled_tiles_;
  Counter& subspans_;
  Counter& pixels_;
  Counter& quad_pixels_;
  Histogram& coverage_;
  Histogram& occupancy_;
};

}  // namespace texpipe::timing
