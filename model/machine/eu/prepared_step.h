// Instructions as an EU of a machine times them: registers as masks, units and cycles as numbers.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "functional/execution/eu_program.h"
#include "machine/eu/eu_parameters.h"
#include "machine/eu/register_set.h"

namespace texpipe::machine {

struct PreparedStep {
  RegisterSet awaited;  // registers that must hold their results before issue
  RegisterSet written;
  RegisterSet read;                       // the payload of a send, which it reads after its issue
  functional::FlagSet awaited_flags = 0;  // flags that must hold their results before issue
  functional::FlagSet writes_flags = 0;
  EuRoute route = EuRoute::kFpu;
  functional::ThreadControl control = functional::ThreadControl::kNormal;
  bool checks_destination = true;
  bool releases_destination = true;
  bool after_older_threads = false;
  bool awaits_answer = false;
  std::uint16_t payload_registers = 0;  // of a send
  std::uint32_t before_send = 0;
  Cycles occupancy;  // cycles of its unit
  Cycles latency;    // cycles from when the unit is free until the result is there
};

/// Prepares steps for EUs of the same costs. Threads of a program come to the same steps again and again: a prepared
/// step is kept at a place that the step's address gives, and used again while the step is the same.
class StepPreparation {
 public:
  explicit StepPreparation(const EuParameters& parameters)
      : parameters_{parameters}, kept_(std::size_t{1} << kPlaceBits, Kept{{}, prepared({})}) {}

  /// Whether an EU of these parameters gets the same results.
  bool serves(const EuParameters& parameters) const;

  /// Prepares a step. The result stays valid until the next call.
  const PreparedStep& prepare(const functional::EuStep& step) {
    Kept& kept = kept_[reinterpret_cast<std::uintptr_t>(&step) * kGoldenRatio >> (64 - kPlaceBits)];
    // Padding between the members may differ for equal steps; then the step is only prepared once more.
    if (std::memcmp(&kept.step, &step, sizeof step) != 0) [[unlikely]]
      kept = {step, prepared(step)};
    return kept.prepared;
  }

 private:
  static constexpr unsigned kPlaceBits = 9;
  static constexpr std::uint64_t kGoldenRatio = 0x9E37'79B9'7F4A'7C15;  // spreads addresses (Knuth, vol. 3, 6.4)

  struct Kept {
    functional::EuStep step;
    PreparedStep prepared;
  };

  PreparedStep prepared(const functional::EuStep& step) const;
  Cycles occupancy_of(const functional::EuStep& step) const;

  EuParameters parameters_;
  std::vector<Kept> kept_;
};

/// The preparations of a machine. EUs share them: one for each would not fit the host's caches.
class StepPreparations {
 public:
  /// One for an EU. It stays where it is.
  StepPreparation& of(const EuParameters& parameters);

 private:
  std::deque<StepPreparation> all_;
};

}  // namespace texpipe::machine
