#include "functional/frame/pixel_pipeline.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "functional/frame/observer/draw_change.h"
#include "functional/frame/observer/observed_pixels.h"
#include "functional/frame/pixel/drawn_pixels.h"
#include "functional/frame/pixel/pixel_output.h"
#include "functional/frame/pixel/pixel_threads.h"
#include "functional/frame/pixel/subspan_tests.h"
#include "functional/frame/pixel/subspan_watch.h"
#include "functional/frame/setup/primitive_raster.h"
#include "functional/frame/state/shader_stage.h"
#include "functional/frame/work/tile_order.h"
#include "functional/frame/work/tile_recorder.h"
#include "functional/rasterization/coverage_store.h"
#include "isa/gen9/commands/pixel_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

/// Subspans of a batch: some hundred threads, whose writes wait in the host's second cache; in time a million pixels,
/// because a machine drains between batches.
constexpr std::size_t kSubspansOfBatch = 1024, kTimedSubspansOfBatch = 262144;

/// Coverage as the pixel coverage unit sees it, for shaders that ask for it; a slot is the place in the batch.
std::optional<CoverageStore> coverage_store(const PixelShaderState& shader, std::size_t subspans) {
  if (!shader.pulls_barycentrics) return std::nullopt;
  return std::make_optional<CoverageStore>(static_cast<std::uint32_t>(subspans + kMostSubspansOfThread));
}

}  // namespace

class PixelPipeline::Implementation {
 public:
  Implementation(const PipelineState& state, GpuMemory& memory, ProgramCache& programs, PipelineStatistics& statistics,
                 FrameObserver* observer, FrameWork* work, TileOrder order)
      : statistics_{statistics},
        order_{order},
        most_subspans_{work != nullptr ? kTimedSubspansOfBatch : kSubspansOfBatch},
        clip_{clip_state(state)},
        raster_{raster_setup(state)},
        attributes_{state},
        blend_{blend_state(state, memory)},
        shader_{pixel_shader_state(state, memory, programs)},
        viewports_{read_viewports(state, memory, clip_.most_viewport)},
        tests_{state, memory, static_cast<unsigned>(std::countr_zero(raster_.target_samples))},
        tiles_{memory},
        time_{test_time(state, shader_, tests_.state(), blend_)},
        counts_{state.flag(command::kWm["Statistics Enable"])},
        messages_{message_context(state, ShaderStage::kPixel)},
        store_{coverage_store(shader_, most_subspans_)},
        change_{observer != nullptr ? observer->change() : nullptr},
        watch_{observer != nullptr ? observer->watch() : nullptr},
        observed_{observer != nullptr && observer->listens() ? std::make_unique<ObservedPixels>(*observer, tests_)
                                                             : nullptr},
        primitives_{{.clip = clip_,
                     .raster = raster_,
                     .viewports = viewports_,
                     .bounds = drawn_pixels(tests_, shader_.valid, memory, messages_),
                     .depth_format = tests_.has_depth() ? std::optional{tests_.format()} : std::nullopt,
                     .statistics = statistics,
                     .move = change_ != nullptr ? change_->move : WindowVertex{}}},
        output_{{.memory = memory,
                 .messages = messages_,
                 .shader = shader_,
                 .blend = blend_,
                 .raster = raster_,
                 .viewports = viewports_,
                 .time = time_,
                 .counts = counts_,
                 .statistics = statistics,
                 .observed = observed_.get(),
                 .watch = watch_.watch()},
                tests_},
        batch_{.gt_mode = state.gt_mode()},
        threads_{batch_, shader_, raster_, attributes_.registers(), messages_} {
    if (work != nullptr) {
      recorder_.emplace(*work, state, tests_, time_, raster_.target_samples);
      writes_.tell_work_of(output_, work->draw);
    }
    messages_.pixels = &writes_;
    tests_subspans_ = observed_ == nullptr && watch_.watch() == nullptr && !shader_.per_sample &&
                      raster_.samples() == 1 && (tests_.takes_subspans() || !tests_.state().active()) &&
                      time_ != TestTime::kAfter;
    if (store_) messages_.coverage = &*store_;
    if (change_ != nullptr) messages_.sampler_change = &change_->samplers;
    if (observed_) observed_->begin_batch();
    require_room(shader_, attributes_.registers());
  }

