#include "exploration/search/nsga2.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "exploration/sweep/pareto.h"

using namespace texpipe::study;

TEST_CASE("a place dominates another when it is nowhere worse and somewhere better", "[search]") {
  CHECK(dominates({1, 2}, {1, 3}));
  CHECK_FALSE(dominates({1, 2}, {1, 2}));
  CHECK_FALSE(dominates({1, 3}, {2, 2}));
  CHECK(dominates({9, 9}, {}));
  CHECK_FALSE(dominates({}, {9, 9}));
  CHECK_FALSE(dominates({}, {}));
}

TEST_CASE("fronts peel off and what failed is on the last", "[search]") {
  const std::vector<Individual> individuals{{{}, {1, 4}}, {{}, {2, 2}}, {{}, {2, 4}},
                                            {{}, {4, 1}}, {{}, {5, 5}}, {{}, {}}};
  CHECK(fronts_of(individuals) == std::vector<std::size_t>{0, 0, 1, 0, 2, 3});
}

TEST_CASE("of a front that is too large the loneliest survive and its ends always", "[search]") {
  const Nsga2 search{1, 4, 1};
  const auto survivors = search.survivors(
      {{{0.1}, {0, 10}}, {{0.2}, {1, 9}}, {{0.3}, {1.5, 8.5}}, {{0.4}, {5, 5}}, {{0.5}, {10, 0}}, {{0.6}, {11, 11}}});
  std::vector<double> genes;
  for (const Individual& individual : survivors) genes.push_back(individual.genes.front());
  std::sort(genes.begin(), genes.end());
  CHECK(genes == std::vector<double>{0.1, 0.3, 0.4, 0.5});
}

TEST_CASE("a search of two opposed aims finds all of their front", "[search]") {
  // Least x and least (1 - x), while the other axes only cost: the front is where these are 0.
  const auto cost = [](const std::vector<double>& g) {
    const double waste = g[1] + g[2];
    return std::vector<double>{g[0] + waste, 1 - g[0] + waste};
  };
  const auto run = [&](std::uint64_t seed) {
    Nsga2 search{3, 24, seed};
    std::vector<Individual> population;
    for (const auto& genes : search.first()) population.push_back({genes, cost(genes)});
    for (int generation = 0; generation < 40; ++generation) {
      std::vector<Individual> all = population;
      for (int n = 0; n < 24; ++n) {
        const std::vector<double> genes = search.child(population);
        all.push_back({genes, cost(genes)});
      }
      population = search.survivors(std::move(all));
    }
    return population;
  };
  const auto population = run(7);
  double least = 1, most = 0;
  for (const Individual& individual : population) {
    CHECK(individual.genes[1] + individual.genes[2] < 0.1);
    least = std::min(least, individual.genes[0]);
    most = std::max(most, individual.genes[0]);
  }
  CHECK(least < 0.05);
  CHECK(most > 0.95);
  CHECK(run(7).front().genes == population.front().genes);
  CHECK(run(8).front().genes != population.front().genes);
}
