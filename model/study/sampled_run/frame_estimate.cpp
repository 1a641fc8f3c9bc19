// Estimate of a frame's cycles from the parts that were simulated.
#include <algorithm>
#include <cmath>

#include "study/sampled_run/frame_regression.h"
#include "study/sampled_run/frame_stretches.h"
#include "study/sampled_run/stretch_weights.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kLeastOfRegression = 4;  // parts of a stratum
constexpr std::size_t kLeastBesidesCold = 2;   // other parts of a stratum, for its first one to stand for itself
constexpr double kLeastLeftOut = 0.1;          // cycles of what was left out, of those of its stratum's parts
constexpr double kLeastDegrees = 3;            // of freedom; strata with fewer share the spread of all
constexpr double kAssumedSpread = 0.3;         // of a part's cycles, which counts
constexpr double kAssumedDegrees = 4;          // with so many degrees among those of all strata
constexpr double kSharedParts = 2;             // of all copies in the pace of each
constexpr double kUnlikeWhole = 0.03;          // of the cycles: caches and queues are not quite those of the whole

/// Units on whose work a stratum of so many parts regresses.
FrameStretches::Units units_of(std::size_t parts, bool uniform) {
  if (parts < kLeastOfRegression || uniform) return {};
  if (parts < kPartsOfTwoWorks) return {&FrameBusy::inside};
  return {&FrameBusy::inside, &FrameBusy::memory};
}

}  // namespace

/// Whether a stratum has too few parts for a regression of its own: one of stretches between beginning and end, as many
/// draws of two thousand threads have one each.
bool FrameStretches::shares_slopes(const Stratum& stratum) {
  return stratum.steady && !stratum.uniform && !stratum.parts.empty() && stratum.parts.size() < kLeastOfRegression;
}

/// Cycles that a cycle of each unit's work takes in strata with few parts, by a regression over all of their parts: a
/// stretch that finds the texture in caches says nothing of those of its draw that do not.
FrameStretches::Slopes FrameStretches::shared_slopes(const std::vector<Measured>& measured) const {
  std::vector<std::size_t> parts;
  for (const Stratum& stratum : strata_)
    if (shares_slopes(stratum)) parts.insert(parts.end(), stratum.parts.begin(), stratum.parts.end());
  Slopes slopes{.units = units_of(parts.size(), false)};
  if (slopes.units.empty()) return slopes;
  const Residuals residuals = residuals_of(parts, slopes.units, measured);
  slopes.values = slopes_of(residuals.cycles, residuals.works, residuals.means, residuals.mean);
  return slopes;
}

/// Cycles and works of each part, less what its groups alone would have.
FrameStretches::Residuals FrameStretches::residuals_of(std::span<const std::size_t> parts, const Units& units,
                                                       const std::vector<Measured>& measured) const {
  const auto count = static_cast<double>(parts.size());
  double groups = 0, cycles = 0;
  for (const std::size_t part : parts) {
    groups += groups_of(part);
    cycles += measured[part].cycles;
  }
  Residuals residuals{.mean = cycles / count};
  for (const std::size_t part : parts)
    residuals.cycles.push_back(measured[part].cycles - groups_of(part) / groups * cycles);
  for (const auto unit : units) {
    double sum = 0;
    for (const std::size_t part : parts) sum += measured[part].work.*unit;
    residuals.means.push_back(sum / count);
    std::vector<double>& work = residuals.works.emplace_back();
    for (const std::size_t part : parts) work.push_back(measured[part].work.*unit - groups_of(part) / groups * sum);
  }
  return residuals;
}

/// Fits a stratum: its cycles that were left out, and how unlike its parts are in what nothing explains of them. This
/// is told by the differences of neighbours: what changes slowly over a phase does not count, because the parts are
/// spread over it.
FrameStretches::Fit FrameStretches::fit(const Stratum& stratum, const std::vector<Measured>& measured,
                                        const Pace& of_copies, const Slopes& shared) const {
  Fit fit{.parts = stratum.parts};
  if (stratum.begins_cold && fit.parts.size() > kLeastBesidesCold) fit.parts = fit.parts.subspan(1);
  for (const std::size_t part : fit.parts) {
    fit.groups += groups_of(part);
    fit.simulated += measured[part].cycles;
    fit.alike += (weight_of(part) - 1) * measured[part].cycles;
    fit.more_groups += (weight_of(part) - 1) * groups_of(part);
  }
  const auto count = static_cast<double>(fit.parts.size());
  const Units own = units_of(fit.parts.size(), stratum.uniform);
  Residuals residuals = residuals_of(fit.parts, own, measured);
  Slopes slopes = shares_slopes(stratum) ? shared : Slopes{.units = own};
  if (!own.empty()) slopes.values = slopes_of(residuals.cycles, residuals.works, residuals.means, residuals.mean);
  fit.left_out = fit.alike;
  for (std::size_t w = 0; w < slopes.values.size(); ++w) {
    double alike = 0;
    for (const std::size_t part : fit.parts) alike += (weight_of(part) - 1) * (measured[part].work.*slopes.units[w]);
    fit.left_out += slopes.values[w] * (stratum.work_left_out.*slopes.units[w] - alike);
  }
  std::vector<double>& rest = residuals.cycles;
  for (std::size_t w = 0; w < own.size(); ++w)
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= slopes.values[w] * residuals.works[w][i];
  if (stratum.uniform && stratum.steady) fit_pace(stratum, measured, of_copies, fit);
  fit.left_out = std::max(fit.left_out, kLeastLeftOut * fit.simulated);
  fit.groups_left_out = stratum.groups - stratum.simulated;
  fit.weight = 1 + fit.groups_left_out / fit.groups;
  fit.degrees = count - 1 - static_cast<double>(own.size());
  for (std::size_t i = 1; i < rest.size(); ++i) fit.squares += (rest[i] - rest[i - 1]) * (rest[i] - rest[i - 1]) / 2;
  return fit;
}

