#include "study/trace/draw_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace texpipe::study {

namespace {

class DrawTimeline {
 public:
  DrawTimeline(Cycles from, Cycles to, PerfettoWriter& writer) : from_{from}, to_{to}, writer_{writer} {}

  void add(const FrameCourse& course) {
    for (const CourseRow& pass : course.passes) add_pass(pass);
    for (const CourseRow& draw : course.draws) add_draw(draw);
    for (unsigned unit = 0; unit < machine::kFrameUnits; ++unit)
      for (const CourseRow& draw : course.draws) add_stay(draw, unit);
    for (const DrawPhase& phase : course.phases) {
      const std::string name = phase.draw ? fmt::format("draw {}: {}", *phase.draw, phase.stage) : phase.stage;
      if (shown(phase.from, phase.to))
        writer_.write(slot("frame.threads", phase.from, phase.to),
                      {.name = name, .from = phase.from, .to = phase.to, .notes = {}});
    }
    for (const machine::StallAccount& stall : course.stalls) add_stall(stall);
  }

 private:
  struct Slots {
    std::vector<PerfettoWriter::Track> tracks;
    std::vector<Cycles> free_at;
  };

  bool shown(Cycles from, Cycles to) const { return from < to && from < to_ && to >= from_; }

  /// First track of a path on which nothing overlaps: its own, then slots below it.
  PerfettoWriter::Track slot(const std::string& path, Cycles from, Cycles to) {
    Slots& slots = slots_[path];
    std::size_t i = 0;
    while (i < slots.tracks.size() && slots.free_at[i] > from) ++i;
    if (i == slots.tracks.size()) {
      const PerfettoWriter::Track group = writer_.group(path);
      slots.tracks.push_back(i == 0 ? group : writer_.track("slot " + std::to_string(i), group));
      slots.free_at.emplace_back();
    }
    slots.free_at[i] = to;
    return slots.tracks[i];
  }

  void add_pass(const CourseRow& pass) {
    const machine::DrawAccount& account = pass.account;
    if (!shown(account.first, account.last)) return;
    const std::string name = fmt::format("draws {} to {}, {}, limited by {}", pass.first_draw, pass.last_draw,
                                         pass.facts.target, pass.limit_words());
    writer_.write(slot("frame.passes", account.first, account.last),
                  {.name = name,
                   .from = account.first,
                   .to = account.last,
                   .notes = {{"draws", pass.draws},
                             {"primitives", account.primitives},
                             {"covered_pixels", account.pixels},
                             {"passed_pixels", account.passed_pixels},
                             {"written_pixels", account.written_pixels},
                             {"stall_cycles", pass.stall_cycles}}});
  }

  void add_draw(const CourseRow& draw) {
    const machine::DrawAccount& account = draw.account;
    if (!shown(account.first, account.last)) return;
    const std::string name =
        fmt::format("draw {}{} {}, {}, limited by {}", draw.first_draw, draw.facts.by_driver ? " of the driver" : "",
                    draw.facts.topology, draw.facts.target, draw.limit_words());
    writer_.write(slot("frame.draws", account.first, account.last),
                  {.name = name,
                   .from = account.first,
                   .to = account.last,
                   .notes = {{"draw", draw.first_draw},
                             {"vertices", account.vertices},
                             {"primitives", account.primitives},
                             {"covered_pixels", account.pixels},
                             {"passed_pixels", account.passed_pixels},
                             {"threads", account.threads},
                             {"written_pixels", account.written_pixels}}});
  }

  void add_stay(const CourseRow& draw, unsigned unit) {
    const machine::UnitStay& stay = draw.account.stays[unit];
    if (!stay.any() || !shown(stay.from, stay.to)) return;
    writer_.write(
        slot(std::string{"frame."} + kFrameUnitNames[unit], stay.from, stay.to),
        {.name = "draw " + std::to_string(draw.first_draw),
         .from = stay.from,
         .to = stay.to,
         .notes = {{"draw", draw.first_draw}, {"busy", machine::cycles_touched(draw.account.busy[unit]).value()}}});
  }

  void add_stall(const machine::StallAccount& stall) {
    if (!shown(stall.since, stall.end)) return;
    const PerfettoWriter::Track track = slot("frame.stalls", stall.since, stall.end);
    const std::string name = fmt::format("stall before draw {}", stall.draw);
    writer_.begin(track, {.name = name,
                          .from = stall.since,
                          .to = stall.end,
                          .notes = {{"draw", stall.draw}, {"written_back", stall.bytes}}});
    if (stall.begin > stall.since)
      writer_.write(track, {.name = "drains", .from = stall.since, .to = stall.begin, .notes = {}});
    if (stall.end > stall.begin)
      writer_.write(track, {.name = "writes back", .from = stall.begin, .to = stall.end, .notes = {}});
    writer_.end(track, stall.end);
  }

  Cycles from_, to_;
  PerfettoWriter& writer_;
  std::map<std::string, Slots> slots_;
};

}  // namespace

void write_draw_timeline(const FrameCourse& course, Cycles from, Cycles to, PerfettoWriter& writer) {
  DrawTimeline{from, to, writer}.add(course);
}

}  // namespace texpipe::study
