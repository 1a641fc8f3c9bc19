// A row that only gives back what a parameter was taken from is no evidence.
#include "analysis/chip_measurements/row_use.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "analysis/chip_measurements/sensitivity.h"
#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using test::ScratchFolder;

namespace {

const std::filesystem::path kSilicon = std::filesystem::path{TEXPIPE_SOURCE_DIR} / "configs/studies/silicon";

ReferenceRow row_of(const std::string& family, const std::string& name, const std::string& source = "somebody, a board",
                    const std::string& value = "cycles") {
  ReferenceRow row;
  row.reference = family;
  row.name = name;
  row.source = source;
  row.value = Expression::parse(value);
  return row;
}

using Paths = std::vector<std::string>;

/// Paths that each row moves with, by the shipped table.
std::map<std::string, Paths> shipped_moves() {
  std::map<std::string, Paths> moves;
  std::ifstream table{kSilicon / "sensitivity.csv"};
  std::string line;
  std::getline(table, line);
  CHECK(line == "parameter,from,to,row,ratio");
  while (std::getline(table, line)) {
    std::istringstream cells{line};
    std::string path, from, to, row;
    std::getline(cells, path, ',');
    std::getline(cells, from, ',');
    std::getline(cells, to, ',');
    std::getline(cells, row, ',');
    Paths& paths = moves[row];
    if (paths.empty() || paths.back() != path) paths.push_back(path);
  }
  return moves;
}

}  // namespace

TEST_CASE("an author is what stands before a source's first comma, colon or parenthesis", "[correlate]") {
  CHECK(author_of("sebbbi/perftest, Intel Gen9 (HD 630)") == "sebbbi/perftest");
  CHECK(author_of("Intel (a manual)") == "Intel");
  CHECK(author_of("somebody") == "somebody");
}

TEST_CASE("a row is used by parameters whose sources name it or its family, and by those that it names itself",
          "[correlate]") {
  const ValueSources sources{{"a.b", {"by one", {"f/one"}}},
                             {"a.c", {"by all", {"g"}}},
                             {"constants.k", {"by two", {"f/two"}}},
                             {"d", {"published", {}}}};
  CHECK(parameters_from(row_of("f", "one"), sources) == Paths{"a.b"});
  CHECK(parameters_from(row_of("g", "any"), sources) == Paths{"a.c"});
  CHECK(parameters_from(row_of("f", "three"), sources).empty());
  CHECK(parameters_from(row_of("f", "three", "x", "cycles * constants.k"), sources) == Paths{"constants.k"});
  CHECK(parameters_from(row_of("h", "three", "x", "cycles * constants.k"), sources).empty());
  ReferenceRow sets = row_of("f", "three");
  sets.set.push_back({"a.b", "3", {}});
  CHECK(parameters_from(sets, sources) == Paths{"a.b"});
}

TEST_CASE("a row that moves only with parameters of its own family or author says what they say", "[correlate]") {
  const std::vector<ReferenceRow> rows{row_of("f", "one", "somebody, once"), row_of("g", "two", "another"),
                                       row_of("h", "three", "somebody, again")};
  const ValueSources sources{{"a", {"", {"f/one"}}}, {"b", {"", {"g"}}}, {"p", {"published", {}}}};
  CHECK(moves_only_with_own(row_of("f", "x", "third"), {"a"}, sources, rows));
  CHECK(moves_only_with_own(rows[2], {"a"}, sources, rows));  // another family, the same author
  CHECK_FALSE(moves_only_with_own(rows[2], {"a", "b"}, sources, rows));
  CHECK_FALSE(moves_only_with_own(rows[2], {"a", "p"}, sources, rows));
  CHECK_FALSE(moves_only_with_own(rows[2], {"a", "nowhere"}, sources, rows));
  CHECK_FALSE(moves_only_with_own(rows[2], {}, sources, rows));
}

TEST_CASE(
    "the shipped rows are marked as used exactly where their machine's sources or the shipped sensitivities say so",
    "[correlate]") {
  const std::vector<ReferenceRow> rows = read_references(kSilicon);
  const std::map<std::string, Paths> moves = shipped_moves();
  REQUIRE_FALSE(moves.empty());
  for (const ReferenceRow& row : rows) {
    INFO(row.full_name());
    const ValueSources sources = configuration_of(row, false, {}).sources;
    if (!parameters_from(row, sources).empty()) continue;  // used, whatever it moves with
    const auto moving = moves.find(row.full_name());
    REQUIRE(moving != moves.end());  // what moves with nothing measures nothing
    CHECK(row.used == (row.fitted || moves_only_with_own(row, moving->second, sources, rows)));
  }
}

