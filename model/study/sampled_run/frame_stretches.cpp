#include "study/sampled_run/frame_stretches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "study/sampled_run/stretch_weights.h"

namespace texpipe::study {

namespace {

constexpr double kFills = 1.5;                 // times what the machine runs, at the beginning of a long phase
constexpr unsigned kLeastBetween = 4;          // stretches of a long phase that are drawn
constexpr unsigned kLeastOfDraw = 2;           // long phases of a draw that are simulated
constexpr double kMostTimes = 2;               // times as much of a draw as one thread of `one_of` would be, at most,
constexpr double kMostPhasesApart = 8;         // while of so many phases one is simulated
constexpr unsigned kLeastOfKind = 4;           // short phases of a kind that are simulated
constexpr std::size_t kLeastOfRegression = 4;  // parts of a stratum
constexpr double kLeastLeftOut = 0.1;          // cycles of what was left out, of those of its stratum's parts
constexpr double kUnlikeWhole = 0.12;  // of the cycles: caches, queues and bursts are not quite those of the whole

}  // namespace

FrameStretches::FrameStretches(const FrameSampleParameters& parameters, std::uint64_t machine_threads)
    : parameters_{parameters}, machine_threads_{machine_threads}, draws_{parameters.seed} {}

std::vector<FramePart> FrameStretches::choose(const FramePhase& phase) {
  groups_ += phase.groups;
  const auto groups_of = [&](std::uint64_t threads) {
    return static_cast<unsigned>((threads + phase.threads_per_group - 1) / phase.threads_per_group);
  };
  const unsigned stretch = groups_of(parameters_.threads);
  const unsigned begin = groups_of(std::max<std::uint64_t>(
      parameters_.threads, static_cast<std::uint64_t>(kFills * static_cast<double>(machine_threads_))));
  std::vector<FramePart> parts;
  const unsigned end = groups_of(parameters_.threads + machine_threads_);
  if (!phase.divisible || !divide(phase, begin, stretch, end, parts)) {
    ++stretches_;
    const auto [place, fresh] =
        alike_.try_emplace({phase.kind, std::bit_width(phase.groups), std::bit_width(phase.lead)}, strata_.size());
    if (fresh) strata_.emplace_back();
    last_stratum_ = place->second;
    last_share_ = 1;
    if (takes_whole(phase, place->second)) parts.push_back({0, phase.groups, place->second});
  }
  for (const FramePart& part : parts) add(part);
  return parts;
}

FrameStretches::Draw& FrameStretches::draw_of(const FramePhase& phase) {
  const auto [place, fresh] = draws_of_frame_.try_emplace({phase.kind, phase.draw});
  if (fresh) {
    for (std::size_t& stratum : place->second.strata) {
      stratum = strata_.size();
      strata_.emplace_back();
    }
  }
  return place->second;
}

/// Parts of a long phase, or none of it; false: it is too short.
bool FrameStretches::divide(const FramePhase& phase, unsigned begin, unsigned stretch, unsigned last,
                            std::vector<FramePart>& parts) {
  if (phase.groups < begin + last) return false;
  const unsigned between = (phase.groups - begin - last) / stretch;
  if (between < 2 * kLeastBetween) return false;
  Draw& draw = draw_of(phase);
  const unsigned count = std::max(between / parameters_.one_of, kLeastBetween);
  const unsigned end = phase.groups - begin - between * stretch;
  stretches_ += between + 2;
  const Thirds thirds{static_cast<double>(begin), static_cast<double>(between) * stretch, static_cast<double>(end)};
  for (std::size_t third = 0; third < thirds.size(); ++third) strata_[draw.strata[third]].groups += thirds[third];
  last_stratum_ = draw.strata[kBetween];
  if (draw.phases++ >= kLeastOfDraw && draw.to_skip != 0) {
    --draw.to_skip;
    for (std::size_t third = 0; third < thirds.size(); ++third) draw.skipped[third] += thirds[third];
    last_share_ = thirds[kBetween] / phase.groups;
    return true;
  }
  last_share_ = 1;
  const double share = static_cast<double>(begin + count * stretch + end) / phase.groups;
  const auto one_of = static_cast<std::uint32_t>(
      std::clamp(std::round(share * parameters_.one_of / kMostTimes), 1.0, kMostPhasesApart));
  draw.to_skip = static_cast<std::uint32_t>(draws_() % (2 * one_of - 1));
  parts.push_back({0, begin, draw.strata[kBegin]});
  for (unsigned i = 0; i < count; ++i) {
    const unsigned first = i * between / count, behind = (i + 1) * between / count;
    const unsigned drawn = begin + stretch * (first + static_cast<unsigned>(draws_() % (behind - first)));
    parts.push_back({drawn, drawn + stretch, draw.strata[kBetween]});
  }
  parts.push_back({phase.groups - end, phase.groups, draw.strata[kEnd]});
  stand_for(thirds, count, draw);
  return true;
}

/// Lets the parts of a phase that is simulated stand for it, and for half of those before it that are not; the parts of
/// the one before stand for the other half.
void FrameStretches::stand_for(const Thirds& thirds, unsigned between, Draw& draw) {
  spread_skipped(draw, draw.first_part == kNone ? 0 : 0.5);
  draw.first_part = parts_.size();
  draw.parts_between = between;
  stands_for_.resize(parts_.size() + between + 2);
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
    stands_for_[draw.first_part + i] += groups[kBetween] / draw.parts_between;
  stands_for_[draw.first_part + draw.parts_between + 1] += groups[kEnd];
}

double FrameStretches::weight_of(std::size_t part) const {
  const double groups = parts_[part].end - parts_[part].first;
  if (part < stands_for_.size() && stands_for_[part] != 0) return stands_for_[part] / groups;
  const Stratum& stratum = strata_[parts_[part].stratum];
  return stratum.groups / stratum.simulated;
}

bool FrameStretches::takes_whole(const FramePhase& phase, std::size_t stratum) {
  Stratum& alike = strata_[stratum];
  alike.groups += phase.groups;
  if (alike.parts.size() >= kLeastOfKind && alike.to_skip != 0) {
    --alike.to_skip;
    return false;
  }
  // The distances between those that are simulated vary, so that they do not keep step with what repeats.
  alike.to_skip = parameters_.one_of / 2 + static_cast<std::uint32_t>(draws_() % parameters_.one_of);
  return true;
}

void FrameStretches::add(const FramePart& part) {
  simulated_ += part.end - part.first;
  if (part.stratum != FramePart::kItself) {
    strata_[part.stratum].simulated += part.end - part.first;
    strata_[part.stratum].parts.push_back(parts_.size());
  }
  parts_.push_back(part);
}

/// Variance of a stratum's cycles, by the differences of neighbours in what nothing explains of them: what changes
/// slowly over a phase does not count, because the parts are spread over it.
/// @param explained  degrees of freedom that a regression took
double FrameStretches::variance(const Stratum& stratum, const std::vector<double>& rest, unsigned explained) const {
  const auto count = static_cast<double>(rest.size());
  const double weight = stratum.groups / stratum.simulated;
  double squares = 0;
  for (std::size_t i = 1; i < rest.size(); ++i) squares += (rest[i] - rest[i - 1]) * (rest[i] - rest[i - 1]);
  return count * weight * (weight - 1) * squares / (2 * (count - 1 - explained));
}

void FrameStretches::add_estimate(const Stratum& stratum, const std::vector<Measured>& measured,
                                  Estimate& estimate) const {
  Measured sum;
  for (const std::size_t part : stratum.parts) {
    sum.cycles += measured[part].cycles;
    sum.footprints += measured[part].footprints;
  }
  // Cycles and footprints of each part, less what its groups alone would have.
  std::vector<double> rest, footprints;
  double product = 0, squares = 0;
  for (const std::size_t part : stratum.parts) {
    const double share = (parts_[part].end - parts_[part].first) / stratum.simulated;
    rest.push_back(measured[part].cycles - share * sum.cycles);
    footprints.push_back(measured[part].footprints - share * sum.footprints);
    product += rest.back() * footprints.back();
    squares += footprints.back() * footprints.back();
  }
  const double left_out = stratum.groups - stratum.simulated;
  const bool regresses = rest.size() >= kLeastOfRegression && squares > 0 && product > 0;
  const double slope = regresses ? product / squares : 0;
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= slope * footprints[i];
  Measured alike;  // cycles and footprints of what was left out, as the parts have them
  for (const std::size_t part : stratum.parts) {
    alike.cycles += (weight_of(part) - 1) * measured[part].cycles;
    alike.footprints += (weight_of(part) - 1) * measured[part].footprints;
  }
  const double cycles =
      std::max(alike.cycles + slope * (stratum.footprints_left_out - alike.footprints), kLeastLeftOut * sum.cycles);
  for (const std::size_t part : stratum.parts)
    estimate.weights[part] = 1 + (weight_of(part) - 1) * (alike.cycles > 0 ? cycles / alike.cycles : 0);
  estimate.cycles += cycles;
  if (left_out == 0 || rest.size() < 2) return;
  const unsigned explained = regresses ? 1 : 0;
  const double part = variance(stratum, rest, explained);
  estimate.variance += part;
  estimate.fourth += part * part / static_cast<double>(rest.size() - 1 - explained);
}

FrameStretches::Estimate FrameStretches::estimate(const std::vector<Measured>& measured) {
  Estimate estimate;
  for (auto& [place, draw] : draws_of_frame_)
    if (draw.first_part != kNone) spread_skipped(draw, 1);
  estimate.weights.assign(parts_.size(), 1);
  for (const Measured& part : measured) estimate.cycles += part.cycles;
  for (const Stratum& stratum : strata_) {
    if (stratum.groups > stratum.simulated) add_estimate(stratum, measured, estimate);
  }
  if (estimate.variance == 0) return estimate;  // nothing was left out, or all that is alike took the same cycles
  // Strata of unlike spread have fewer degrees of freedom together (Welch and Satterthwaite).
  const double degrees = estimate.variance * estimate.variance / estimate.fourth;
  estimate.bound = std::hypot(student(degrees) * std::sqrt(estimate.variance), kUnlikeWhole * estimate.cycles);
  return estimate;
}

}  // namespace texpipe::study
