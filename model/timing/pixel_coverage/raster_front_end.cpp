#include "timing/pixel_coverage/raster_front_end.h"

#include <algorithm>
#include <bit>
#include <string>

#include "functional/rasterization/target_coverage.h"

namespace texpipe::timing {

namespace {

enum class RasterCycle : std::uint8_t { kBusy, kStoreFull, kSetupAndTiles, kDone };

constexpr EnumRow kRasterCycles[] = {
    {0, "busy", "subspans are made"},
    {1, "store_full", "the coverage store has no slot"},
    {2, "setup_and_tiles", "no subspan is ready: triangle set-up or coarse tiles without coverage"},
    {3, "done", "no triangle is left"},
};

}  // namespace

RasterFrontEnd::RasterFrontEnd(sc_core::sc_module_name name, Simulation& simulation,
                               const machine::RasterFrontEndParameters& parameters, functional::SubspanFeed& feed)
    : sc_module{name},
      simulation_{simulation},
      parameters_{parameters},
      feed_{feed},
      statistics_{simulation.statistics.group(this->name(), "raster front end: triangles to subspans")},
      cycles_{statistics_.account("cycles", "what the subspan unit did, cycle by cycle",
                                  EnumRows{"raster cycle", kRasterCycles})},
      triangles_{statistics_.counter("triangles", machine::StatisticUnit::kEvents, "triangles rasterised")},
      tiles_{statistics_.counter("tiles", machine::StatisticUnit::kEvents, "coarse 8x8 tiles tested")},
      culled_tiles_{
          statistics_.counter("culled_tiles", machine::StatisticUnit::kEvents, "of those, rejected by an edge")},
      subspans_{statistics_.counter("subspans", machine::StatisticUnit::kSubspans,
                                    "subspans made; one per sample for sample shading")},
      pixels_{statistics_.counter("pixels", machine::StatisticUnit::kPixels, "covered pixels of those")},
      quad_pixels_{statistics_.counter("quad_pixels", machine::StatisticUnit::kPixels, "four per subspan")},
      coverage_{statistics_.histogram("coverage", machine::StatisticUnit::kEvents,
                                      "covered samples of a pixel, helpers included")},
      target_coverage_{statistics_.histogram("target_coverage", machine::StatisticUnit::kEvents,
                                             "of a covered pixel, samples of the render target that are written")},
      occupancy_{statistics_.histogram("occupancy", machine::StatisticUnit::kSubspans,
                                       "subspans in the store, weighted by cycles")} {
  statistics_.ratio("quad_efficiency", "covered pixels of the pixels in subspans", pixels_, quad_pixels_);
  occupancy_.set_level(Cycles{}, 0);
  simulation.watchdog.add({std::string{this->name()} + ".store", feed.store().capacity(),
                           [this] { return std::uint64_t{feed_.store().occupancy()}; },
                           [this] { return "next is subspan " + std::to_string(next_) + (full_ ? ", no slot" : ""); }});
  begin_triangle();
  reach_next();
  cycles_.enter(Cycles{}, next_ == feed_.invocations().size() ? RasterCycle::kDone : RasterCycle::kSetupAndTiles);
}

void RasterFrontEnd::begin_triangle() {
  if (triangle_ == feed_.triangles().size()) return;
  taken_at_ = taken_at_ + machine::subcycles(parameters_.setup_interval);
  taken_at_ = tile_free_ = std::max(taken_at_, tile_free_);
  tiles_done_ = 0;
  triangles_.add();
  tiles_.add(feed_.triangles()[triangle_].counts.tiles);
  culled_tiles_.add(feed_.triangles()[triangle_].counts.culled_tiles);
}

void RasterFrontEnd::test_tiles(std::uint64_t count) {
  tile_free_ = tile_free_ + machine::work_at_rate(count, parameters_.tiles_per_cycle);
}

/// Ends a triangle. The tiles after its last subspan still take their time.
void RasterFrontEnd::finish_triangle() {
  test_tiles(feed_.triangles()[triangle_].counts.tiles - tiles_done_);
  ++triangle_;
  begin_triangle();
}

/// Finds the time of the next invocation: its tile is tested, and the subspan unit is free.
void RasterFrontEnd::reach_next() {
  if (next_ == feed_.invocations().size()) {
    while (triangle_ < feed_.triangles().size()) finish_triangle();
    return;
  }
  const auto& invocation = feed_.invocations()[next_];
  while (triangle_ < invocation.triangle) finish_triangle();
  const std::uint64_t tile = feed_.triangles()[triangle_].subspans[invocation.subspan].tile + 1;
  if (tile > tiles_done_) {
    test_tiles(tile - tiles_done_);
    tiles_done_ = tile;
  }
  next_at_ = subspan_slot_.earliest(machine::cycles_touched(tile_free_));
  wake_.at(next_at_);
}

void RasterFrontEnd::act() {
  try {
    const Cycles now = simulation_.clock.now();
    collect_ended(now);
    while (next_ < feed_.invocations().size() && next_at_ <= now) {
      full_ = !feed_.insert(next_);
      if (full_) break;
      inserted();
      reach_next();
    }
    const bool done = next_ == feed_.invocations().size();
    cycles_.enter(now, full_ ? RasterCycle::kStoreFull : done ? RasterCycle::kDone : RasterCycle::kSetupAndTiles);
    if (!full_ && !done) wake_.at(next_at_);
    if (!ended_.empty()) wake_.at(now + Cycles{1});
  } catch (...) {
    simulation_.fail();
  }
}

/// Releases the subspans of groups that ended before this cycle: ends come from several subslices at one time.
void RasterFrontEnd::collect_ended(Cycles now) {
  const auto later = std::partition(ended_.begin(), ended_.end(), [now](const Ended& e) { return e.at < now; });
  // Ends of one cycle come in any order.
  std::sort(ended_.begin(), later,
            [](const Ended& a, const Ended& b) { return a.at != b.at ? a.at < b.at : a.group < b.group; });
  for (auto e = ended_.begin(); e != later; ++e) feed_.release(e->group);
  if (later != ended_.begin()) occupancy_.set_level(now, feed_.store().occupancy());
  ended_.erase(ended_.begin(), later);
}

/// Whether an invocation is its subspan's first.
bool RasterFrontEnd::starts_subspan(std::size_t invocation) const {
  if (invocation == 0) return true;
  const auto& before = feed_.invocations()[invocation - 1];
  const auto& here = feed_.invocations()[invocation];
  return before.triangle != here.triangle || before.subspan != here.subspan;
}

void RasterFrontEnd::inserted() {
  const Cycles now = simulation_.clock.now();
  const std::uint64_t samples = starts_subspan(next_) ? 4ull * feed_.scene().state.pattern.count : 0;
  const machine::Subcycles subspan_cost = machine::work_at_rate(1, parameters_.subspans_per_cycle);
  const machine::Subcycles sample_cost = machine::work_at_rate(samples, parameters_.samples_per_cycle);
  subspan_slot_.claim(now, std::max(subspan_cost, sample_cost));
  tile_free_ = std::max(tile_free_, machine::subcycles(now));  // tiles stop while a subspan waits for the store
  cycles_.work(now, subspan_slot_.busy_until());

  const unsigned thread = static_cast<unsigned>(next_ / functional::kSubspansPerThread);
  const std::uint32_t slot = feed_.slots_of(thread)[next_ % functional::kSubspansPerThread];
  subspans_.add();
  quad_pixels_.add(4);
  for (const functional::PixelCoverage& pixel : feed_.store().find(slot)->pixels) {
    const unsigned covered = static_cast<unsigned>(std::popcount(static_cast<unsigned>(pixel.coverage)));
    coverage_.add(covered);
    pixels_.add(covered != 0 ? 1 : 0);
    if (covered == 0) continue;
    const functional::RasterScene& scene = feed_.scene();
    const std::uint32_t written =
        functional::target_coverage(pixel.coverage, scene.state.pattern.count, scene.target_sample_count());
    target_coverage_.add(static_cast<std::uint64_t>(std::popcount(written)));
  }
  occupancy_.set_level(now, feed_.store().occupancy());
  ++next_;
  if (next_ % functional::kSubspansPerThread == 0 || next_ == feed_.invocations().size()) {
    if (opened) opened();
  }
}

void RasterFrontEnd::ended(unsigned group) {
  ended_.push_back({group, simulation_.clock.now()});
  wake_.at(ended_.back().at + Cycles{1});
}

}  // namespace texpipe::timing
