#include "study/draws/frame_course.h"

#include <algorithm>

#include "study/summary/run_limit.h"

namespace texpipe::study {

const std::array<const char*, machine::kFrameUnits> kFrameUnitNames{
    "command_streamer", "vertex_fetch", "geometry", "rasterizer", "hiz", "depth", "opening", "pixel_backend"};

namespace {

void add(const machine::DrawAccount& draw, machine::DrawAccount& sum) {
  sum.first = std::min(sum.first, draw.first);
  sum.last = std::max(sum.last, draw.last);
  for (unsigned unit = 0; unit < machine::kFrameUnits; ++unit) {
    sum.busy[unit] = sum.busy[unit] + draw.busy[unit];
    sum.held[unit] = sum.held[unit] + draw.held[unit];
  }
  for (unsigned cache = 0; cache < functional::kFrameCaches; ++cache) sum.lines[cache] += draw.lines[cache];
  sum.vertices += draw.vertices;
  sum.primitives += draw.primitives;
  sum.tiles += draw.tiles;
  sum.subspans += draw.subspans;
  sum.pixels += draw.pixels;
  sum.passed_pixels += draw.passed_pixels;
  sum.threads += draw.threads;
  sum.written_pixels += draw.written_pixels;
}

void append(const CourseRow& draw, std::vector<CourseRow>& passes) {
  if (passes.empty() || passes.back().facts.pass != draw.facts.pass) {
    passes.push_back(draw);
    return;
  }
  CourseRow& pass = passes.back();
  pass.facts.by_driver &= draw.facts.by_driver;
  if (pass.facts.topology != draw.facts.topology) pass.facts.topology = "several";
  pass.last_draw = draw.last_draw;
  ++pass.draws;
  add(draw.account, pass.account);
  pass.growth.add(draw.growth);
  pass.stalls += draw.stalls;
  pass.stall_cycles += draw.stall_cycles;
  pass.phase_cycles += draw.phase_cycles;
}

}  // namespace

double CourseRow::overdraw() const {
  if (facts.target_pixels == 0) return 0;
  return static_cast<double>(account.written_pixels) / static_cast<double>(facts.target_pixels);
}

std::optional<unsigned> CourseRow::busy_unit() const {
  unsigned most = 0;
  for (unsigned unit = 1; unit < machine::kFrameUnits; ++unit)
    if (account.busy[unit] > account.busy[most]) most = unit;
  if (2 * machine::cycles_touched(account.busy[most]).value() < cycles()) return {};
  return most;
}

std::optional<unsigned> CourseRow::waiting_unit() const {
  std::optional<unsigned> most;
  for (unsigned unit = 0; unit < machine::kFrameUnits; ++unit) {
    const std::uint64_t held = account.held[unit].value();
    if (2 * held < cycles() || held == 0 || !waits_more_than_works(unit)) continue;
    if (!most || held > account.held[*most].value()) most = unit;
  }
  return most;
}

/// Cycles in which a draw holds a unit are those of its work, too, but for the pixel backend, where they are waits
/// alone.
bool CourseRow::waits_more_than_works(unsigned unit) const {
  const std::uint64_t busy = machine::cycles_touched(account.busy[unit]).value(), held = account.held[unit].value();
  return unit == machine::number_of(machine::FrameUnit::kPixelBackend) ? held > busy : held >= 2 * busy;
}

std::string CourseRow::words_of(unsigned unit) const {
  return std::string{kFrameUnitNames[unit]} + (waits_more_than_works(unit) ? "_lines" : "");
}

std::string CourseRow::limit() const {
  const bool stalled = stall_cycles != 0 && 2 * stall_cycles >= cycles();
  const std::optional<unsigned> busy = busy_unit();
  if (busy && !(stalled && *busy == machine::number_of(machine::FrameUnit::kCommandStreamer)))
    return kFrameUnitNames[*busy];
  if (const auto unit = waiting_unit()) return words_of(*unit);
  if (stalled) return "stalls";
  if (phase_cycles != 0 && 2 * phase_cycles >= cycles()) return "threads";
  unsigned most = 0;
  const auto occupied = [&](unsigned unit) {
    return std::max(account.held[unit].value(), machine::cycles_touched(account.busy[unit]).value());
  };
  for (unsigned unit = 1; unit < machine::kFrameUnits; ++unit)
    if (occupied(unit) > occupied(most)) most = unit;
  return words_of(most);
}

std::string CourseRow::limit_words() const {
  const std::string of_unit = limit();
  return of_unit != "threads" || threads_limit.empty() ? of_unit : of_unit + ": " + threads_limit;
}

FrameCourse course_of(const std::map<std::uint32_t, machine::DrawAccount>& draws,
                      const std::vector<machine::StallAccount>& stalls, const DrawPhases& phases,
                      const std::vector<DrawFacts>& facts, Cycles end) {
  FrameCourse course{.draws = {}, .passes = {}, .stalls = stalls, .phases = phases.phases(), .end = end};
  for (const auto& [number, account] : draws) {
    CourseRow row{.first_draw = number, .last_draw = number, .draws = 1, .facts = {}, .account = account, .growth = {}};
    if (number < facts.size()) row.facts = facts[number];
    const bool behind = number == draws.rbegin()->first && account.vertices == 0 && account.primitives == 0;
    row.is_draw = facts.empty() || (number < facts.size() && !behind);
    if (!row.is_draw) row.facts.topology = row.facts.target = "none";
    if (const Growth* growth = phases.of(number)) row.growth = *growth;
    for (const machine::StallAccount& stall : stalls) {
      if (stall.draw != number) continue;
      ++row.stalls;
      row.stall_cycles += (stall.end - stall.since).value();
    }
    row.phase_cycles = phases.cycles_of(number);
    if (row.is_draw) append(row, course.passes);
    course.draws.push_back(std::move(row));
  }
  for (std::vector<CourseRow>* rows : {&course.draws, &course.passes}) {
    for (CourseRow& row : *rows)
      if (const auto limit = limit_of(row.growth.accounts())) row.threads_limit = limit->word();
  }
  return course;
}

}  // namespace texpipe::study
