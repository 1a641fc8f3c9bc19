// The shipped sweeps answer what docs/how-to/shipped-sweeps.md says that they answer.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

/// An objective of a shipped sweep by the shown settings of a point.
class Shipped {
 public:
  explicit Shipped(const std::string& name) {
    const CommandOutcome outcome =
        run_texpipe("sweep configs/sweeps/" + name + ".yaml -q --json --out '" + (scratch_ / "s").string() + "'");
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    results_ = nlohmann::json::parse(outcome.out)["results"];
  }

  double operator()(const nlohmann::json& settings, const char* objective = "cycles") const {
    for (const auto& point : results_) {
      bool same = true;
      for (const auto& [name, value] : settings.items()) same = same && point["settings"].value(name, "") == value;
      if (same) return point["objectives"][objective];
    }
    FAIL("no point " << settings.dump());
    return 0;
  }

 private:
  ScratchFolder scratch_;
  nlohmann::json results_;
};

}  // namespace

TEST_CASE("the sweep orientation answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"orientation"};
  const auto misses = [&](const char* turn, const char* tiling, const char* tile, const char* size, const char* ways) {
    return sweep({{"zoom.turn", turn},
                  {"workload.tiling", tiling},
                  {"workload.tile", tile},
                  {"l1.size", size},
                  {"l1.ways", ways}},
                 "misses");
  };
  CHECK(misses("90", "linear", "128x4", "4KiB", "4") > 3.5 * misses("0", "linear", "128x4", "4KiB", "4"));
  for (const char* turn : {"0", "45", "90"}) {
    CHECK(misses(turn, "y", "16x16", "4KiB", "4") < 0.45);
    CHECK(misses(turn, "y", "16x16", "1KiB", "1") < 1.07 * misses(turn, "y", "16x16", "4KiB", "4"));
  }
}

TEST_CASE("the sweep latency_hiding answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"latency_hiding"};
  const auto cycles = [&](const char* latency, const char* slots) {
    return sweep({{"memory.latency", latency}, {"latency_fifo.slots", slots}});
  };
  CHECK(cycles("435ns", "128") > 1.9 * cycles("1ns", "128"));
  CHECK(cycles("1ns", "2048") / cycles("435ns", "2048") > 0.965);
  CHECK(cycles("1ns", "2048") / cycles("870ns", "2048") > 0.935);
}

TEST_CASE("the sweep decompression answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"decompression"};
  const auto at = [&](const std::string& texture, const char* place, const char* objective) {
    return sweep({{"workload.texture", "../textures/" + texture + "_mips.dds"},
                  {"decompression.place", place},
                  {"l1.size", "24KiB"}},
                 objective);
  };
  CHECK(at("brick_512_bc1", "before_l1", "fetched") > 6 * at("brick_512_bc1", "after_l1", "fetched"));
  CHECK(at("astronaut_512_bc7", "before_l1", "fetched") > 3.9 * at("astronaut_512_bc7", "after_l1", "fetched"));
  for (const char* texture : {"brick_512_bc1", "astronaut_512_bc7"})
    CHECK(at(texture, "after_l1", "cycles") == Approx(at(texture, "before_l1", "cycles")).epsilon(0.004));
  CHECK(at("astronaut_256_rgba8", "after_l1", "cycles") == at("astronaut_256_rgba8", "before_l1", "cycles"));
}

TEST_CASE("the sweep anisotropy answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"anisotropy"};
  const auto cycles = [&](const char* most, const char* rate) {
    return sweep({{"workload.sampler.max_anisotropy", most}, {"rates.anisotropic.32", rate}});
  };
  CHECK(cycles("2", "2") < 0.86 * cycles("2", "1"));
  CHECK(cycles("16", "2") < 0.68 * cycles("16", "1"));
  CHECK(cycles("2", "4") == Approx(0.94 * cycles("2", "2")).epsilon(0.01));
  for (const char* most : {"4", "8", "16"}) CHECK(cycles(most, "4") == Approx(0.89 * cycles(most, "2")).epsilon(0.015));
  const auto other = [&](const char* most, const char* rate, const char* objective) {
    return sweep({{"workload.sampler.max_anisotropy", most}, {"rates.anisotropic.32", rate}}, objective);
  };
  for (const char* most : {"2", "4", "8", "16"}) {
    for (const char* rate : {"1/2", "1", "4"})
      CHECK(other(most, rate, "energy") == Approx(other(most, "2", "energy")).epsilon(0.0035));
  }
  CHECK(other("16", "1", "energy") > 1.4 * other("2", "1", "energy"));
  CHECK(other("2", "2", "area") - other("2", "1", "area") == Approx(3 * 0.0616));
}

