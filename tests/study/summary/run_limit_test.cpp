#include "study/summary/run_limit.h"

#include <catch2/catch.hpp>

#include "study/summary/limit_words.h"

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
  CHECK(limit_of(run)->text() == "interconnect.response_to_eu: busy 90 % of the cycles");
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
  CHECK(limit.text() == "sampler.l1: waiting for miss 80 % of the cycles; most at work is sampler.filter 15 %");
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
  CHECK(limit_of(run)->text() == "data_port: waiting for memory 75 % of the cycles; most at work is eu 10 %");
}

TEST_CASE("units of one kind count together, and a run without accounts has no limit", "[report]") {
  std::vector<RunNumber> run;
  CHECK(!limit_of(run));
  add(run, "slice.subslice[0].eu[0].cycles", {{"busy", 100}, {"idle", 0}});
  add(run, "slice.subslice[0].eu[1].cycles", {{"busy", 0}, {"idle", 100}});
  CHECK(limit_of(run)->share == 0.5);
}

TEST_CASE("a response that waits for its way into the interconnect is told from one that waits for an EU", "[report]") {
  std::vector<RunNumber> run;
  add(run, stage("filter"), {{"busy", 30}, {"blocked_downstream", 70}});
  add(run, stage("writeback"), {{"busy", 20}, {"blocked_downstream", 80}});
  const std::string link = "slice.subslice[0].interconnect.response_cycles_";
  for (const char* eu : {"0", "1"}) add(run, link + "to_eu" + eu, {{"busy", 45}, {"idle", 55}});
  add(run, link + "from_sampler", {{"busy", 91}, {"waiting", 5}, {"idle", 4}});
  CHECK(limit_of(run)->text() == "interconnect.response_from_sampler: busy 91 % of the cycles");
  CHECK(limit_of(run)->word() == "interconnect.response_from_sampler");
}

TEST_CASE("waiting for lines is divided by where they were", "[report]") {
  std::vector<RunNumber> run;
  add(run, stage("l1"), {{"busy", 10}, {"waiting_for_miss", 80}, {"blocked_downstream", 10}});
  add(run, "slice.subslice[0].sampler.l1.line_wait_cycles",
      {{"l1", 2}, {"l3_banks", 12}, {"l3", 7}, {"memory", 40}, {"idle", 39}});
  add(run, stage("l1_data"), {{"busy", 15}, {"starved", 85}});
  add(run, stage("decoder"), {{"busy", 10}, {"starved", 90}});
  add(run, stage("filter"), {{"busy", 15}, {"starved", 85}});
  const RunLimit limit = *limit_of(run);
  CHECK(limit.text() ==
        "sampler.l1: waits for lines 61 % of the cycles: memory's latency 40 %, L3's banks 12 %, L3's latency 7 %, "
        "other 2 %; most at work is sampler.filter 15 %");
  CHECK(limit.word() == "memory");
  CHECK(limit.way.back().unit == "slice.subslice.sampler.l1.line_wait");
}

TEST_CASE("a unit that nearly always works limits a kernel, whichever it is", "[report]") {
  std::vector<RunNumber> run;
  add(run, "slice.subslice[0].eu[0].cycles", {{"busy", 8}, {"waiting_for_message", 92}});
  add(run, "slice.subslice[0].data_port.cycles", {{"busy", 5}, {"waiting_for_memory", 90}, {"idle", 5}});
  add(run, "slice.subslice[0].data_port.local_memory_cycles", {{"busy", 93}, {"idle", 7}});
  CHECK(limit_of(run)->text() == "data_port.local_memory: busy 93 % of the cycles");
  run.clear();
  add(run, "slice.subslice[0].eu[0].cycles", {{"busy", 3}, {"waiting_for_message", 97}});
  add(run, "slice.subslice[0].gateway.cycles", {{"notifying", 95}, {"waiting", 5}, {"idle", 0}});
  CHECK(limit_of(run)->text() == "gateway: busy 95 % of the cycles");
  run.clear();
  add(run, "slice.subslice[0].eu[0].cycles", {{"busy", 9}, {"waiting_for_message", 91}});
  add(run, "slice.l3.bank_0_cycles", {{"busy", 97}, {"idle", 3}});
  add(run, "slice.l3.bank_1_cycles", {{"busy", 2}, {"idle", 98}});
  CHECK(limit_of(run)->text() == "l3.bank_0: busy 97 % of the cycles");
  CHECK(limit_of(run)->word() == "l3.banks");
}

TEST_CASE("where no unit is busy it is what threads wait for", "[report]") {
  std::vector<RunNumber> run;
  add(run, "slice.subslice[0].eu[0].cycles", {{"busy", 11}, {"result_latency", 9}, {"waiting_for_message", 80}});
  add(run, stage("filter"), {{"busy", 12}, {"idle", 88}});
  add(run, stage("writeback"), {{"busy", 20}, {"idle", 80}});
  const RunLimit limit = *limit_of(run);
  CHECK(limit.text() ==
        "eu: issues nothing 89 % of the cycles: waiting for message 80 %, result latency 9 %; most at work is "
        "sampler.writeback 20 %");
  CHECK(limit.word() == "eu");
}

TEST_CASE("a dispatcher without work is told apart from one that starts threads no faster", "[report]") {
  std::vector<RunNumber> waits, works;
  add(waits, "slice.subslice[0].eu[0].cycles", {{"busy", 11}, {"idle", 89}});
  add(waits, "slice.dispatch.cycles", {{"busy", 20}, {"no_free_slot", 5}, {"waiting_for_raster", 75}, {"done", 0}});
  CHECK(limit_of(waits)->text() == "dispatch: waiting for raster 75 % of the cycles; most at work is eu 11 %");
  CHECK(limit_of(waits)->word() == "dispatch.waiting_for_raster");
  CHECK(is_limit_word("dispatch.waiting_for_raster"));
  add(works, "slice.subslice[0].eu[0].cycles", {{"busy", 11}, {"idle", 89}});
  add(works, "slice.dispatch.cycles", {{"busy", 95}, {"waiting_for_raster", 5}});
  CHECK(limit_of(works)->word() == "dispatch");
}

TEST_CASE("beside a unit that works much and not nearly always stands who waits for lines", "[report]") {
  std::vector<RunNumber> run;
  add(run, stage("filter"), {{"busy", 70}, {"starved", 30}});
  add(run, "slice.subslice[0].sampler.l1.line_wait_cycles", {{"l3", 12}, {"memory", 22}, {"idle", 66}});
  CHECK(limit_of(run)->text() ==
        "sampler.filter: busy 70 % of the cycles; sampler.l1 waits for lines 34 %, of which memory's latency 22 %");
  CHECK(limit_of(run)->word() == "sampler.filter");
}

TEST_CASE("the words of limits are told from other names", "[report]") {
  CHECK(is_limit_word("sampler.writeback"));
  CHECK(is_limit_word("l3.banks"));
  CHECK(is_limit_word("interconnect.response_from_sampler"));
  CHECK_FALSE(is_limit_word("sampler.writeback.bytes"));
  CHECK_FALSE(is_limit_word("sampler.writebck"));
  CHECK(word_of_unit("slice.l3.bank_12") == "l3.banks");
  CHECK(word_of_unit("slice.subslice.sampler.filter") == "sampler.filter");
  CHECK(word_of_unit("slice.l3.slice_3") == "l3.crossbar");
  CHECK(is_limit_word("l3.crossbar"));
  CHECK(word_of_unit("memory") == "memory.bus");
}
