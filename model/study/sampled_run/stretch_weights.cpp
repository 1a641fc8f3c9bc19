#include "study/sampled_run/stretch_weights.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace texpipe::study {

namespace {

constexpr double kSmallestRidge = 0.01;  // of features whose mean is 1, per chosen stretch
constexpr double kRidgeStep = 4;
constexpr double kLargestRidge = 1e6;
// Part of the sum by which it is off whatever is drawn, because caches and queues are not quite as in the whole
// (scripts/sample_error.py --coverage).
constexpr double kLeastBound = 0.005;
constexpr double kLargestLeverage = 0.9;
constexpr double kSharedDegrees = 2;           // of the spread of all strata in that of each
constexpr double kLargestExplained = 1.0 / 3;  // of the degrees of freedom, by the regression

using Matrix = std::vector<std::vector<double>>;

/// X of A X = B for a positive definite A.
Matrix solve(Matrix a, Matrix b) {
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n; ++c) a[r][c] -= factor * a[i][c];
      for (std::size_t c = 0; c < b[r].size(); ++c) b[r][c] -= factor * b[i][c];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (double& value : b[i]) value /= a[i][i];
  }
  return b;
}

}  // namespace

/// Tabulated, from 10 degrees on the first terms of its expansion in 1 / degrees. Degrees between whole ones count as
/// the lower one.
double student(double degrees) {
  constexpr double kFew[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
  const auto whole = static_cast<std::size_t>(std::max(degrees, 1.0));
  if (whole <= std::size(kFew)) return kFew[whole - 1];
  constexpr double kZ = 1.959964;
  constexpr double kFirst = (kZ * kZ * kZ + kZ) / 4;
  constexpr double kSecond = (5 * kZ * kZ * kZ * kZ * kZ + 16 * kZ * kZ * kZ + 3 * kZ) / 96;
  return kZ + kFirst / degrees + kSecond / (degrees * degrees);
}

StretchWeights::StretchWeights(const SamplePlan& plan) : plan_{plan} {
  const std::size_t features = plan.stretches.front().features.size();
  std::vector<double> chosen_of(plan.stratum_sizes.size(), 0);
  for (const ChosenStretch& chosen : plan.chosen) ++chosen_of[chosen.stratum];
  double all = 0;
  mean_.assign(features, 0);
  for (const ChosenStretch& chosen : plan.chosen) {
    shares_.push_back(static_cast<double>(plan.stratum_sizes[chosen.stratum]) / chosen_of[chosen.stratum]);
    all += shares_.back();
    for (std::size_t f = 0; f < features; ++f) mean_[f] += shares_.back() * plan.stretches[chosen.stretch].features[f];
  }
  std::vector<double> missing(features, 0);  // true sums less those by the shares
  for (std::size_t f = 0; f < features; ++f) missing[f] = -mean_[f];
  for (std::size_t s = 1; s + 1 < plan.stretches.size(); ++s) {
    for (std::size_t f = 0; f < features; ++f) missing[f] += plan.stretches[s].features[f];
  }
  for (double& value : mean_) value /= all;

  Matrix spread(features, std::vector<double>(features, 0));
  Matrix deviations(features, std::vector<double>(plan.chosen.size(), 0));
  for (std::size_t i = 0; i < plan.chosen.size(); ++i) {
    const std::vector<double>& x = plan.stretches[plan.chosen[i].stretch].features;
    for (std::size_t f = 0; f < features; ++f) {
      deviations[f][i] = shares_[i] * (x[f] - mean_[f]);
      for (std::size_t g = 0; g < features; ++g) spread[f][g] += deviations[f][i] * (x[g] - mean_[g]);
    }
  }
  for (const double count : chosen_of) degrees_ += std::max(count - 1, 0.0);
  const double each = all / static_cast<double>(std::max<std::size_t>(plan.chosen.size(), 1));
  for (double ridge = kSmallestRidge; ridge < kLargestRidge; ridge *= kRidgeStep) {
    Matrix ridged = spread;
    for (std::size_t f = 0; f < features; ++f) ridged[f][f] += ridge * each;
    solved_ = solve(std::move(ridged), deviations);
    weights_ = shares_;
    leverages_.assign(plan.chosen.size(), 0);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const std::vector<double>& x = plan.stretches[plan.chosen[i].stretch].features;
      for (std::size_t f = 0; f < features; ++f) {
        weights_[i] += missing[f] * solved_[f][i];
        leverages_[i] += solved_[f][i] * (x[f] - mean_[f]);
      }
    }
    if (explained() <= kLargestExplained * degrees_ &&
        std::all_of(weights_.begin(), weights_.end(), [](double weight) { return weight >= 0; }))
      return;
  }
  weights_ = shares_;
}

double StretchWeights::explained() const {
  return std::accumulate(leverages_.begin(), leverages_.end(), 0.0);
}

double StretchWeights::sum(const std::vector<double>& values) const {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weights_[i] * values[i];
  return sum;
}

/// Part of each value that the features do not explain, by a regression without that value.
std::vector<double> StretchWeights::unexplained(const std::vector<double>& values) const {
  double all = 0, mean = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    all += shares_[i];
    mean += shares_[i] * values[i];
  }
  mean /= all;
  std::vector<double> rest(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    rest[i] = values[i] - mean;
    const std::vector<double>& x = plan_.stretches[plan_.chosen[i].stretch].features;
    for (std::size_t f = 0; f < mean_.size(); ++f) {
      double slope = 0;
      for (std::size_t j = 0; j < values.size(); ++j) slope += solved_[f][j] * (values[j] - mean);
      rest[i] -= slope * (x[f] - mean_[f]);
    }
    rest[i] /= 1 - std::min(leverages_[i], kLargestLeverage);
  }
  return rest;
}

double StretchWeights::bound(const std::vector<double>& values) const {
  const std::vector<double> rest = unexplained(values);
  struct Spread {
    double size = 0, count = 0, sum = 0, squares = 0;
  };
  std::vector<Spread> strata(plan_.stratum_sizes.size());
  for (std::size_t h = 0; h < strata.size(); ++h) strata[h].size = static_cast<double>(plan_.stratum_sizes[h]);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    ++strata[plan_.chosen[i].stratum].count;
    strata[plan_.chosen[i].stratum].sum += rest[i];
  }
  double pooled = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    Spread& stratum = strata[plan_.chosen[i].stratum];
    const double apart = rest[i] - stratum.sum / stratum.count;
    stratum.squares += apart * apart;
    pooled += apart * apart;
  }
  pooled /= std::max(degrees_, 1.0);
  // Two or three stretches tell little of their stratum's spread, and one nothing: that of all counts as much as two
  // more. A stratum that is simulated whole adds its part as well: a stretch takes other cycles in a sample than in the
  // whole, where other threads are in flight at its ends.
  double variance = 0, fourth = 0;
  for (const Spread& stratum : strata) {
    const double degrees = stratum.count - 1 + kSharedDegrees;
    const double spread = (stratum.squares + kSharedDegrees * pooled) / degrees;
    const double part = stratum.size * stratum.size * spread / stratum.count;
    variance += part;
    fourth += part * part / degrees;
  }
  const double least = kLeastBound * std::abs(sum(values));
  if (variance == 0) return least;
  // Strata of unlike spread have fewer degrees of freedom together (Welch and Satterthwaite); the regression took some.
  const double left = variance * variance / fourth * (1 - explained() / std::max(degrees_, 1.0));
  return std::hypot(student(left) * std::sqrt(variance), least);
}

}  // namespace texpipe::study
