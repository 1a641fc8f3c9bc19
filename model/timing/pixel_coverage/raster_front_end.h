// Raster front end: turns triangles into subspans in the coverage store, at rates of its own.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "functional/rasterization/subspan_feed.h"
#include "machine/pixel_coverage/pixel_coverage_parameters.h"
#include "machine/statistics/issue_slot.h"
#include "timing/protocol/thread_gate.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// Triangle set-up, coarse tiles and subspans are three units in a row. A triangle's set-up starts when the tile unit
/// takes the triangle before it; a tile starts when the tile before it has put its last subspan into the store, so that
/// both stop when the store is full. Samples are tested once per subspan, even when each becomes an invocation. Thread
/// n opens when its last subspan is in the store; a slot that becomes free at t is filled at t + 1 or later.
class RasterFrontEnd final : public sc_core::sc_module, public ThreadGate {
 public:
  RasterFrontEnd(sc_core::sc_module_name name, Simulation& simulation,
                 const machine::RasterFrontEndParameters& parameters, functional::SubspanFeed& feed);

  void ended(unsigned group) override;

 private:
  struct Ended {
    unsigned group;
    Cycles at;
  };

  void act();
  void collect_ended(Cycles now);
  bool starts_subspan(std::size_t invocation) const;
  void reach_next();
  void begin_triangle();
  void test_tiles(std::uint64_t count);
  void finish_triangle();
  void inserted();

  Simulation& simulation_;
  machine::RasterFrontEndParameters parameters_;
  functional::SubspanFeed& feed_;
  std::uint32_t triangle_ = 0;    // triangle in the tile unit
  std::uint64_t tiles_done_ = 0;  // tiles of that triangle that are tested
  machine::Subcycles taken_at_;   // when the tile unit took that triangle
  machine::Subcycles tile_free_;
  machine::IssueSlot subspan_slot_;
  std::size_t next_ = 0;  // number of the next invocation
  Cycles next_at_;        // when that invocation is ready
  bool full_ = false;     // whether the store had no slot for it
  std::vector<Ended> ended_;
  Wake wake_{simulation_.agenda, wakes<&RasterFrontEnd::act>(*this)};

  machine::StatisticsGroup& statistics_;
  machine::CycleAccount& cycles_;
  machine::Counter& triangles_;
  machine::Counter& tiles_;
  machine::Counter& culled_tiles_;
  machine::Counter& subspans_;
  machine::Counter& pixels_;
  machine::Counter& quad_pixels_;
  machine::Histogram& coverage_;
  machine::Histogram& target_coverage_;
  machine::Histogram& occupancy_;
};

}  // namespace texpipe::timing