TEST_CASE("the sweep threads answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"threads"};
  const auto cycles = [&](const char* latency, const char* threads) {
    return sweep({{"memory.latency", latency}, {"eu.threads", threads}});
  };
  for (const char* latency : {"45ns", "90ns", "360ns"}) {
    CHECK(cycles(latency, "4") < 0.8 * cycles(latency, "2"));
    for (const char* more : {"7", "14", "28"})
      CHECK(cycles(latency, more) == Approx(cycles(latency, "4")).epsilon(0.1));
  }
}

TEST_CASE("the sweep shared_l2 answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"shared_l2"};
  const nlohmann::json none{{"l2.enabled", "false"}, {"shared_l2.enabled", ""}, {"l3.banks", "4"}};
  const nlohmann::json shared{{"shared_l2.enabled", "true"}, {"shared_l2.size", "96KiB"}, {"l3.banks", "4"}};
  const nlohmann::json owned{{"l2.enabled", "true"}, {"l2.size", "128KiB"}, {"l3.banks", "4"}};
  const double own = sweep(owned);
  CHECK(sweep(none) == Approx(own).epsilon(0.02));
  CHECK(sweep(shared) == Approx(own).epsilon(0.014));
  CHECK(sweep(shared, "l3_reads") == sweep(shared, "below_l3"));
  CHECK(sweep(owned, "l3_reads") > 2 * sweep(shared, "l3_reads"));
  CHECK(sweep(none, "l3_reads") > 19 * sweep(shared, "l3_reads"));
  CHECK(sweep({{"l2.enabled", "true"}, {"l2.size", "32KiB"}, {"l3.banks", "4"}}) == Approx(own).epsilon(0.001));
}

TEST_CASE("the sweep prefetch answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"prefetch"};
  const auto value = [&](const char* latency, const char* word, const char* degree, const char* objective = "cycles") {
    return sweep({{"memory.latency", latency}, {"l2.prefetch", word}, {"l2.prefetch_degree", degree}}, objective);
  };
  CHECK(value("80ns", "next_line", "4") == Approx(0.91 * value("80ns", "none", "")).epsilon(0.01));
  CHECK(value("400ns", "next_line", "4") == Approx(0.83 * value("400ns", "none", "")).epsilon(0.01));
  CHECK(value("400ns", "stream", "4") == Approx(0.87 * value("400ns", "none", "")).epsilon(0.01));
  CHECK(value("400ns", "next_line", "4", "memory_bytes") ==
        Approx(1.25 * value("400ns", "none", "", "memory_bytes")).epsilon(0.01));
}

TEST_CASE("the sweep l1_prefetch answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"l1_prefetch"};
  const auto at = [&](const char* latency, const char* word, const char* degree, const char* objective) {
    const nlohmann::json settings{{"memory.latency", latency}, {"l1.prefetch", word}, {"l1.prefetch_degree", degree}};
    return sweep(settings, objective);
  };
  for (const char* latency : {"80ns", "400ns"}) {
    const double none = at(latency, "none", "", "cycles");
    CHECK(at(latency, "none", "", "hits") < 0.62);
    for (const char* degree : {"1", "4"}) {
      CHECK(at(latency, "next_line", degree, "hits") > 0.645);
      for (const char* word : {"next_line", "stream"})
        CHECK(at(latency, word, degree, "cycles") == Approx(none).epsilon(0.025));
    }
  }
  CHECK(at("80ns", "next_line", "4", "cycles") > 1.01 * at("80ns", "none", "", "cycles"));
}

