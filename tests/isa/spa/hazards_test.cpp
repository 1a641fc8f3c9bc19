#include "isa/spa/hazards.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::spa;

namespace {

/// `read_after_write 0-1 R4`, one per hazard.
std::vector<std::string> hazards(const std::string& text) {
  std::vector<std::string> found;
  for (const Hazard& h : hazards_of(parse_program(text, "w.spa"))) {
    found.push_back(std::string{name_of(h.kind)} + " " + std::to_string(h.earlier) + "-" + std::to_string(h.later) +
                    " " + h.operand);
  }
  return found;
}

using Found = std::vector<std::string>;

std::string text_of_first(const std::string& text) {
  const auto program = parse_program(text, "w.spa");
  const auto found = hazards_of(program);
  return found.empty() ? "none" : hazard_diagnostic(found[0], program).text();
}

}  // namespace

TEST_CASE("a read without &req of the writer's barrier is a hazard, with it none", "[spa][hazard]") {
  const std::string reader = "PIXLD.COVERED R2, [R1+0]";
  CHECK(hazards("PIXLD.COVMASK R1;" + reader + ";") == Found{"read_after_write 0-1 R1"});
  CHECK(hazards("PIXLD.COVMASK R1 &wr3;" + reader + ";") == Found{"read_after_write 0-1 R1"});
  CHECK(hazards("PIXLD.COVMASK R1 &wr3;" + reader + " &req_55;") == Found{"read_after_write 0-1 R1"});
  CHECK(hazards("PIXLD.COVMASK R1;" + reader + " &req_63;") == Found{"read_after_write 0-1 R1"});
  CHECK(hazards("PIXLD.COVMASK R1 &wr3;" + reader + " &req_8;").empty());
  CHECK(hazards("PIXLD.COVMASK R1 &wr3; PIXLD.MSCOUNT R9 &req_8;" + reader + ";").empty());
  CHECK(hazards("PIXLD.COVMASK R1;" + reader + "; PIXLD.COVERED R3, [R1+1];") ==
        Found{"read_after_write 0-1 R1", "read_after_write 0-2 R1"});
}

TEST_CASE("a hazard of TXQ concerns each register of its result and each of its parameters", "[spa][hazard]") {
  const std::string query = "TXQ R4, R8, TEX_HEADER_DIMENSION, 0, 0xf &wr0;";
  for (const unsigned r : {3u, 4u, 7u, 8u}) {
    const std::string reader = "PIXLD.OFFSET R20, [R" + std::to_string(r) + "+0];";
    CHECK(hazards(query + reader).empty() == (r < 4 || r > 7));
  }
  CHECK(hazards("PIXLD.COVMASK R3; TXQ.B R4, R2, TEX_HEADER_DIMENSION, 0;") == Found{"read_after_write 0-1 R3"});
  CHECK(hazards("PIXLD.COVMASK R3; TXQ R4, R2, TEX_HEADER_DIMENSION, 0;").empty());
  CHECK(hazards("PIXLD.COVMASK R2; TXQ R4, R2, TEX_HEADER_TEXTURE_TYPE, 0;").empty());  // no parameter
  CHECK(hazards("PIXLD.COVMASK R1; PIXLD.MSCOUNT R2, [R1+0];").empty());                // reads no address
}

TEST_CASE("predicates are written by COVERED and MY_INDEX and read by guards", "[spa][hazard]") {
  CHECK(hazards("PIXLD.COVERED R0, P1; @P1 PIXLD.MSCOUNT R2;") == Found{"read_after_write 0-1 P1"});
  CHECK(hazards("PIXLD.COVERED R0, P1 &wr0; @!P1 PIXLD.MSCOUNT R2 &req_1;").empty());
  CHECK(hazards("PIXLD.COVMASK R0, P1; @P1 PIXLD.MSCOUNT R2;").empty());
  CHECK(hazards("PIXLD.COVERED R0, PT; @PT PIXLD.MSCOUNT R2;").empty());
  CHECK(hazards("PIXLD.COVERED R0, P1; PIXLD.MY_INDEX R2, P1;") == Found{"write_after_write 0-1 P1"});
}

TEST_CASE("two results under way to one register are a hazard, RZ is none", "[spa][hazard]") {
  CHECK(hazards("PIXLD.COVMASK R1 &wr0; PIXLD.MSCOUNT R1 &wr0;") == Found{"write_after_write 0-1 R1"});
  CHECK(hazards("PIXLD.COVMASK R1 &wr0; PIXLD.MSCOUNT R1 &req_1;").empty());
  CHECK(hazards("PIXLD.COVMASK RZ; PIXLD.MSCOUNT RZ; PIXLD.COVERED R1, [RZ+0];").empty());
  CHECK(hazards("PIXLD.COVMASK R1; PIXLD.MSCOUNT R1 &wr0; PIXLD.COVERED R2, [R1+0] &req_1;") ==
        Found{"write_after_write 0-1 R1"});  // the reader waits for what it reads
}

TEST_CASE("a source with &rd is free for a write after &req of that barrier or of the reader's result",
          "[spa][hazard]") {
  const std::string reader = "PIXLD.COVERED R2, [R1+0] &rd1 &wr2;";
  CHECK(hazards(reader + "PIXLD.MSCOUNT R1;") == Found{"write_after_read 0-1 R1"});
  CHECK(hazards(reader + "PIXLD.MSCOUNT R1 &req_2;").empty());
  CHECK(hazards(reader + "PIXLD.MSCOUNT R1 &req_4;").empty());
  CHECK(hazards("PIXLD.COVERED R2, [R1+0]; PIXLD.MSCOUNT R1;").empty());  // sources are read at issue
  CHECK(hazards("PIXLD.COVERED R1, [R1+0] &rd1;").empty());
}

TEST_CASE("a hazard names the places of both instructions and what would order them", "[spa][hazard]") {
  CHECK(text_of_first("PIXLD.COVMASK R1;\n  PIXLD.COVERED R2, [R1+0];") ==
        "w.spa:2:3: hazard: reads R1 without waiting for the result of w.spa:1:1; expected &wr at w.spa:1:1 and &req "
        "here");
  CHECK(text_of_first("PIXLD.COVMASK R1 &wr5;\nPIXLD.MSCOUNT R1;") ==
        "w.spa:2:1: hazard: writes R1 without waiting for the result of w.spa:1:1; expected &req_32 or more bits here");
  CHECK(text_of_first("PIXLD.COVERED R2, [R1+0] &rd1; PIXLD.MSCOUNT R1;") ==
        "w.spa:1:32: hazard: writes R1, which w.spa:1:1 may not have read yet; expected &req_2 or more bits here");
}