void FrameStretches::add_pace(const Stratum& stratum, const std::vector<Measured>& measured, Pace& pace) const {
  for (const std::size_t part : stratum.parts) {
    pace.cycles += measured[part].cycles;
    pace.busiest += measured[part].work.busiest();
  }
}

/// Copies take as long for each cycle of the busiest unit as their own parts and those of all copies do: a copy of
/// 14,400 threads has one part, which may be where its source is in caches, or where it is not. The bound takes the
/// parts' whole spread, which is more than what the busiest unit leaves of it.
void FrameStretches::fit_pace(const Stratum& stratum, const std::vector<Measured>& measured, const Pace& of_copies,
                              Fit& fit) const {
  Pace own;
  add_pace(stratum, measured, own);
  if (own.busiest == 0 || stratum.busiest_left_out == 0) return;
  const auto count = static_cast<double>(stratum.parts.size());
  const double pace = (count * own.value() + kSharedParts * of_copies.value()) / (count + kSharedParts);
  fit.left_out = pace * stratum.busiest_left_out;
}

/// Relative variance of parts of all strata, and its degrees of freedom: what is assumed counts where few parts tell.
FrameStretches::Spread FrameStretches::spread(const std::vector<Fit>& fits) {
  Spread spread{kAssumedDegrees * kAssumedSpread * kAssumedSpread, kAssumedDegrees};
  for (const Fit& fit : fits) {
    const double mean = fit.simulated / static_cast<double>(fit.parts.size());
    if (fit.degrees <= 0 || mean == 0) continue;
    spread.variance += fit.squares / (mean * mean);
    spread.degrees += fit.degrees;
  }
  spread.variance /= spread.degrees;
  return spread;
}

FrameStretches::Estimate FrameStretches::estimate(const std::vector<Measured>& measured) {
  Estimate estimate;
  for (auto& [place, draw] : draws_of_frame_)
    if (draw.first_part != kNone) spread_skipped(draw, 1);
  for (Stratum& stratum : strata_)
    if (stratum.skipped != 0) spread_skipped(stratum, 1);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    estimate.weights.push_back(parts_[part].lead_in ? 0 : 1);
    estimate.slowness.push_back(1);
    if (parts_[part].lead_in) leave_out(parts_[part].stratum, measured[part].work);
    if (!parts_[part].lead_in) estimate.cycles += measured[part].cycles;
  }
  Pace of_copies;
  for (const Stratum& stratum : strata_)
    if (stratum.uniform && stratum.steady) add_pace(stratum, measured, of_copies);
  const Slopes shared = shared_slopes(measured);
  std::vector<Fit> fits;
  for (const Stratum& stratum : strata_)
    if (stratum.groups > stratum.simulated) fits.push_back(fit(stratum, measured, of_copies, shared));
  if (fits.empty()) return estimate;
  const Spread of_all = spread(fits);
  double variance = 0, fourth = 0;  // sums of variances, and of their squares by their degrees of freedom
  for (const Fit& fit : fits) {
    for (const std::size_t part : fit.parts) {
      const double more = weight_of(part) - 1;
      estimate.weights[part] = 1 + more * (fit.more_groups > 0 ? fit.groups_left_out / fit.more_groups : 0);
      const double of_cycles = 1 + more * (fit.alike > 0 ? fit.left_out / fit.alike : 0);
      estimate.slowness[part] = of_cycles / estimate.weights[part];
    }
    estimate.cycles += fit.left_out;
    const auto count = static_cast<double>(fit.parts.size());
    const double mean = fit.simulated / count;
    Spread own{fit.degrees > 0 ? fit.squares / fit.degrees : 0, fit.degrees};
    if (own.degrees < kLeastDegrees) own = {std::max(own.variance, of_all.variance * mean * mean), of_all.degrees};
    const double part = count * fit.weight * (fit.weight - 1) * own.variance;
    variance += part;
    fourth += part * part / own.degrees;
  }
  estimate.bound = kUnlikeWhole * estimate.cycles;
  // Strata of unlike spread have fewer degrees of freedom together (Welch and Satterthwaite).
  if (variance != 0) estimate.bound += student(variance * variance / fourth) * std::sqrt(variance);
  return estimate;
}

}  // namespace texpipe::study