TEST_CASE("the sweep sectors answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"sectors"};
  const auto at = [&](const char* sector, const char* objective) { return sweep({{"l1.sector", sector}}, objective); };
  CHECK(at("64B", "cycles") < 0.74 * at("0B", "cycles"));
  CHECK(at("64B", "l1_misses") > 1.15 * at("0B", "l1_misses"));
  CHECK(at("64B", "l1_fetched") < 0.61 * at("0B", "l1_fetched"));
  CHECK(at("32B", "l1_fetched") < 0.31 * at("0B", "l1_fetched"));
  CHECK(at("32B", "cycles") > 1.05 * at("64B", "cycles"));
}

TEST_CASE("the sweep memory_channels answers as its page says", "[cli][shipped]") {
  const Shipped sweep{"memory_channels"};
  const auto cycles = [&](const char* channels, const char* ratio) {
    return sweep({{"memory.channels", channels}, {"memory.compression", ratio}});
  };
  CHECK(cycles("1", "1") > 1.55 * cycles("2", "1"));
  CHECK(cycles("4", "1") == Approx(cycles("2", "1")).epsilon(0.02));
  CHECK(cycles("1", "2") == Approx(cycles("1", "1")).epsilon(0.01));
  CHECK(cycles("4", "2") < 0.75 * cycles("4", "1"));
}

TEST_CASE("the sweep samplers answers as its page says", "[cli][shipped][topology]") {
  const Shipped sweep{"samplers"};
  const double one = sweep({{"subslice.samplers", "1"}});
  for (const char* choice : {"eu", "thread", "turn"}) {
    const nlohmann::json two{{"subslice.samplers", "2"}, {"sampler_choice", choice}};
    CHECK(sweep(two) == Approx(0.58 * one).epsilon(0.01));
    CHECK(sweep(two, "l1_misses") > 1.4 * sweep({{"subslice.samplers", "1"}}, "l1_misses"));
    CHECK(sweep(two, "memory") == sweep({{"subslice.samplers", "1"}}, "memory"));
  }
  CHECK(sweep({{"subslice.samplers", ""}, {"slice.subslices_per_sampler", "3"}, {"sampler_link.latency", ""}}) ==
        Approx(2.82 * one).epsilon(0.01));
  CHECK(sweep({{"slice.subslices_per_sampler", "3"}, {"sampler_link.latency", "40"}}) ==
        Approx(2.83 * one).epsilon(0.01));
  CHECK(sweep({{"subslice.samplers", "2"}, {"slice.subslices_per_sampler", "3"}}) == Approx(1.51 * one).epsilon(0.01));
  CHECK(sweep({{"l3.enabled", "false"}}) == Approx(0.94 * one).epsilon(0.01));
}

TEST_CASE("the sweep l3_slices answers as its page says", "[cli][shipped][topology]") {
  const Shipped sweep{"l3_slices"};
  const auto of = [](const char* slices, const char* latency) {
    return nlohmann::json{{"l3.slices", slices}, {"l3.crossbar.latency", latency}};
  };
  const double one = sweep({{"l3.slices", "1"}});
  CHECK(sweep(of("2", "4")) == Approx(1.41 * one).epsilon(0.01));
  CHECK(sweep(of("4", "4")) == Approx(1.023 * one).epsilon(0.01));
  CHECK(sweep(of("8", "4")) == Approx(1.002 * one).epsilon(0.01));
  CHECK(sweep(of("8", "40")) == Approx(1.10 * one).epsilon(0.01));
  CHECK(sweep(of("8", "4"), "misses") == sweep({{"l3.slices", "1"}}, "misses"));
}

