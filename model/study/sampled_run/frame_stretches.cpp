#include "study/sampled_run/frame_stretches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "study/sampled_run/frame_regression.h"

namespace texpipe::study {

namespace {

constexpr double kFills = 1.5;          // times what the machine runs, at the beginning of a long phase
constexpr unsigned kLeadIn = 64;        // threads before a stretch
constexpr unsigned kLeastBetween = 1;   // stretches of a long phase that are drawn
constexpr unsigned kOneOfEnough = 12;   // a long phase has stretches for two works where they are no more of it
constexpr unsigned kLeastOfKind = 2;    // short phases of a kind that are simulated
constexpr unsigned kLikeEachOther = 3;  // times fewer of the threads of draws that are like each other everywhere
constexpr std::size_t kClosestParts = 16;
constexpr double kMostOften = 4;  // times more short phases whose threads take long

}  // namespace

FrameStretches::FrameStretches(const FrameSampleParameters& parameters, std::uint64_t machine_threads)
    : parameters_{parameters}, machine_threads_{machine_threads}, draws_{parameters.seed} {}

std::vector<FramePart> FrameStretches::choose(const FramePhase& phase) {
  groups_ += phase.groups;
  const std::uint64_t before = simulated_;
  left_out_.clear();
  whole_ = kNone;
  std::vector<FramePart> parts;
  if (!phase.divisible || !divide(phase, parts)) choose_whole(phase, parts);
  for (const FramePart& part : parts) add(part);
  if (!parts.empty()) threads_of_phase_ = static_cast<double>((simulated_ - before) * phase.threads_per_group);
  return parts;
}

FrameStretches::Draw& FrameStretches::draw_of(const FramePhase& phase) {
  const auto [place, fresh] = draws_of_frame_.try_emplace({phase.kind, phase.draw});
  if (fresh) {
    for (std::size_t third = 0; third < place->second.strata.size(); ++third) {
      place->second.strata[third] = strata_.size();
      Stratum& stratum = strata_.emplace_back();
      stratum.uniform = phase.uniform;
      stratum.steady = third == kBetween;
    }
  }
  return place->second;
}

/// Parts of a long phase, or none of it; false: it is too short.
bool FrameStretches::divide(const FramePhase& phase, std::vector<FramePart>& parts) {
  const auto groups_of = [&](double threads) {
    return static_cast<unsigned>(std::ceil(threads / phase.threads_per_group));
  };
  const auto machine = static_cast<double>(machine_threads_);
  // Threads of a program end in bursts of as many as the machine runs: shorter stretches would begin and end in them.
  const unsigned lead_in = groups_of(kLeadIn), stretch = groups_of(std::max<double>(parameters_.threads, machine));
  const unsigned begin = groups_of(std::max<double>(parameters_.threads, kFills * machine));
  const unsigned end = groups_of(machine), one = lead_in + stretch;
  if (phase.groups < begin + end + 4 * one) return false;
  const unsigned between = phase.groups - begin - end;
  stretches_ += between / stretch + 2;
  const Thirds thirds{static_cast<double>(begin), static_cast<double>(between), static_cast<double>(end)};
  Draw& draw = draw_of(phase);
  for (std::size_t third = 0; third < thirds.size(); ++third) strata_[draw.strata[third]].groups += thirds[third];
  const double allowed = static_cast<double>(phase.groups) / parameters_.one_of / (phase.uniform ? kLikeEachOther : 1);
  const unsigned least =
      phase.uniform ? kLeastBetween : std::clamp(between / (kOneOfEnough * one), kLeastBetween, kPartsOfTwoWorks);
  const unsigned count = std::max(least, static_cast<unsigned>(allowed * between / phase.groups / one));
  // Beginnings and ends come on top where there are stretches enough; else fewer phases are simulated.
  const double cost = count > least ? allowed : begin + end + count * one;
  const bool first_of_draw = draw.first_part == kNone;
  if (!first_of_draw && draw.credit < 0) {
    draw.credit += allowed;
    leave_out_thirds(thirds, draw, stretch);
    return true;
  }
  // The phases that are simulated vary with the seed, but for the first one.
  draw.credit = std::min(draw.credit + allowed - (first_of_draw ? drawn() : 1) * cost, 0.0);
  parts.push_back({0, begin, draw.strata[kBegin]});
  for (unsigned i = 0; i < count; ++i) {
    const unsigned first = i * between / count, behind = (i + 1) * between / count;
    const unsigned drawn = begin + first + static_cast<unsigned>(draws_() % (behind - first - one + 1));
    parts.push_back({drawn, drawn + lead_in, draw.strata[kBetween], true});
    parts.push_back({drawn + lead_in, drawn + one, draw.strata[kBetween]});
  }
  parts.push_back({parts.back().end, parts.back().end + end, draw.strata[kEnd]});
  stand_for(thirds, count, draw);
  leave_out_between(phase, parts, stretch);
  return true;
}

/// Leaves a long phase out.
void FrameStretches::leave_out_thirds(const Thirds& thirds, Draw& draw, unsigned stretch) {
  unsigned first = 0;
  for (std::size_t third = 0; third < thirds.size(); ++third) {
    const auto groups = static_cast<unsigned>(thirds[third]);
    draw.skipped[third] += thirds[third];
    left_out_.push_back({first, first + groups, draw.strata[third], third == kBetween ? stretch : groups});
    first += groups;
  }
}

/// Leaves out what is not in the parts of a long phase.
void FrameStretches::leave_out_between(const FramePhase& phase, const std::vector<FramePart>& parts, unsigned stretch) {
  const std::size_t between = parts[1].stratum;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const unsigned next = part + 1 == parts.size() ? phase.groups : parts[part + 1].first;
    if (parts[part].end != next) left_out_.push_back({parts[part].end, next, between, stretch});
  }
}