TEST_CASE("parameters of the shipped machines name rows that there are", "[correlate]") {
  const std::vector<ReferenceRow> rows = read_references(kSilicon);
  std::size_t named = 0;
  for (const auto& entry : std::filesystem::directory_iterator{kSilicon / "../../machines"}) {
    const Configuration machine = load_configuration({.file = entry.path()}, FileKind::kMachine);
    for (const auto& [path, source] : machine.sources) {
      const bool fitted = source.text.find("fitted to") != std::string::npos;
      INFO(entry.path() << ' ' << path << ": " << source.text);
      CHECK((!fitted || !source.rows.empty()));
      for (const std::string& name : source.rows) {
        ++named;
        const auto is_it = [&](const ReferenceRow& row) { return name == row.reference || name == row.full_name(); };
        CHECK(std::any_of(rows.begin(), rows.end(), is_it));
      }
    }
  }
  CHECK(named > 100);
}

TEST_CASE("the sensitivities show the rows that a latency moves, and nothing where none does", "[correlate]") {
  const ScratchFolder folder;
  folder.write("chain.yaml", R"(study: chain
machine:
  machine: own
  slice: {subslices: 1, subslice: {eus: 1, data_port: {read_latency: 41}}}
  memory: {latency: 200ns}
workload: {kind: microbenchmark, benchmark: sampler_chain, sampler_chain: {footprint: 16MiB, loads: 20}}
)");
  folder.write("chain.reference.yaml", R"(reference: chain
study: chain.yaml
source: planted
value: cycles / slice.subslice[*].sampler.front_end.messages
between: {workload.sampler_chain.loads: [20, 60]}
rows:
  - {row: far, chip: 1}
  - {row: fixed, chip: 1, set: {memory.latency: 300ns}}
  - {row: later, chip: 1, needs: another unit}
)");
  const timing::BlockRegistry blocks = timing::model_blocks();
  const auto rows = read_references(folder.path());
  const CorrelateOptions options{.blocks = &blocks, .jobs = 2};
  const std::vector<RowMove> moves = row_moves(rows, options, {.paths = "memory.latency"});
  REQUIRE(moves.size() == 2);
  CHECK(moves[0].row == "chain/far");
  CHECK(moves[0].to == "240ns");
  CHECK(moves[0].ratio > 1.05);
  CHECK(moves[1].to == "160ns");
  CHECK(moves[1].ratio < 0.95);
  CHECK(moves_text(moves).find("memory.latency\n  200ns -> 240ns") != std::string::npos);
  CHECK(moves_csv(moves).find("memory.latency,200ns,240ns,chain/far,1.") != std::string::npos);
  CHECK(row_moves(rows, options, {.paths = "slice.subslice.data_port.read_latency"}).empty());
  CHECK_THROWS_WITH(row_moves(rows, options, {.paths = "nowhere"}), Catch::Contains("no parameter's path"));
}

TEST_CASE("a sample of the shipped sensitivities is what the model does", "[correlate]") {
  const timing::BlockRegistry blocks = timing::model_blocks();
  const std::map<std::string, Paths> shipped = shipped_moves();
  for (const auto& [family, name, path] :
       {std::array<std::string, 3>{"sampler_chain", "l1", "sampler.filter.latency"},
        std::array<std::string, 3>{"instruction_rate", "reciprocal_simd8", "eu.math.occupancy"},
        std::array<std::string, 3>{"instruction_rate", "add_simd8", "eu.math.occupancy"}}) {
    INFO(family << '/' << name << ' ' << path);
    std::vector<ReferenceRow> rows = read_references(kSilicon / (family + ".reference.yaml"));
    std::erase_if(rows, [&name = name](const ReferenceRow& row) { return row.name != name; });
    REQUIRE(rows.size() == 1);
    const bool moved = !row_moves(rows, {.blocks = &blocks, .jobs = 2}, {.paths = path}).empty();
    const auto found = shipped.find(family + '/' + name);
    REQUIRE(found != shipped.end());
    const bool listed = std::any_of(found->second.begin(), found->second.end(),
                                    [&path = path](const std::string& p) { return p.find(path) != std::string::npos; });
    CHECK(moved == listed);
  }
}
