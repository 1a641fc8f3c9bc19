// Estimate of a frame's cycles from the parts that were simulated.
#include <algorithm>
#include <cmath>

#include "study/sampled_run/frame_stretches.h"
#include "study/sampled_run/stretch_weights.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kLeastOfRegression = 4;  // parts of a stratum
constexpr double kLeastLeftOut = 0.1;          // cycles of what was left out, of those of its stratum's parts
constexpr double kLeastDegrees = 3;            // of freedom; strata with fewer share the spread of all
constexpr double kAssumedSpread = 0.3;         // of a part's cycles, which counts
constexpr double kAssumedDegrees = 4;          // with so many degrees among those of all strata
constexpr double kUnlikeWhole = 0.03;          // of the cycles: caches and queues are not quite those of the whole

}  // namespace

/// Fits a stratum: its cycles that were left out, and how unlike its parts are in what nothing explains of them. This
/// is told by the differences of neighbours: what changes slowly over a phase does not count, because the parts are
/// spread over it.
FrameStretches::Fit FrameStretches::fit(const Stratum& stratum, const std::vector<Measured>& measured) const {
  Fit fit{.stratum = &stratum};
  double footprints_of_parts = 0;
  for (const std::size_t part : stratum.parts) {
    fit.simulated += measured[part].cycles;
    footprints_of_parts += measured[part].footprints;
  }
  // Cycles and footprints of each part, less what its groups alone would have.
  std::vector<double> rest, footprints;
  double product = 0, squares = 0;
  for (const std::size_t part : stratum.parts) {
    const double share = (parts_[part].end - parts_[part].first) / stratum.simulated;
    rest.push_back(measured[part].cycles - share * fit.simulated);
    footprints.push_back(measured[part].footprints - share * footprints_of_parts);
    product += rest.back() * footprints.back();
    squares += footprints.back() * footprints.back();
  }
  const bool regresses = rest.size() >= kLeastOfRegression && squares > 0 && product > 0;
  const double slope = regresses ? product / squares : 0;
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= slope * footprints[i];
  double footprints_alike = 0;  // of what was left out, as the parts have them
  for (const std::size_t part : stratum.parts) {
    fit.alike += (weight_of(part) - 1) * measured[part].cycles;
    footprints_alike += (weight_of(part) - 1) * measured[part].footprints;
  }
  fit.left_out =
      std::max(fit.alike + slope * (stratum.footprints_left_out - footprints_alike), kLeastLeftOut * fit.simulated);
  fit.degrees = static_cast<double>(rest.size()) - (regresses ? 2 : 1);
  for (std::size_t i = 1; i < rest.size(); ++i) fit.squares += (rest[i] - rest[i - 1]) * (rest[i] - rest[i - 1]) / 2;
  return fit;
}

/// Relative variance of parts of all strata, and its degrees of freedom: what is assumed counts where few parts tell.
FrameStretches::Spread FrameStretches::spread(const std::vector<Fit>& fits) {
  Spread spread{kAssumedDegrees * kAssumedSpread * kAssumedSpread, kAssumedDegrees};
  for (const Fit& fit : fits) {
    const double mean = fit.simulated / static_cast<double>(fit.stratum->parts.size());
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
    if (parts_[part].lead_in) strata_[parts_[part].stratum].footprints_left_out += measured[part].footprints;
    if (!parts_[part].lead_in) estimate.cycles += measured[part].cycles;
  }
  std::vector<Fit> fits;
  for (const Stratum& stratum : strata_)
    if (stratum.groups > stratum.simulated) fits.push_back(fit(stratum, measured));
  if (fits.empty()) return estimate;
  const Spread of_all = spread(fits);
  double variance = 0, fourth = 0;  // sums of variances, and of their squares by their degrees of freedom
  for (const Fit& fit : fits) {
    const Stratum& stratum = *fit.stratum;
    for (const std::size_t part : stratum.parts)
      estimate.weights[part] = 1 + (weight_of(part) - 1) * (fit.alike > 0 ? fit.left_out / fit.alike : 0);
    estimate.cycles += fit.left_out;
    const auto count = static_cast<double>(stratum.parts.size());
    const double mean = fit.simulated / count, weight = stratum.groups / stratum.simulated;
    Spread own{fit.degrees > 0 ? fit.squares / fit.degrees : 0, fit.degrees};
    if (own.degrees < kLeastDegrees) own = {std::max(own.variance, of_all.variance * mean * mean), of_all.degrees};
    const double part = count * weight * (weight - 1) * own.variance;
    variance += part;
    fourth += part * part / own.degrees;
  }
  estimate.bound = kUnlikeWhole * estimate.cycles;
  // Strata of unlike spread have fewer degrees of freedom together (Welch and Satterthwaite).
  if (variance != 0) estimate.bound += student(variance * variance / fourth) * std::sqrt(variance);
  return estimate;
}

}  // namespace texpipe::study
