// Plain numbers beside units, and units that do not fit each other.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "parameters/expression/estimate_unit.h"
#include "parameters/expression/expression.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

NamedUnit unit_of_name(const std::string& name) {
  static const std::map<std::string, NamedUnit> units{{"latency", {"picoseconds", "120ns"}},
                                                      {"row_miss", {"picoseconds", "30ns"}},
                                                      {"size", {"bytes", "16KiB"}},
                                                      {"line", {"bytes", "64B"}},
                                                      {"sector", {"bytes", "0B"}},
                                                      {"bandwidth", {"bytes per second", "34.1GB/s"}},
                                                      {"clock", {"hertz", "1.05GHz"}},
                                                      {"hit_latency", {"cycles", ""}},
                                                      {"area", {kAreaUnit, ""}}};
  const auto found = units.find(name);
  return found == units.end() ? NamedUnit{} : found->second;
}

std::string unit(const std::string& text) {
  return std::string{Expression::parse(text).check_units(unit_of_name).unit};
}

std::string refusal(const std::string& text) {
  try {
    unit(text);
  } catch (const Error& error) {
    const Diagnostic& problem = error.diagnostics().front();
    return problem.problem + "; " + problem.hint;
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a plain number beside a parameter with a unit is refused with the value that was meant", "[expression]") {
  CHECK(refusal("latency < 80") == "'latency < 80' has 80 without a unit beside picoseconds; did you mean 80ns?");
  CHECK(refusal("latency < 80000") ==
        "'latency < 80000' has 80000 without a unit beside picoseconds; did you mean 80ns?");
  CHECK_THAT(refusal("8192 <= size"), Catch::EndsWith("did you mean 8KiB?"));
  CHECK_THAT(refusal("size == 32"), Catch::EndsWith("did you mean 32KiB?"));
  CHECK_THAT(refusal("line != 128"), Catch::EndsWith("did you mean 128B?"));
  CHECK_THAT(refusal("sector > 32"), Catch::EndsWith("did you mean 32B?"));
  CHECK_THAT(refusal("bandwidth >= 40.5"), Catch::EndsWith("did you mean 40.5GB/s?"));
  CHECK_THAT(refusal("clock > 1.2"), Catch::EndsWith("did you mean 1.2GHz?"));
  CHECK_THAT(refusal("not (size > 4KiB and latency < 20 + 60)"), Catch::EndsWith("did you mean 80ns?"));
  CHECK_THAT(refusal("2 * latency < 80"), Catch::EndsWith("did you mean 80ns?"));
  CHECK_THAT(refusal("latency + 20 < 80ns"), Catch::EndsWith("did you mean 20ns?"));
  CHECK_THAT(refusal("-latency < -80"), Catch::EndsWith("did you mean -80ns?"));
  CHECK_THAT(refusal("8KiB + 64 < size"), Catch::EndsWith("has 64 without a unit beside bytes; did you mean 64KiB?"));
}

TEST_CASE("values of different units are neither compared nor joined", "[expression]") {
  CHECK(refusal("size < 80ns") == "'size < 80ns' compares or joins bytes with picoseconds; ");
  CHECK_THAT(refusal("latency + size > 0"), Catch::Contains("picoseconds with bytes"));
  CHECK_THAT(refusal("hit_latency < 80ns"), Catch::Contains("cycles with picoseconds"));
  CHECK_THAT(refusal("area < 8KiB"), Catch::Contains("mm2 with bytes"));
  CHECK_THAT(refusal("area < 2nJ"), Catch::Contains("mm2 with nJ"));
}

TEST_CASE("a division by zero has no unit to suggest: it is told where it is evaluated", "[expression]") {
  CHECK(refusal("1 / 0 < size") == "accepted");
}

TEST_CASE("numbers stand alone where no unit is missing", "[expression]") {
  for (const char* text :
       {"latency > 0", "(sector > 0) * size > 2KiB", "size / line >= 64", "size / 2 < 8KiB", "hit_latency < 12",
        "hit_latency < 12cycles", "area < 5.7", "area < 5.7mm2", "cycles < 4000", "latency * clock < 80", "ways == 4",
        "size == line * ways * 64", "word == 'lru'", "latency + row_miss < 200ns", "true", "not 0"}) {
    INFO(text);
    CHECK(refusal(text) == "accepted");
  }
}

TEST_CASE("the unit of a value follows from those of its parts", "[expression]") {
  CHECK(unit("latency") == "picoseconds");
  CHECK(unit("2 * latency / 3 - row_miss") == "picoseconds");
  CHECK(unit("-size") == "bytes");
  CHECK(unit("1KiB") == "bytes");
  CHECK(unit("size / line").empty());
  CHECK(unit("size * latency").empty());
  CHECK(unit("latency < 80ns").empty());
  CHECK(unit("cycles + size").empty());
  CHECK(unit("area + 1") == "mm2");
}
