#include "analysis/why/coverage_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "analysis/verify/row_trace_text.h"

namespace texpipe::study {

namespace {

using functional::WatchedTest;
using Json = nlohmann::ordered_json;

/// Primitives that a text has; programs get all.
constexpr std::size_t kMostTold = 60;

class CoverageText {
 public:
  explicit CoverageText(const QueryAnswer& answer) : answer_{answer} {}

  std::string text() {
    const std::size_t told = std::min(answer_.covered.size(), kMostTold);
    for (std::size_t i = 0; i < told; ++i) add(answer_.covered[i]);
    if (told < answer_.covered.size())
      add("\n{} more primitives cover the pixel; --json has all\n", answer_.covered.size() - told);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  void add(const TrackedCoverage& one) {
    add("\ndraw {}, primitive {}, {} face\n", one.draw, one.coverage.primitive,
        one.coverage.back_face ? "back" : "front");
    for (const WatchedTest& test : one.tests) add_test(test, "before the shader");
    if (one.rejected()) {
      add("  rejected    before the shader\n");
      return;
    }
    if (!one.thread) {
      add("  not shaded  the draw writes no colour here\n");
      return;
    }
    add_thread(one);
    for (const WatchedTest& test : one.late_tests) add_test(test, "behind the shader");
    if (one.writes.empty()) add("  written     nothing: the shader, alpha or a test behind it left the pixel out\n");
    for (const TrackedWrite& write : one.writes) add_write(write);
  }

  void add_test(const WatchedTest& test, std::string_view when) {
    if (!test.tests_depth && !test.tests_stencil) return;
    add("  {:<11}", test.tests_stencil ? test.tests_depth ? "depth, stencil" : "stencil" : "depth");
    if (test.tests_depth) {
      add(" {:.9g}", test.depth);
      if (test.stored_depth) add(" against {:.9g}", *test.stored_depth);
    }
    add(" of sample {}, {}: {}\n", test.sample, when, test.passed ? "passed" : "failed");
  }

  void add_thread(const TrackedCoverage& one) {
    add("  shaded      by thread {}", *one.thread);
    const auto times = answer_.threads.find(*one.thread);
    if (times != answer_.threads.end())
      add(" on {}, cycles {} to {}: {} cycles", times->second.place, times->second.started.value(),
          times->second.ended.value(), (times->second.ended - times->second.started).value());
    text_ += '\n';
    if (!answer_.paints) return;
    for (const SampledPaint& paint : answer_.paints->paints) {
      if (paint.paint.thread != *one.thread || paint.paint.draw != one.draw) continue;
      for (const SampledChannel& sampled : paint.sampled) add_message(sampled.message);
      return;  // a thread that writes several targets has its messages once
    }
  }

  /// A line of what the message below is told in full.
  void add_message(std::uint64_t number) {
    add("  message     {}", MessageName::of(number).text());
    const auto known = std::find_if(answer_.answered.begin(), answer_.answered.end(),
                                    [&](const AnsweredMessage& m) { return m.history.name.number() == number; });
    if (known == answer_.answered.end()) {
      text_ += '\n';
      return;
    }
    add(": {}", known->operation);
    if (const auto& times = known->history.times) {
      add(", {} cycles", (times->answered_at - times->sent_at).value());
      const auto longest = std::max_element(times->shares.begin(), times->shares.end(),
                                            [](const TimeShare& a, const TimeShare& b) { return a.cycles < b.cycles; });
      if (longest != times->shares.end())
        add(", most of them in {} ({}): {}", longest->where, longest->what, longest->cycles.value());
    }
    std::uint64_t lines = 0, missed = 0;
    for (const FootprintHistory& footprint : known->history.footprints) {
      for (const LineHistory& line : footprint.lines) {
        ++lines;
        if (line.result == machine::LineLookup::kMiss) ++missed;
      }
    }
    if (lines != 0) add("; {} of {} lines of the message missed", missed, lines);
    text_ += '\n';
  }

  void add_write(const TrackedWrite& write) {
    add("  colour      {} before", color_text(write.before));
    if (write.shader) add(", {} of the shader", color_text(*write.shader));
    add(", {} {}\n", color_text(write.after), write.element.blends ? "after, with what was there" : "after");
  }

  const QueryAnswer& answer_;
  std::string text_;
};

Json tests_json(const std::vector<WatchedTest>& tests) {
  Json list = Json::array();
  for (const WatchedTest& test : tests) {
    Json json{{"sample", test.sample}, {"depth_test", test.tests_depth}, {"stencil_test", test.tests_stencil}};
    if (test.tests_depth) json["depth"] = test.depth;
    if (test.tests_depth && test.stored_depth) json["stored_depth"] = *test.stored_depth;
    json["passed"] = test.passed;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

std::string coverage_text(const QueryAnswer& answer) {
  return CoverageText{answer}.text();
}

Json coverage_json(const QueryAnswer& answer) {
  Json list = Json::array();
  for (const TrackedCoverage& one : answer.covered) {
    Json json{{"draw", one.draw},
              {"primitive", one.coverage.primitive},
              {"back_face", one.coverage.back_face},
              {"samples", one.coverage.samples},
              {"tests", tests_json(one.tests)},
              {"rejected", one.rejected()}};
    if (one.thread) {
      json["thread"] = *one.thread;
      if (const auto times = answer.threads.find(*one.thread); times != answer.threads.end())
        json["thread_times"] = {{"place", times->second.place},
                                {"started", times->second.started.value()},
                                {"ended", times->second.ended.value()}};
      json["late_tests"] = tests_json(one.late_tests);
      json["writes"] = Json::array();
      for (const TrackedWrite& write : one.writes) {
        Json colors{{"blends", write.element.blends}, {"before", write.before}};
        if (write.shader) colors["shader"] = *write.shader;
        colors["after"] = write.after;
        json["writes"].push_back(std::move(colors));
      }
    }
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace texpipe::study
