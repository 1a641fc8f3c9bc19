#include "study/sampled_run/frame_stretches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace texpipe::study {

namespace {

constexpr double kFills = 1.5;          // times what the machine runs, at the beginning of a long phase
constexpr unsigned kLeadIn = 64;        // threads before a stretch
constexpr unsigned kLeastBetween = 1;   // stretches of a long phase that are drawn
constexpr unsigned kLeastOfKind = 2;    // short phases of a kind that are simulated
constexpr unsigned kLikeEachOther = 3;  // times fewer of the threads of draws that are like each other everywhere

}  // namespace

FrameStretches::FrameStretches(const FrameSampleParameters& parameters, std::uint64_t machine_threads)
    : parameters_{parameters}, machine_threads_{machine_threads}, draws_{parameters.seed} {}

std::vector<FramePart> FrameStretches::choose(const FramePhase& phase) {
  groups_ += phase.groups;
  std::vector<FramePart> parts;
  if (!phase.divisible || !divide(phase, parts)) choose_whole(phase, parts);
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
bool FrameStretches::divide(const FramePhase& phase, std::vector<FramePart>& parts) {
  const auto groups_of = [&](double threads) {
    return static_cast<unsigned>(std::ceil(threads / phase.threads_per_group));
  };
  const auto machine = static_cast<double>(machine_threads_);
  const unsigned lead_in = groups_of(kLeadIn), stretch = groups_of(parameters_.threads);
  const unsigned begin = groups_of(std::max<double>(parameters_.threads, kFills * machine));
  const unsigned end = groups_of(machine), one = lead_in + stretch;
  if (phase.groups < begin + end + 4 * one) return false;
  Draw& draw = draw_of(phase);
  const unsigned between = phase.groups - begin - end;
  stretches_ += between / stretch + 2;
  const Thirds thirds{static_cast<double>(begin), static_cast<double>(between), static_cast<double>(end)};
  for (std::size_t third = 0; third < thirds.size(); ++third) strata_[draw.strata[third]].groups += thirds[third];
  last_stratum_ = draw.strata[kBetween];
  const double allowed = static_cast<double>(phase.groups) / parameters_.one_of / (phase.uniform ? kLikeEachOther : 1);
  const unsigned count = std::max(kLeastBetween, static_cast<unsigned>(std::max(allowed - begin - end, 0.0) / one));
  const double cost = begin + end + count * one;
  const bool first_of_draw = draw.first_part == kNone;
  if (!first_of_draw && draw.credit < 0) {
    draw.credit += allowed;
    for (std::size_t third = 0; third < thirds.size(); ++third) draw.skipped[third] += thirds[third];
    last_share_ = thirds[kBetween] / phase.groups;
    return true;
  }
  last_share_ = 1;
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
  return true;
}

/// A short phase, or none of it.
void FrameStretches::choose_whole(const FramePhase& phase, std::vector<FramePart>& parts) {
  ++stretches_;
  const auto [place, fresh] =
      alike_.try_emplace({phase.kind, std::bit_width(phase.groups), std::bit_width(phase.lead)}, strata_.size());
  if (fresh) strata_.emplace_back();
  last_stratum_ = place->second;
  last_share_ = 1;
  Stratum& alike = strata_[last_stratum_];
  alike.groups += phase.groups;
  if (!takes_whole(alike)) {
    alike.skipped += phase.groups;
    return;
  }
  spread_skipped(alike, alike.parts.empty() ? 0 : 0.5);
  stands_for_.resize(parts_.size() + 1);
  stands_for_.back() = phase.groups + std::exchange(alike.skipped, 0);
  parts.push_back({0, phase.groups, last_stratum_});
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
  // The distances between those that are simulated vary, so that they do not keep step with what repeats.
  alike.to_skip = parameters_.one_of / 2 + static_cast<std::uint32_t>(draws_() % parameters_.one_of);
  return true;
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