  void take(const AssembledPrimitives& primitives) {
    list_ = &primitives;
    next_primitive_ = 0;
  }

  void end_threads() { retire(); }
  bool is_drawn() const { return drawn_; }
  bool tests_late() const { return time_ != TestTime::kBefore && tests_.state().active(); }
  bool has_scratch() const { return shader_.scratch.distance() != ThreadSource::kNeverReused; }
  const PixelBatch& batch() const { return batch_; }

  const ThreadSource* next_threads() {
    retire();
    tiles_.close();  // threads have run, who may have made others watch
    drawn_ = false;
    while (!drawn_ && batch_.subspans.size() < most_subspans_) drawn_ = !advance();
    if (recorder_) recorder_->end_batch();
    if (batch_.threads.empty()) return nullptr;
    writes_.begin(batch_);
    threads_.begin_batch();
    return &threads_;
  }

 private:
  void retire() {
    if (batch_.threads.empty()) return tell_beside();
    output_.retire(batch_, writes_);
    watch_.begin_batch();
    tell_beside();
    for (std::uint32_t slot = 0; store_ && slot < batch_.subspans.size(); ++slot) store_->release(slot);
    batch_.clear();
  }

  /// Ends what an observer hears of a batch.
  void tell_beside() {
    if (!observed_) return;
    output_.tell_beside();
    observed_->begin_batch();
  }

  /// Tells an observer of a new piece.
  void observe_piece() {
    near_.clear();
    primitives_.find_near_edges(piece_, near_);
    observed_->begin_piece(piece_.subspans, near_, piece_.primitive.layer);
  }

  /// Shades what is left of the current piece, or finds the next one; false: all primitives are drawn.
  bool advance() {
    if (next_subspan_ < piece_.subspans.size()) {
      shade_piece();
      return true;
    }
    if (primitives_.next(piece_)) {
      next_subspan_ = 0;
      order_subspans(order_, piece_.subspans);
      if (observed_) observe_piece();
      return true;
    }
    if (list_ == nullptr || next_primitive_ == list_->primitives.size()) return false;
    primitives_.begin(*list_, list_->primitives[next_primitive_++]);
    watch_.begin_primitive();
    if (recorder_) recorder_->primitive(*list_, primitives_.clipped_vertices(), primitives_.is_culled());
    return true;
  }

  void shade_piece() {
    const auto primitive = static_cast<std::uint32_t>(batch_.primitives.size());
    batch_.primitives.push_back(piece_.primitive);
    batch_.primitives.back().first_attribute = batch_.attributes.size();
    if (piece_.smooth) {
      batch_.smooth_lines.push_back(*piece_.smooth);
      batch_.primitives.back().smooth_line = static_cast<std::uint32_t>(batch_.smooth_lines.size());
    }
    const std::size_t first = batch_.subspans.size();
    if (tests_subspans_) {
      const SubspanTests tests = subspan_tests(tests_, tiles_, raster_, viewports_[piece_.primitive.viewport],
                                               piece_.primitive, time_ == TestTime::kBefore);
      while (next_subspan_ < piece_.subspans.size() && room_from(first) > 0)
        add_tested_subspans(tests, std::min(room_from(first), piece_.subspans.size() - next_subspan_));
    }
    while (next_subspan_ < piece_.subspans.size() && room_from(first) > 0)
      add_subspan(piece_.subspans[next_subspan_++]);
    if (recorder_) recorder_->end_piece(batch_.subspans.size());
    if (batch_.subspans.size() == first) {
      batch_.primitives.pop_back();
      if (recorder_) recorder_->open_threads(batch_, batch_.threads.size());
      return;
    }
    const std::size_t first_register = batch_.attributes.size();
    attributes_.append(piece_.attributes, batch_.attributes);
    if (change_ != nullptr)
      attributes_.scale(change_->value_scale, std::span{batch_.attributes}.subspan(first_register));
    const std::size_t first_thread = batch_.threads.size();
    make_threads(primitive, first);
    if (recorder_) recorder_->open_threads(batch_, first_thread);
  }

