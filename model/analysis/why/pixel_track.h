// Record of a pixel through a frame's draws: primitives that cover it, tests, threads, and colours before and after.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/verify/row_probe.h"
#include "functional/frame/observer/frame_observer.h"
#include "functional/frame/observer/pixel_watch.h"
#include "functional/memory/gpu_memory.h"
#include "study/draws/draw_facts.h"
#include "study/pixel_maps/frame_trail.h"
#include "study/pixel_maps/pixel_paints.h"

namespace texpipe::study {

/// A write of a sample of the pixel.
struct TrackedWrite {
  functional::WatchedElement element;
  std::array<std::uint32_t, 4> sent{};  // bits of R, G, B, A
  Rgba before{};
  Rgba after{};
  std::optional<Rgba> shader{};  // what was sent, of targets that are no integers
};

/// A primitive of a draw at the pixel.
struct TrackedCoverage {
  std::uint64_t draw = 0;
  functional::WatchedCoverage coverage;
  std::vector<functional::WatchedTest> tests, late_tests;
  std::optional<std::uint64_t> thread;  // counted over the workload, that shades it
  std::vector<TrackedWrite> writes;

  /// Every sample that was covered failed a test before the shader.
  bool rejected() const;
};

/// The observer of a frame that is drawn for a question about a pixel.
class PixelTrack final : public functional::FrameObserver, private functional::PixelWatch {
 public:
  PixelTrack(std::uint32_t x, std::uint32_t y) : PixelWatch{x, y} {}
  PixelTrack(const PixelTrack&) = delete;
  PixelTrack& operator=(const PixelTrack&) = delete;

  /// Both outlive the run. @param trail  of the followed threads
  void look_at(const functional::GpuMemory& memory, std::shared_ptr<const FrameTrail> trail) {
    memory_ = &memory;
    trail_ = std::move(trail);
  }

  /// After the run: what covered the pixel in draws of the picture's parts that have the targets, or the depth buffer
  /// alone, of draws that paint it.
  /// @param facts  of the recording's draws @param draw  of the question; none: all
  std::vector<TrackedCoverage> found(const FoundPaints& paints, const std::vector<DrawFacts>& facts,
                                     std::optional<std::uint64_t> draw) const;

  bool listens() const override { return false; }
  functional::PixelWatch* watch() override { return this; }
  void batch() override {}
  void wrote(const functional::ObservedPixel&, const functional::ObservedElement&, const functional::ObservedStore&,
             std::uint8_t) override {}
  void left_out(const functional::ObservedPixel&, const functional::ObservedElement&, std::uint8_t) override {}
  void beside(const functional::ObservedElement&, std::uint8_t) override {}
  void wrote_test(const functional::ObservedElement&, std::uint8_t) override {}
  std::uint8_t doubts_of(const functional::ObservedElement&) const override { return 0; }
  void picture(std::uint32_t, ByteAddress, std::uint32_t, std::uint32_t, std::uint32_t) override {}

 private:
  struct Record {
    TrackedCoverage told;
    std::size_t phase = 0;  // of the trail, that its thread belongs to
    std::optional<std::uint32_t> thread;
  };

  void begin_draw(std::uint64_t number) override { draw_ = number; }
  void begin_batch() override { slots_.clear(); }
  void covered(const functional::WatchedCoverage& coverage) override;
  void tested(const functional::WatchedTest& test) override { records_.back().told.tests.push_back(test); }
  void placed(std::uint32_t slot) override { slots_[slot] = records_.size() - 1; }
  void threaded(std::uint32_t slot, std::uint32_t thread) override;
  void tested_late(std::uint32_t slot, const functional::WatchedTest& test) override;
  void writes(std::uint32_t slot, const functional::WatchedElement& element,
              const std::array<std::uint32_t, 4>& color) override;
  void wrote(std::uint32_t slot, const functional::WatchedElement& element) override;

  Record* of_slot(std::uint32_t slot);
  Rgba color_at(const functional::WatchedElement& element) const;

  const functional::GpuMemory* memory_ = nullptr;
  std::shared_ptr<const FrameTrail> trail_;
  std::uint64_t draw_ = 0;
  std::vector<Record> records_;
  std::map<std::uint32_t, std::size_t> slots_;  // of records_
};

}  // namespace texpipe::study