TEST_CASE("the sweep slices answers as its page says", "[cli][shipped][topology]") {
  const Shipped sweep{"slices"};
  const nlohmann::json one{{"slices", "1"}}, two{{"slices", "2"}}, three{{"slices", "3"}};
  CHECK(sweep(two, "l3_misses") == Approx(1.64 * sweep(one, "l3_misses")).epsilon(0.01));
  CHECK(sweep(three, "l3_misses") == Approx(2.11 * sweep(one, "l3_misses")).epsilon(0.01));
  for (const nlohmann::json& more : {two, three}) {
    CHECK(sweep(more) == Approx(1.065 * sweep(one)).epsilon(0.01));
    CHECK(sweep(more, "memory") == sweep(one, "memory"));
  }
}

TEST_CASE("sweeps of a drawn frame and of its walk answer as their page says", "[cli][shipped][frame]") {
  const Shipped frame{"frame_texture_cache"}, walk{"walk_texture_cache"};
  for (const char* size : {"1KiB", "4KiB", "16KiB", "32KiB"}) {
    const nlohmann::json at{{"l1.size", size}};
    INFO(size);
    CHECK(walk(at, "misses") < 0.9 * frame(at, "misses"));
    CHECK(walk(at, "misses") > 0.6 * frame(at, "misses"));
    CHECK(frame(at) == Approx(frame({{"l1.size", "16KiB"}})).epsilon(0.03));
  }
}

TEST_CASE("the sweep frame_raster_order answers as its page says", "[cli][shipped][frame]") {
  const Shipped sweep{"frame_raster_order"};
  const auto of = [](const char* threads, const char* order, const char* size) {
    return nlohmann::json{{"eu.threads", threads}, {"rasterizer.order", order}, {"l1.size", size}};
  };
  CHECK(sweep(of("1", "tiles", "16KiB"), "misses") < 0.95 * sweep(of("1", "scan", "16KiB"), "misses"));
  CHECK(sweep(of("1", "tiles", "1KiB"), "misses") > 1.1 * sweep(of("1", "scan", "1KiB"), "misses"));
  CHECK(sweep(of("7", "tiles", "16KiB"), "misses") > 1.1 * sweep(of("7", "scan", "16KiB"), "misses"));
}

TEST_CASE("the sweep frame_pixel_hash answers as its page says", "[cli][shipped][frame]") {
  const Shipped sweep{"frame_pixel_hash"};
  const auto of = [](const char* blocks) {
    return nlohmann::json{{"pixel_hash.subslices", blocks}, {"l1.size", "16KiB"}};
  };
  CHECK(sweep(of("16x16"), "misses") < 0.8 * sweep(of("16x4"), "misses"));
  CHECK(sweep(of("8x8"), "misses") < sweep(of("16x4"), "misses"));
  CHECK(sweep(of("16x16")) == Approx(sweep(of("16x4"))).epsilon(0.02));
  CHECK(sweep(of("none")) == Approx(sweep(of("16x4"))).epsilon(0.02));
}

TEST_CASE("the sweep frame_overdraw answers as its page says", "[cli][shipped][frame]") {
  const Shipped sweep{"frame_overdraw"};
  const nlohmann::json back{{"workload.draws", "31..33"}}, front{{"workload.draws", "35..37"}},
      late_back{{"workload.draws", "39..41"}}, late_front{{"workload.draws", "43..45"}};
  CHECK(sweep(front, "threads") < 0.5 * sweep(back, "threads"));
  CHECK(sweep(front) < 0.7 * sweep(back));
  CHECK(sweep(back) < 0.95 * sweep(late_back));
  CHECK(sweep(late_back, "threads") == sweep(late_front, "threads"));
  CHECK(sweep(late_back, "written") == sweep(late_front, "written"));
}

TEST_CASE("the sweep frame_blocks answers as its page says", "[cli][shipped][frame]") {
  const Shipped sweep{"frame_blocks"};
  const auto saved = [&](const char* bandwidth) {
    const auto of = [&](const char* draws) {
      return sweep({{"workload.draws", draws}, {"memory.bandwidth", bandwidth}});
    };
    return 1 - of("47..49") / of("31..33");
  };
  CHECK(saved("4GB/s") > saved("8GB/s"));
  CHECK(saved("8GB/s") > saved("34.1GB/s"));
  CHECK(saved("34.1GB/s") > 0.1);
}