  /// Subspans for which the batch has room. A primitive's last thread in it is full, so that threads are the same
  /// whatever a batch holds. @param first  the primitive's first one
  std::size_t room_from(std::size_t first) const {
    const std::size_t size = batch_.subspans.size(), of_thread = (size - first) % kMostSubspansOfThread;
    if (size < most_subspans_) return most_subspans_ - size;
    return of_thread == 0 ? 0 : kMostSubspansOfThread - of_thread;
  }

  /// Adds some subspans of one sample a pixel, whose depths are found and tested together.
  void add_tested_subspans(const SubspanTests& tests, std::size_t left) {
    // Each member goes straight to its place: a subspan that is copied in other portions than it was made in waits.
    std::size_t count = batch_.subspans.size();
    if (shader_.valid) batch_.subspans.resize(count + left);
    while (left > 0) {
      const std::size_t room = std::min(left, kSubspansOfTest);
      const auto covered = std::span{piece_.subspans}.subspan(next_subspan_, room);
      next_subspan_ += room;
      left -= room;
      prefetch_depths(tests, piece_.subspans, next_subspan_);
      const unsigned passed = test_subspans(tests, covered);
      if (time_ == TestTime::kBefore && counts_) statistics_.samples_passed += ones_of(passed);
      if (recorder_) recorder_->add_tested(covered, passed, piece_.primitive.layer, count, shader_.valid);
      if (!shader_.valid) continue;
      ShadedSubspan* const shaded = batch_.subspans.data();
      for (unsigned s = 0; s < room; ++s) {
        const unsigned live = passed >> kPixelsOfSubspan * s & 0xF;
        if (live == 0) continue;
        ShadedSubspan& next = shaded[count++];
        next.x = covered[s].x;
        next.y = covered[s].y;
        next.covered = covered[s].samples;
        next.live = words_of_bits(live);
      }
    }
    if (shader_.valid) batch_.subspans.resize(count);
  }

  void add_subspan(const CoveredSubspan& covered) {
    ShadedSubspan subspan{.x = covered.x, .y = covered.y, .covered = covered.samples, .live = covered.samples};
    if (observed_) doubts_ = observed_->doubts_of(covered.x, covered.y);
    watch_.begin(covered, piece_.primitive);
    if (time_ != TestTime::kAfter) test_before(subspan);
    if (recorder_) recorder_->add(subspan, piece_.primitive.layer, batch_.subspans.size());
    unsigned live = 0;
    for (const std::uint16_t samples : subspan.live) live |= samples;
    if (!shader_.valid || live == 0) return;
    if (!shader_.per_sample) {
      if (observed_) observed_->place(doubts_, subspan.live);
      watch_.place(subspan, batch_.subspans.size());
      batch_.subspans.push_back(subspan);
      return;
    }
    const auto all = subspan.live;
    for (unsigned s = 0; live >> s != 0; ++s) {
      if ((live >> s & 1) == 0) continue;
      subspan.sample = static_cast<std::uint8_t>(s);
      for (unsigned p = 0; p < kPixelsOfSubspan; ++p) subspan.live[p] = all[p] & static_cast<std::uint16_t>(1u << s);
      if (observed_) observed_->place(doubts_, subspan.live);
      watch_.place(subspan, batch_.subspans.size());
      batch_.subspans.push_back(subspan);
    }
  }

  void test_before(ShadedSubspan& subspan) {
    const ShadedPrimitive& primitive = piece_.primitive;
    const Viewport& viewport = viewports_[primitive.viewport];
    for (unsigned p = 0; p < kPixelsOfSubspan; ++p) {
      std::uint16_t& samples = subspan.live[p];
      if (samples == 0) continue;
      if (tests_.state().active()) {
        TestedSample sample{.x = static_cast<std::uint32_t>(subspan.x) + (p & 1),
                            .y = static_cast<std::uint32_t>(subspan.y) + (p >> 1),
                            .layer = primitive.layer,
                            .back_face = primitive.back_face};
        for (unsigned s = 0; samples >> s != 0; ++s) {
          if ((samples >> s & 1) == 0) continue;
          sample.sample = s;
          sample.z = viewport.clamp_depth(sample_depth(primitive, raster_, sample));
          const bool passed = watch_.test(tests_, sample, p, [&, writes = time_ == TestTime::kBefore] {
            return observed_ ? observed_->test(sample, writes, primitive.planes, doubts_[p][s])
                             : tests_.test(sample, writes);
          });
          if (!passed) samples &= static_cast<std::uint16_t>(~(1u << s));
        }
      }
      if (time_ == TestTime::kBefore && counts_) statistics_.samples_passed += ones_of(samples);
    }
  }

