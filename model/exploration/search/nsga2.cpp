#include "exploration/search/nsga2.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "exploration/sweep/pareto.h"
#include "exploration/sweep/sampling.h"

namespace texpipe::study {

namespace {

constexpr double kCrossoverSpread = 15;  // distribution indices, as its authors use them
constexpr double kMutationSpread = 20;
constexpr double kCrossoverShare = 0.9;
constexpr std::uint64_t kDraws = 0x6e736761;  // a stream of its own beside the first generation's

const double kBelowOne = std::nextafter(1.0, 0.0);

double inside(double gene) {
  return std::clamp(gene, 0.0, kBelowOne);
}

/// Adds to each individual of a front its distance from its neighbours, over all objectives; the ends are infinitely
/// far.
void add_loneliness(const std::vector<Individual>& individuals, std::vector<std::size_t> front,
                    std::vector<double>& loneliness) {
  if (individuals[front.front()].costs.empty()) return;
  for (std::size_t objective = 0; objective < individuals[front.front()].costs.size(); ++objective) {
    const auto cost = [&](std::size_t n) { return individuals[n].costs[objective]; };
    std::stable_sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) { return cost(a) < cost(b); });
    const double range = cost(front.back()) - cost(front.front());
    loneliness[front.front()] = loneliness[front.back()] = std::numeric_limits<double>::infinity();
    if (range <= 0) continue;
    for (std::size_t i = 1; i + 1 < front.size(); ++i)
      loneliness[front[i]] += (cost(front[i + 1]) - cost(front[i - 1])) / range;
  }
}

struct Standing {
  std::vector<std::size_t> front;
  std::vector<double> loneliness;

  bool better(std::size_t a, std::size_t b) const {
    return front[a] != front[b] ? front[a] < front[b] : loneliness[a] > loneliness[b];
  }
};

Standing standing_of(const std::vector<Individual>& individuals) {
  Standing standing{fronts_of(individuals), std::vector<double>(individuals.size(), 0)};
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t n = 0; n < individuals.size(); ++n) {
    if (members.size() <= standing.front[n]) members.resize(standing.front[n] + 1);
    members[standing.front[n]].push_back(n);
  }
  for (const std::vector<std::size_t>& front : members)
    if (!front.empty()) add_loneliness(individuals, front, standing.loneliness);
  return standing;
}

}  // namespace

std::vector<std::size_t> fronts_of(const std::vector<Individual>& individuals) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> front(individuals.size(), kNone);
  std::size_t placed = 0;
  for (std::size_t rank = 0; placed < individuals.size(); ++rank) {
    std::vector<std::size_t> members;
    for (std::size_t n = 0; n < individuals.size(); ++n) {
      if (front[n] != kNone) continue;
      bool dominated = false;
      for (std::size_t other = 0; other < individuals.size() && !dominated; ++other)
        dominated = front[other] == kNone && dominates(individuals[other].costs, individuals[n].costs);
      if (!dominated) members.push_back(n);
    }
    for (const std::size_t n : members) front[n] = rank;
    placed += members.size();
  }
  return front;
}

std::vector<std::vector<double>> Nsga2::first() const {
  std::vector<std::vector<double>> places(population_, std::vector<double>(axes_));
  for (std::size_t n = 0; n < population_; ++n) {
    for (std::size_t axis = 0; axis < axes_; ++axis) {
      const bool even = axis < kMostSobolAxes;
      places[n][axis] =
          even ? sobol_coordinate(seed_, static_cast<std::uint32_t>(n), axis) : random_coordinate(seed_, n, axis);
    }
  }
  return places;
}

double Nsga2::random() {
  return random_coordinate(seed_ ^ kDraws, drawn_++, 0);
}

std::size_t Nsga2::tournament(const std::vector<Individual>& parents) {
  const auto any = [&] { return static_cast<std::size_t>(random() * static_cast<double>(parents.size())); };
  const std::size_t a = any();
  const std::size_t b = any();
  return standing_of(parents).better(b, a) ? b : a;
}

std::vector<double> Nsga2::child(const std::vector<Individual>& parents) {
  const std::size_t mother = tournament(parents);
  const std::size_t father = tournament(parents);
  std::vector<double> genes = parents[mother].genes;
  const bool crossed = random() < kCrossoverShare;
  for (std::size_t axis = 0; axis < axes_; ++axis) {
    if (crossed && random() < 0.5) {
      const double other = parents[father].genes[axis], u = random();
      const double spread = u < 0.5 ? std::pow(2 * u, 1 / (kCrossoverSpread + 1))
                                    : std::pow(1 / (2 * (1 - u)), 1 / (kCrossoverSpread + 1));
      const double side = random() < 0.5 ? 1 : -1;
      genes[axis] = inside(0.5 * ((1 + side * spread) * genes[axis] + (1 - side * spread) * other));
    }
    if (random() < 1 / static_cast<double>(axes_)) {
      const double u = random();
      const double step = u < 0.5 ? std::pow(2 * u, 1 / (kMutationSpread + 1)) - 1
                                  : 1 - std::pow(2 * (1 - u), 1 / (kMutationSpread + 1));
      genes[axis] = inside(genes[axis] + step);
    }
  }
  return genes;
}

std::vector<Individual> Nsga2::survivors(std::vector<Individual> individuals) const {
  const Standing standing = standing_of(individuals);
  std::vector<std::size_t> order(individuals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return standing.better(a, b); });
  std::vector<Individual> best;
  for (std::size_t i = 0; i < std::min(population_, order.size()); ++i)
    best.push_back(std::move(individuals[order[i]]));
  return best;
}

}  // namespace texpipe::study