/// A short phase, or none of it.
void FrameStretches::choose_whole(const FramePhase& phase, std::vector<FramePart>& parts) {
  ++stretches_;
  const auto [place, fresh] =
      alike_.try_emplace({phase.kind, std::bit_width(phase.groups), std::bit_width(phase.lead)}, strata_.size());
  if (fresh) strata_.emplace_back().begins_cold = true;
  Stratum& alike = strata_[place->second];
  alike.groups += phase.groups;
  if (!takes_whole(alike)) {
    alike.skipped += phase.groups;
    left_out_.push_back({0, phase.groups, place->second, phase.groups});
    return;
  }
  whole_ = place->second;
  spread_skipped(alike, alike.parts.empty() ? 0 : 0.5);
  stands_for_.resize(parts_.size() + 1);
  stands_for_.back() = phase.groups + std::exchange(alike.skipped, 0);
  parts.push_back({0, phase.groups, place->second});
}

/// Adds a share of the groups of short phases that are not simulated to those for which the last one stands that is.
void FrameStretches::spread_skipped(Stratum& alike, double share) {
  if (share == 0) return;
  stands_for_[alike.parts.back()] += share * alike.skipped;
  alike.skipped -= share * alike.skipped;
}

/// Lets the parts of a phase that is simulated stand for it, and for half of those before it that are not; the parts of
/// the one before stand for the other half.
void FrameStretches::stand_for(const Thirds& thirds, unsigned between, Draw& draw) {
  spread_skipped(draw, draw.first_part == kNone ? 0 : 0.5);
  draw.first_part = parts_.size();
  draw.parts_between = between;
  stands_for_.resize(parts_.size() + 2 * between + 2);
  Thirds more = thirds;
  for (std::size_t third = 0; third < more.size(); ++third) more[third] += std::exchange(draw.skipped[third], 0);
  add_to_parts(draw, more);
}

/// Adds a share of the groups of phases that are not simulated to those for which the last one stands that is.
void FrameStretches::spread_skipped(Draw& draw, double share) {
  Thirds part = draw.skipped;
  for (std::size_t third = 0; third < part.size(); ++third) {
    part[third] *= share;
    draw.skipped[third] -= part[third];
  }
  if (share != 0) add_to_parts(draw, part);
}

void FrameStretches::add_to_parts(const Draw& draw, const Thirds& groups) {
  stands_for_[draw.first_part] += groups[kBegin];
  for (unsigned i = 1; i <= draw.parts_between; ++i)
    stands_for_[draw.first_part + 2 * i] += groups[kBetween] / draw.parts_between;
  stands_for_[draw.first_part + 2 * draw.parts_between + 1] += groups[kEnd];
}

double FrameStretches::weight_of(std::size_t part) const {
  return stands_for_[part] / (parts_[part].end - parts_[part].first);
}

bool FrameStretches::takes_whole(Stratum& alike) {
  if (alike.parts.size() >= kLeastOfKind && alike.to_skip != 0) {
    --alike.to_skip;
    return false;
  }
  const double slowness = alike.cycles == 0 ? 1 : alike.cycles / alike.threads * threads_ / cycles_;
  // A whole number, as the two timings are some cycles apart.
  const auto often = static_cast<std::uint32_t>(std::lround(std::clamp(slowness, 1.0, kMostOften)));
  const std::uint32_t one_of = std::max(parameters_.one_of / often, 1u);
  // The first ones are closer to each other: those of a program's first frame do not stand for all of its frames. The
  // distances vary, so that they do not keep step with what repeats.
  const auto parts = std::min(alike.parts.size(), kClosestParts);
  const std::uint32_t distance = std::min(one_of, std::uint32_t{1} << (parts + 1));
  alike.to_skip = distance / 2 + static_cast<std::uint32_t>(draws_() % distance);
  return true;
}

void FrameStretches::took(std::uint64_t cycles) {
  cycles_ += static_cast<double>(cycles);
  threads_ += threads_of_phase_;
  if (whole_ == kNone) return;
  strata_[whole_].cycles += static_cast<double>(cycles);
  strata_[whole_].threads += threads_of_phase_;
}

void FrameStretches::add(const FramePart& part) {
  simulated_ += part.end - part.first;
  if (part.stratum != FramePart::kItself && !part.lead_in) {
    strata_[part.stratum].simulated += part.end - part.first;
    strata_[part.stratum].parts.push_back(parts_.size());
  }
  parts_.push_back(part);
}

}  // namespace texpipe::study
