#include "study/sample/stretch_weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace texpipe::study {

namespace {

constexpr double kSmallestRidge = 0.01;  // of features whose mean is 1, per chosen stretch
constexpr double kRidgeStep = 4;
constexpr double kLargestRidge = 1e6;

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

/// Two-sided 95 % of Student's distribution (the first terms of its expansion in 1 / degrees).
double student(double degrees) {
  constexpr double kZ = 1.959964;
  constexpr double kFirst = (kZ * kZ * kZ + kZ) / 4;
  constexpr double kSecond = (5 * kZ * kZ * kZ * kZ * kZ + 16 * kZ * kZ * kZ + 3 * kZ) / 96;
  return kZ + kFirst / degrees + kSecond / (degrees * degrees);
}

}  // namespace

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
  const double each = all / static_cast<double>(std::max<std::size_t>(plan.chosen.size(), 1));
  for (double ridge = kSmallestRidge; ridge < kLargestRidge; ridge *= kRidgeStep) {
    Matrix ridged = spread;
    for (std::size_t f = 0; f < features; ++f) ridged[f][f] += ridge * each;
    solved_ = solve(std::move(ridged), deviations);
    weights_ = shares_;
    explained_ = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const std::vector<double>& x = plan.stretches[plan.chosen[i].stretch].features;
      for (std::size_t f = 0; f < features; ++f) {
        weights_[i] += missing[f] * solved_[f][i];
        explained_ += solved_[f][i] * (x[f] - mean_[f]);
      }
    }
    if (std::all_of(weights_.begin(), weights_.end(), [](double weight) { return weight >= 0; })) return;
  }
  weights_ = shares_;
}

double StretchWeights::sum(const std::vector<double>& values) const {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weights_[i] * values[i];
  return sum;
}

double StretchWeights::bound(const std::vector<double>& values) const {
  const std::size_t features = mean_.size();
  double all = 0, mean = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    all += shares_[i];
    mean += shares_[i] * values[i];
  }
  mean /= all;
  std::vector<double> slope(features, 0);
  for (std::size_t f = 0; f < features; ++f) {
    for (std::size_t i = 0; i < values.size(); ++i) slope[f] += solved_[f][i] * (values[i] - mean);
  }
  std::vector<double> rest(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    rest[i] = values[i] - mean;
    const std::vector<double>& x = plan_.stretches[plan_.chosen[i].stretch].features;
    for (std::size_t f = 0; f < features; ++f) rest[i] -= slope[f] * (x[f] - mean_[f]);
  }
  double variance = 0, degrees = 0;
  for (std::size_t h = 0; h < plan_.stratum_sizes.size(); ++h) {
    double count = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (plan_.chosen[i].stratum != h) continue;
      ++count;
      sum += rest[i];
    }
    if (count < 2) continue;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (plan_.chosen[i].stratum == h) squares += (rest[i] - sum / count) * (rest[i] - sum / count);
    }
    const auto size = static_cast<double>(plan_.stratum_sizes[h]);
    degrees += count - 1;
    variance += size * size * squares / (count - 1) / count * (1 - count / size);
  }
  // The regression was fitted to the same stretches.
  const double left = std::max(degrees - explained_, 1.0);
  return student(left) * std::sqrt(variance * std::max(degrees, 1.0) / left);
}

}  // namespace texpipe::study
