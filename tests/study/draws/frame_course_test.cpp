#include "study/draws/frame_course.h"

#include <catch2/catch.hpp>
#include <memory>

#include "functional/execution/thread_source.h"
#include "study/draws/draw_chart.h"
#include "study/draws/draw_table.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;

namespace {

machine::DrawAccount account(std::uint64_t first, std::uint64_t last, machine::FrameUnit unit, std::uint64_t busy) {
  machine::DrawAccount account{.first = Cycles{first}, .last = Cycles{last}};
  account.busy[static_cast<unsigned>(unit)] = machine::subcycles(Cycles{busy});
  account.stays[static_cast<unsigned>(unit)] = {Cycles{first}, Cycles{last}};
  account.vertices = 3;
  account.written_pixels = 100;
  return account;
}

class NoThreads final : public functional::ThreadSource {
 public:
  std::string name() const override { return "none"; }
  unsigned groups() const override { return 0; }
  unsigned threads_per_group() const override { return 1; }
  void start(unsigned, unsigned, functional::ThreadRegisters&, std::unique_ptr<functional::EuProgram>&) const override {
  }
};

/// Draws 0 and 1 to a target of 50 pixels, 2 to depth alone, 3 to the target again; a stall before draw 2.
FrameCourse course() {
  functional::Workload workload;
  workload.threads = std::make_unique<NoThreads>();
  const DrawPhases phases{workload};
  const DrawFacts color{.topology = "TRILIST", .target = "R8 10x5", .pass = "a", .target_pixels = 50};
  const DrawFacts depth{.topology = "TRISTRIP", .target = "depth", .pass = "b"};
  using machine::FrameUnit;
  return course_of({{0, account(0, 100, FrameUnit::kRasterizer, 50)},
                    {1, account(60, 160, FrameUnit::kPixelBackend, 49)},
                    {2, account(200, 300, FrameUnit::kHiz, 90)},
                    {3, account(300, 400, FrameUnit::kDepth, 60)}},
                   {{.draw = 2, .since = Cycles{160}, .begin = Cycles{170}, .end = Cycles{200}, .bytes = 640}}, phases,
                   {color, color, depth, color}, Cycles{400});
}

}  // namespace

TEST_CASE("a draw is limited by the unit that is busy for half of its cycles, else by what it held longest",
          "[draws]") {
  const FrameCourse frame = course();
  REQUIRE(frame.draws.size() == 4);
  CHECK(frame.draws[0].limit() == "rasterizer");
  CHECK(frame.draws[1].limit() == "pixel_backend");
  CHECK(frame.draws[2].limit() == "hiz");
  CHECK(frame.draws[0].threads_limit.empty());
  CHECK((frame.draws[2].stalls == 1 && frame.draws[2].stall_cycles == 40));
}

TEST_CASE("a pass is draws in a row to the same targets, and ends where another target comes between", "[draws]") {
  const FrameCourse frame = course();
  REQUIRE(frame.passes.size() == 3);
  const CourseRow& first = frame.passes[0];
  CHECK((first.first_draw == 0 && first.last_draw == 1 && first.draws == 2));
  CHECK(first.cycles() == 160);
  CHECK(first.overdraw() == 200.0 / 50);
  CHECK(frame.passes[1].overdraw() == 0);
  CHECK((frame.passes[2].first_draw == 3 && frame.passes[2].draws == 1));
}

TEST_CASE("tables of draws and passes have as many cells in each row as in their head", "[draws]") {
  const FrameCourse frame = course();
  for (const std::string& table : {draw_table(frame), pass_table(frame)}) {
    const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
    const std::string head = table.substr(0, table.find('\n'));
    std::size_t rows = 0;
    for (std::size_t at = head.size() + 1; at < table.size(); ++rows) {
      const std::size_t end = table.find('\n', at);
      CHECK(commas(table.substr(at, end - at)) == commas(head));
      at = end + 1;
    }
    CHECK(rows == (head.starts_with("draw,") ? 4 : 3));
  }
  CHECK_THAT(draw_table(frame), Contains("2,200,300,100,hiz,"));
  CHECK_THAT(draws_line(frame), Contains("4 in 3 passes; longest 0 (25 %, rasterizer)"));
}

TEST_CASE("the figure of a frame has a bar for each draw in the colour of its limit, and the limits' names",
          "[draws]") {
  const std::string svg = draw_chart(course(), "a & b");
  CHECK_THAT(svg,
             Contains("a &amp; b") && Contains(">limited by<") && Contains(">hiz<") && Contains(">pixel_backend<"));
  CHECK_THAT(svg, Contains("draw 2: 200 to 300, 100 cycles; limited by hiz; TRISTRIP depth"));
  CHECK_THAT(svg, Contains("stall before draw 2: 10 cycles until the pipeline is empty, 30 cycles to write 640"));
}
