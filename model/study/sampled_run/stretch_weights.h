// Weight of each simulated stretch, and how far the sum may be off.
#pragma once

#include <vector>

#include "study/sampled_run/stretches.h"

namespace texpipe::study {

/// Two-sided 95 % of Student's distribution.
double student(double degrees);

/// Weights of the chosen stretches, by which a sum over them is one over all between the first and the last: each
/// stands for its share of its stratum, corrected so that the features of all stretches come out (generalised
/// regression; the ridge grows until no weight is negative and most of the degrees of freedom are left).
class StretchWeights {
 public:
  explicit StretchWeights(const SamplePlan& plan);

  const std::vector<double>& weights() const { return weights_; }

  double sum(const std::vector<double>& values) const;

  /// The sum over all is off by no more than this in 95 of 100 cases, as far as the spread of what the features do not
  /// explain tells it.
  /// @param values  of the chosen stretches, in order
  double bound(const std::vector<double>& values) const;

 private:
  double explained() const;
  std::vector<double> unexplained(const std::vector<double>& values) const;

  const SamplePlan& plan_;
  std::vector<double> shares_;  // of a stretch in its stratum
  std::vector<double> weights_;
  std::vector<double> mean_;                 // of the features
  std::vector<std::vector<double>> solved_;  // of each chosen one: its features through the inverse
  std::vector<double> leverages_;            // of each chosen one on its own fitted value
  double degrees_ = 0;                       // of freedom, within strata
};

}  // namespace texpipe::study
