#include "study/report/run_limit.h"

#include <catch2/catch.hpp>

using namespace texpipe::study;

namespace {

using Parts = std::vector<std::pair<std::string, double>>;

void add(std::vector<RunNumber>& run, const std::string& account, const Parts& parts) {
  for (const auto& [category, cycles] : parts)
    run.push_back({.path = account + '.' + category, .kind = NumberKind::kAccount, .value = cycles});
}

std::string stage(const std::string& name) {
  return "slice.subslice[0].sampler." + name + ".cycles";
}

}  // namespace

TEST_CASE("a filter that is blocked leads to the unit behind it that works", "[report]") {
  std::vector<RunNumber> run;
  add(run, stage("filter"), {{"busy", 40}, {"blocked_downstream", 55}, {"starved", 5}});
  add(run, stage("writeback"), {{"busy", 94}, {"starved", 6}});
  CHECK(limit_of(run)->text() == "sampler.writeback: busy 94 % of the cycles");
}

TEST_CASE("a writeback that is blocked leads to the link to the EUs", "[report]") {
  std::vector<RunNumber> run;
  add(run, stage("filter"), {{"busy", 30}, {"blocked_downstream", 70}});
  add(run, stage("writeback"), {{"busy", 20}, {"blocked_downstream", 80}});
  add(run, "slice.subslice[0].interconnect.response_cycles_to_eu0", {{"busy", 90}, {"idle", 10}});
  CHECK(limit_of(run)->text() == "interconnect.response: busy 90 % of the cycles");
}

TEST_CASE("a filter without work leads up to the cache that waits for lines, past stages that this blocks",
          "[report]") {
  std::vector<RunNumber> run;
  add(run, stage("front_end"), {{"busy", 5}, {"blocked_downstream", 95}});
  add(run, stage("address_generator"), {{"busy", 5}, {"blocked_downstream", 95}});
  add(run, stage("l1"), {{"busy", 10}, {"waiting_for_miss", 80}, {"blocked_downstream", 10}});
  add(run, stage("l1_data"), {{"busy", 15}, {"starved", 85}});
  add(run, stage("decoder"), {{"busy", 10}, {"starved", 90}});
  add(run, stage("filter"), {{"busy", 15}, {"starved", 85}});
  const RunLimit limit = *limit_of(run);
  CHECK(limit.text() == "sampler.l1: waiting for miss 80 % of the cycles");
  CHECK(limit.way.front().unit == "slice.subslice.sampler.filter");
  CHECK(limit.way.back().unit == "slice.subslice.sampler.l1");
}

TEST_CASE("a filter that nearly always works limits the run itself", "[report]") {
  std::vector<RunNumber> run;
  add(run, stage("filter"), {{"busy", 97}, {"starved", 3}});
  add(run, stage("decoder"), {{"busy", 99}, {"blocked_downstream", 1}});
  CHECK(limit_of(run)->unit == "slice.subslice.sampler.filter");
}

TEST_CASE("a kernel's limit is looked for from the EUs on", "[report]") {
  std::vector<RunNumber> run;
  add(run, "slice.subslice[0].eu[0].cycles", {{"busy", 10}, {"waiting_for_message", 90}});
  add(run, "slice.subslice[0].data_port.cycles", {{"busy", 20}, {"waiting_for_memory", 75}, {"idle", 5}});
  CHECK(limit_of(run)->text() == "data_port: waiting for memory 75 % of the cycles");
}

TEST_CASE("units of one kind count together, and a run without accounts has no limit", "[report]") {
  std::vector<RunNumber> run;
  CHECK(!limit_of(run));
  add(run, "slice.subslice[0].eu[0].cycles", {{"busy", 100}, {"idle", 0}});
  add(run, "slice.subslice[0].eu[1].cycles", {{"busy", 0}, {"idle", 100}});
  CHECK(limit_of(run)->share == 0.5);
}