  /// Divides the subspans from `first` on into threads.
  void make_threads(std::uint32_t primitive, std::size_t first) {
    while (first < batch_.subspans.size()) {
      const std::size_t left = batch_.subspans.size() - first;
      const unsigned width = shader_.width_for(left);
      PixelThread thread{.first_subspan = static_cast<std::uint32_t>(first),
                         .primitive = primitive,
                         .subspans = static_cast<std::uint8_t>(std::min<std::size_t>(left, lanes_of_width(width) / 4)),
                         .width = static_cast<std::uint8_t>(width)};
      for (unsigned s = 0; s < thread.subspans; ++s)
        thread.dispatched |= nonzero_words(batch_.subspans[first + s].live) << kPixelsOfSubspan * s;
      if (counts_) statistics_.pixel_shader_runs += ones_of(thread.dispatched);
      for (unsigned s = 0; store_ && s < thread.subspans; ++s)
        store_->place(thread.first_subspan + s,
                      subspan_in_flight(batch_.subspans[first + s], piece_.primitive, raster_.raster));
      for (unsigned s = 0; watch_.watch() != nullptr && s < thread.subspans; ++s)
        watch_.thread(batch_.subspans[thread.first_subspan + s], thread.first_subspan + s, batch_.threads.size());
      batch_.thread_of_subspan.resize(first + thread.subspans, static_cast<std::uint32_t>(batch_.threads.size()));
      batch_.threads.push_back(thread);
      first += thread.subspans;
    }
  }

  PipelineStatistics& statistics_;
  TileOrder order_;
  std::size_t most_subspans_;  // of a batch
  ClipState clip_;
  RasterSetup raster_;
  AttributeSetup attributes_;
  BlendState blend_;
  PixelShaderState shader_;
  std::array<Viewport, kViewports> viewports_;
  DepthStencilTest tests_;
  OpenTiles tiles_;
  TestTime time_;
  bool counts_;
  MessageContext messages_;
  std::optional<CoverageStore> store_;
  const DrawChange* change_;  // null: draws are as they are
  SubspanWatch watch_;
  std::unique_ptr<ObservedPixels> observed_;  // null: nobody looks on
  bool tests_subspans_ = false;               // before the shader, by add_tested_subspans
  std::array<SampleDoubts, kPixelsOfSubspan> doubts_{};
  std::vector<CoveredSubspan> near_;
  PrimitiveRaster primitives_;
  PixelOutput output_;
  PixelBatch batch_;
  KeptWrites writes_;
  PixelThreads threads_;
  const AssembledPrimitives* list_ = nullptr;
  std::size_t next_primitive_ = 0;
  RasterPiece piece_;
  std::size_t next_subspan_ = 0;          // of the piece
  bool drawn_ = false;                    // nothing is left of the list
  std::optional<TileRecorder> recorder_;  // none: nobody asks for the work
};

PixelPipeline::PixelPipeline(const PipelineState& state, GpuMemory& memory, ProgramCache& programs,
                             PipelineStatistics& statistics, FrameObserver* observer, FrameWork* work, TileOrder order)
    : implementation_{std::make_unique<Implementation>(state, memory, programs, statistics, observer, work, order)} {}
PixelPipeline::~PixelPipeline() = default;

void PixelPipeline::take(const AssembledPrimitives& primitives) {
  implementation_->take(primitives);
}

const ThreadSource* PixelPipeline::next_threads() {
  return implementation_->next_threads();
}

void PixelPipeline::end_threads() {
  implementation_->end_threads();
}

bool PixelPipeline::is_drawn() const {
  return implementation_->is_drawn();
}

bool PixelPipeline::tests_late() const {
  return implementation_->tests_late();
}

bool PixelPipeline::has_scratch() const {
  return implementation_->has_scratch();
}

const PixelBatch& PixelPipeline::batch() const {
  return implementation_->batch();
}

}  // namespace texpipe::functional
