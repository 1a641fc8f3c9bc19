// A multi-objective search: the non-dominated sorting genetic algorithm of Deb, Pratap, Agarwal and Meyarivan (2002),
// with simulated binary crossover and polynomial mutation. The same seed and costs give the same search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace texpipe::study {

/// A place in the unit cube, and what it costs: less is better. Without costs it is worse than any that has them.
struct Individual {
  std::vector<double> genes;  // of [0, 1)
  std::vector<double> costs;
};

/// For each individual the front that it is on: 0 for those that none dominates, 1 for those that only these do, ...
std::vector<std::size_t> fronts_of(const std::vector<Individual>& individuals);

class Nsga2 {
 public:
  /// @param population  survivors of a generation, at least 4
  Nsga2(std::size_t axes, std::size_t population, std::uint64_t seed)
      : axes_{axes}, population_{population}, seed_{seed} {}

  /// Places of the first generation: they fill the axes evenly.
  std::vector<std::vector<double>> first() const;

  /// A child of two parents, of which the better of two random ones each is taken.
  std::vector<double> child(const std::vector<Individual>& parents);

  /// The best by front, and in a front the loneliest.
  std::vector<Individual> survivors(std::vector<Individual> individuals) const;

 private:
  double random();
  std::size_t tournament(const std::vector<Individual>& parents);

  std::size_t axes_;
  std::size_t population_;
  std::uint64_t seed_;
  std::uint64_t drawn_ = 0;
};

}  // namespace texpipe::study
