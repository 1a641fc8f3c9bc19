// Plans of the sampler for messages, kept from an earlier run: for runs in which their values do not matter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "functional/sampling/subspan_plan.h"
#include "functional/shared_function/execute_sampler_message.h"

namespace texpipe::functional {

/// Lines are kept in units of 8 bytes: those of every LineShape follow from them, in the same order of first touch,
/// because a unit lies in one line and is a word.
inline constexpr unsigned kPlannedUnitBits = 3;

/// Footprints that differ only in where they lie.
struct PlannedFootprintKind {
  Footprint footprint;             // but its lines and words
  std::uint8_t stored_units = 0;   // among its units those of stored bytes stand first,
  std::uint8_t decoded_units = 0;  // then those of decoded texels, where its format has blocks
};

class PlannedMessages;

/// A message's subspans, footprints and response, without values.
class PlannedMessage {
 public:
  /// As execute_sampler_message without operands; the response has its registers, of which no byte is written.
  void plan(const PlanRequest& request, SamplerOutcome& outcome) const;

 private:
  friend class PlannedMessages;
  const PlannedMessages* all_ = nullptr;
  std::uint64_t first_subspan_ = 0;
  std::uint16_t subspans_ = 0;
  std::uint16_t registers_ = 0;
};

/// The plans of many messages; it stays in place.
class PlannedMessages {
 public:
  PlannedMessages() = default;
  PlannedMessages(const PlannedMessages&) = delete;
  PlannedMessages& operator=(const PlannedMessages&) = delete;

  /// Messages get their subspans, those their footprints, and those their units in order.
  void add_message(std::uint16_t subspans, std::uint16_t registers);
  void add_subspan(std::uint8_t pixels, std::uint8_t anisotropy, std::uint16_t footprints);
  /// @param kind  of `kinds`
  void add_footprint(std::uint32_t kind);

  std::vector<PlannedFootprintKind> kinds;
  std::vector<std::uint64_t> units;

  std::uint64_t messages() const { return messages_.size(); }
  const PlannedMessage& operator[](std::uint64_t message) const { return messages_[message]; }
  std::uint64_t subspans_added() const { return subspans_.size(); }
  std::uint64_t subspans_wanted() const { return subspans_wanted_; }
  std::uint64_t footprints_added() const { return footprints_.size(); }
  std::uint64_t footprints_wanted() const { return footprints_wanted_; }
  std::uint64_t units_wanted() const { return units_wanted_; }

 private:
  friend class PlannedMessage;
  struct Subspan {
    std::uint64_t first_footprint = 0;
    std::uint16_t footprints = 0;
    std::uint8_t pixels = 0;
    std::uint8_t anisotropy = 1;
  };
  struct Place {
    std::uint64_t first_unit = 0;
    std::uint32_t kind = 0;
  };

  std::vector<PlannedMessage> messages_;
  std::vector<Subspan> subspans_;
  std::vector<Place> footprints_;
  std::uint64_t subspans_wanted_ = 0;
  std::uint64_t footprints_wanted_ = 0;
  std::uint64_t units_wanted_ = 0;
};

}  // namespace texpipe::functional
