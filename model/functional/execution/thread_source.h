// Source of a workload's threads.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "functional/execution/eu_program.h"

namespace texpipe::functional {

/// Draw of a frame, as its threads see it.
struct DrawOfThreads {
  std::uint64_t number = 0;  // of the 3DPRIMITIVE commands of the frame in the order in which they execute, from 0
  bool by_driver = false;    // a rectangle list, by which drivers copy and clear
};

/// Threads that come before others at the same pixels, of groups of one thread each.
struct OlderThreads {
  std::vector<std::uint32_t> starts;  // by group: where its older ones begin, and the end
  std::vector<std::uint32_t> groups;  // the last one before it at each pixel

  std::span<const std::uint32_t> of(unsigned group) const {
    return std::span{groups}.subspan(starts[group], starts[group + 1] - starts[group]);
  }
};

/// Place of a pixel thread: its first pixel, and what says where machines let it run.
struct ThreadPixel {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t gt_mode = 0;  // the register of its draw
};

/// Threads of a phase that one shader of a draw has.
struct PhasePart {
  std::optional<DrawOfThreads> draw;  // none: they work for no draw
  std::string stage;
  std::uint64_t groups = 0;
  std::uint64_t next_draw = 0;  // number of the draw before which they run, if they work for none
};

/// Place of a group among those of its part of a phase.
struct GroupPlace {
  std::uint32_t part = 0;
  std::uint32_t group = 0;
};

/// The threads of a workload: equal work groups, numbered from 0. Where what runs next depends on what has run, they
/// come in phases: `groups`, `threads_per_group` and `start` tell of the current one.
class ThreadSource {
 public:
  virtual ~ThreadSource() = default;
  /// Name of the threads' program in texts about a run: `kernel blur`. Empty: it has none.
  virtual std::string name() const { return {}; }
  virtual unsigned groups() const = 0;
  virtual unsigned threads_per_group() const = 0;

  /// Starts a thread: loads its payload into `registers`, which hold zeros, and its program. Equal arguments give equal
  /// threads.
  /// @param program  of an earlier thread that has ended, in whose storage the new one may stand; null: none
  virtual void start(unsigned group, unsigned thread, ThreadRegisters& registers,
                     std::unique_ptr<EuProgram>& program) const = 0;

  /// Draw that the current phase's threads, or the oldest of them, work for; none: they work for no draw.
  virtual std::optional<DrawOfThreads> draw() const { return {}; }
  /// Kind of the current phase's threads: `pixel shader`. Empty: all threads of the workload are of one kind.
  virtual std::string stage() const { return {}; }

  /// Threads of the current phase by draw and stage: phases of draws that overlap have several parts, whose groups
  /// start among each other.
  virtual std::vector<PhasePart> parts() const { return {{.draw = draw(), .stage = stage(), .groups = groups()}}; }
  virtual GroupPlace place_of(unsigned group) const { return {0, group}; }

  /// Whether there are phases: then the first one is current after `advance`, and there are no groups before.
  virtual bool has_phases() const { return false; }
  /// Makes the next phase the current one, after all threads of the current one have ended and all their messages are
  /// answered. False: there is none, and the source has no groups from then on.
  virtual bool advance() { return false; }

  static constexpr unsigned kNeverReused = std::numeric_limits<unsigned>::max();
  /// Distance in the order of groups at which a group uses the scratch or local memory of an earlier one again: it may
  /// start only when that one and all before it have ended. kNeverReused: all groups may run side by side.
  virtual unsigned reuse_distance() const { return kNeverReused; }

  /// Place of a group of the current phase in its render target; none: it shades no pixels.
  virtual std::optional<ThreadPixel> pixel_of(unsigned /*group*/) const { return {}; }

  /// Threads of the current phase for whose end sendc and sendsc of others wait; null: they wait for none. It stands
  /// until the next phase.
  virtual const OlderThreads* older_at_same_pixels() const { return nullptr; }
  /// Threads of the current phase wait for those before they touch memory that others see: who runs them without time
  /// among others must not run younger ones before older ones have ended.
  virtual bool keeps_order() const { return false; }
};

}  // namespace texpipe::functional
