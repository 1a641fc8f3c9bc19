#include "study/draws/draw_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace texpipe::study {

namespace {

constexpr std::array<const char*, functional::kFrameCaches> kCaches{"vertex",  "hiz",   "depth",
                                                                    "stencil", "color", "mcs"};

/// A column of what a counter counted in the phases of a draw.
struct GrownColumn {
  std::string_view name;
  std::string_view counter;
};

constexpr std::array<GrownColumn, 12> kGrown{{
    {"instructions", "slice.subslice.eu.instructions"},
    {"sampler_messages", "slice.subslice.sampler.front_end.messages"},
    {"sampler_2x2s", "slice.subslice.sampler.front_end.subspans"},
    {"texels", "slice.subslice.sampler.front_end.texels"},
    {"l1_lookups", "slice.subslice.sampler.l1.lookups"},
    {"l1_misses", "slice.subslice.sampler.l1.misses"},
    {"data_port_messages", "slice.subslice.data_port.messages"},
    {"l3_reads", "slice.l3.reads"},
    {"l3_misses", "slice.l3.misses"},
    {"llc_reads", "llc.reads"},
    {"llc_misses", "llc.misses"},
    {"memory_bytes", "memory.bytes"},
}};

/// A column of bytes that a cache exchanged with the next level.
struct BytesColumn {
  std::string_view name;
  std::string_view cache;
};

constexpr std::array<BytesColumn, 7> kBytes{{
    {"vertex_bytes", "slice.frame.vertex_cache"},
    {"hiz_bytes", "slice.frame.hiz_cache"},
    {"depth_bytes", "slice.frame.depth_cache"},
    {"stencil_bytes", "slice.frame.stencil_cache"},
    {"color_bytes", "slice.frame.color_cache"},
    {"mcs_bytes", "slice.frame.mcs_cache"},
    {"l3_bytes", "slice.l3"},
}};

/// Bytes that a cache exchanged: of sectors where its lines have them.
std::uint64_t bytes_of(const Growth& growth, std::string_view cache, std::uint64_t line) {
  const auto counted = [&](std::string_view counter) { return growth.counted(fmt::format("{}.{}", cache, counter)); };
  const std::uint64_t sectors = counted("fill_bytes") + counted("write_back_bytes");
  return sectors != 0 ? sectors : line * (counted("fills") + counted("write_backs"));
}

constexpr std::string_view kColumns =
    "first_cycle,last_cycle,cycles,limited_by,vertices,primitives,tiles,subspans,covered_pixels,passed_pixels,threads,"
    "written_pixels";

std::string head(std::string_view first) {
  std::string text = fmt::format("{},{}", first, kColumns);
  for (const char* cache : kCaches) text += fmt::format(",{}_lines", cache);
  for (const char* unit : kFrameUnitNames) text += fmt::format(",{}_busy", unit);
  text += ",threads_limited_by,maker,topology,target,overdraw,stalls,stall_cycles";
  for (const GrownColumn& column : kGrown) text += fmt::format(",{}", column.name);
  for (const BytesColumn& column : kBytes) text += fmt::format(",{}", column.name);
  return text + '\n';
}

const char* maker_of(const CourseRow& row) {
  if (!row.is_draw) return "none";
  return row.facts.by_driver ? "driver" : "application";
}

void add_row(const FrameCourse& course, const std::string& first, const CourseRow& row, std::string& text) {
  const machine::DrawAccount& account = row.account;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{},{},{},{}", first, account.first.value(), account.last.value(),
                 row.cycles(), row.limit(), account.vertices, account.primitives, account.tiles, account.subspans,
                 account.pixels, account.passed_pixels, account.threads, account.written_pixels);
  for (const std::uint64_t lines : account.lines) fmt::format_to(out, ",{}", lines);
  for (const machine::Subcycles busy : account.busy) fmt::format_to(out, ",{}", machine::cycles_touched(busy).value());
  fmt::format_to(out, ",{},{},{},{},{:.4f},{},{}", row.threads_limit, maker_of(row), row.facts.topology,
                 row.facts.target, row.overdraw(), row.stalls, row.stall_cycles);
  for (const GrownColumn& column : kGrown) fmt::format_to(out, ",{}", row.growth.counted(column.counter));
  for (const BytesColumn& column : kBytes) {
    const std::uint64_t line = column.cache == "slice.l3" ? course.l3_line : functional::kFrameLine;
    fmt::format_to(out, ",{}", bytes_of(row.growth, column.cache, line));
  }
  text += '\n';
}

}  // namespace

std::string draw_table(const FrameCourse& course) {
  std::string text = head("draw");
  for (const CourseRow& draw : course.draws) add_row(course, std::to_string(draw.first_draw), draw, text);
  return text;
}

std::string pass_table(const FrameCourse& course) {
  std::string text = head("pass,first_draw,last_draw,draws");
  for (std::size_t i = 0; i < course.passes.size(); ++i) {
    const CourseRow& pass = course.passes[i];
    add_row(course, fmt::format("{},{},{},{}", i, pass.first_draw, pass.last_draw, pass.draws), pass, text);
  }
  return text;
}

std::string draws_line(const FrameCourse& course) {
  constexpr std::size_t kMost = 3;
  std::vector<const CourseRow*> longest;
  for (const CourseRow& draw : course.draws)
    if (draw.is_draw) longest.push_back(&draw);
  const std::size_t draws = longest.size();
  std::stable_sort(longest.begin(), longest.end(),
                   [](const CourseRow* a, const CourseRow* b) { return a->cycles() > b->cycles(); });
  longest.resize(std::min(longest.size(), kMost));
  std::string text = fmt::format("{} in {} pass{}", draws, course.passes.size(), course.passes.size() == 1 ? "" : "es");
  const double end = static_cast<double>(std::max<std::uint64_t>(course.end.value(), 1));
  std::string_view gap = "; longest ";
  for (const CourseRow* draw : longest) {
    text += fmt::format("{}{} ({:.0f} %, {})", gap, draw->first_draw, 100 * static_cast<double>(draw->cycles()) / end,
                        draw->limit_words());
    gap = ", ";
  }
  return text;
}

}  // namespace texpipe::study
