#include "functional/frame/tessellation/tessellator.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "base/diagnostic.h"
#include "functional/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

using enum TessellatorDomain;
using enum TessellatorPartitioning;
using enum TessellatorOutput;

double doubled_area(const TessellatedPatch& patch, std::size_t triangle) {
  const auto& p = [&](unsigned corner) { return patch.points[patch.indices[3 * triangle + corner]]; };
  const auto a = p(0), b = p(1), c = p(2);
  return (double{b.u} - a.u) * (double{c.v} - a.v) - (double{c.u} - a.u) * (double{b.v} - a.v);
}

/// Length of the edges that have a triangle on one side only, and how often an edge has more than two.
struct Edges {
  unsigned at_border = 0;
  unsigned inside = 0;
  unsigned wrong = 0;
};
Edges edges_of(const TessellatedPatch& patch) {
  std::map<std::pair<unsigned, unsigned>, unsigned> sides;
  for (std::size_t i = 0; i < patch.indices.size(); i += 3) {
    for (unsigned k = 0; k < 3; ++k) {
      const unsigned a = patch.indices[i + k], b = patch.indices[i + (k + 1) % 3];
      ++sides[{std::min(a, b), std::max(a, b)}];
    }
  }
  Edges edges;
  for (const auto& [ends, count] : sides) ++(count == 1 ? edges.at_border : count == 2 ? edges.inside : edges.wrong);
  return edges;
}

/// Segments that a factor gives an edge.
unsigned segments(TessellatorPartitioning partitioning, float factor) {
  switch (partitioning) {
    case kInteger:
      return static_cast<unsigned>(std::ceil(std::clamp(factor, 1.0f, 64.0f)));
    case kOddFractional: {
      const auto whole = static_cast<unsigned>(std::ceil(std::clamp(factor, 1.0f, 63.0f)));
      return whole | 1u;
    }
    default:
      return 2 * static_cast<unsigned>(std::ceil(std::clamp(factor, 2.0f, 64.0f) / 2));
  }
}

/// A triangulation covers its domain once: areas have one sign and add up to it, and every edge inside has two
/// triangles.
void check_covers(const TessellatedPatch& patch, double doubled, unsigned border) {
  double sum = 0, least = 1;
  for (std::size_t i = 0; i < patch.indices.size() / 3; ++i) {
    sum += doubled_area(patch, i);
    least = std::min(least, doubled_area(patch, i));
  }
  CHECK(sum == Approx(doubled).margin(1e-9));
  CHECK(least >= -1e-4);  // thin ones of a fractional factor are rounded
  const Edges edges = edges_of(patch);
  CHECK(edges.wrong == 0);
  CHECK(edges.at_border == border);
  // Euler: points - edges + triangles = 1, and every point is used.
  const std::set<std::uint16_t> used{patch.indices.begin(), patch.indices.end()};
  CHECK(used.size() == patch.points.size());
  CHECK(patch.points.size() + patch.indices.size() / 3 == edges.at_border + edges.inside + 1);
}

std::set<std::pair<float, float>> places(const TessellatedPatch& patch) {
  std::set<std::pair<float, float>> all;
  for (const DomainPoint& point : patch.points) all.emplace(point.u, point.v);
  return all;
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("equal whole factors n of a quad give a grid of n x n cells, two triangles each", "[tessellator]") {
  Tessellator tessellator{{.domain = kQuad}};
  for (unsigned n = 1; n <= 64; ++n) {
    const auto f = static_cast<float>(n);
    const TessellatedPatch& patch = tessellator.tessellate({.outer = {f, f, f, f}, .inner = {f, f}});
    CHECK(patch.points.size() == (n + 1) * (n + 1));
    CHECK(patch.indices.size() == 6 * n * n);
    check_covers(patch, 2, 4 * n);
    // Positions are those of the grid, to half a step of 1/65536.
    float off = 0;
    for (const DomainPoint& point : patch.points) {
      off = std::max(off, std::fabs(point.u * f - std::rint(point.u * f)) / f);
      off = std::max(off, std::fabs(point.v * f - std::rint(point.v * f)) / f);
    }
    CHECK(off <= 32.0f / 65536);
  }
}

TEST_CASE("diagonals of a quad are mirrored at the middle lines of the patch", "[tessellator]") {
  Tessellator tessellator{{.domain = kQuad}};
  const TessellatedPatch& patch = tessellator.tessellate({.outer = {6, 6, 6, 6}, .inner = {6, 6}});
  unsigned rising = 0, falling = 0;
  for (std::size_t i = 0; i < patch.indices.size(); i += 3) {
    for (unsigned k = 0; k < 3; ++k) {
      const DomainPoint a = patch.points[patch.indices[i + k]], b = patch.points[patch.indices[i + (k + 1) % 3]];
      const float u = b.u - a.u, v = b.v - a.v;
      if (std::fabs(u) < 0.01f || std::fabs(v) < 0.01f) continue;
      const bool same_side = ((a.u + b.u) / 2 < 0.5f) == ((a.v + b.v) / 2 < 0.5f);
      CHECK((u * v > 0) == same_side);  // from the first corner to the third one where both halves are alike
      ++(u * v > 0 ? rising : falling);
    }
  }
  CHECK(rising == 36);  // each diagonal belongs to two triangles
  CHECK(falling == 36);
}

TEST_CASE("the middle cell of an odd grid has the diagonal of unlike quadrants", "[tessellator]") {
  // As lavapipe's picture of a wire frame of 7 x 7 cells has it.
  Tessellator tessellator{{.domain = kQuad}};
  const TessellatedPatch& patch = tessellator.tessellate({.outer = {7, 7, 7, 7}, .inner = {7, 7}});
  unsigned found = 0;
  for (std::size_t i = 0; i < patch.indices.size(); i += 3) {
    for (unsigned k = 0; k < 3; ++k) {
      const DomainPoint a = patch.points[patch.indices[i + k]], b = patch.points[patch.indices[i + (k + 1) % 3]];
      if (std::fabs(a.u + b.u - 1) > 1e-3f || std::fabs(a.v + b.v - 1) > 1e-3f) continue;
      CHECK((b.u - a.u) * (b.v - a.v) < 0);
      ++found;
    }
  }
  CHECK(found == 2);  // of both its triangles
}

TEST_CASE("a triangle's whole factors give rings of points around its middle", "[tessellator]") {
  Tessellator tessellator{{.domain = kTriangle}};
  for (unsigned n = 1; n <= 64; ++n) {
    const auto f = static_cast<float>(n);
    const TessellatedPatch& patch = tessellator.tessellate({.outer = {f, f, f}, .inner = {f}});
    // Rings have 3n, 3(n - 2), 3(n - 4) ... points; the last one of an even factor is one point.
    std::size_t points = n % 2 == 0 ? 1 : 0;
    for (int ring = static_cast<int>(n); ring > 0; ring -= 2) points += 3 * static_cast<unsigned>(ring);
    CHECK(patch.points.size() == points);
    check_covers(patch, 1, 3 * n);
  }
  const TessellatedPatch& one = tessellator.tessellate({.outer = {1, 1, 1}, .inner = {1}});
  CHECK(places(one) == std::set<std::pair<float, float>>{{0, 0}, {0, 1}, {1, 0}});
  const TessellatedPatch& two = tessellator.tessellate({.outer = {1, 1, 1}, .inner = {2}});
  CHECK(two.indices.size() == 9);
  CHECK(two.points.back().u == Approx(1.0 / 3).margin(1e-4));
}

TEST_CASE("any factors of any partitioning cover quad and triangle once", "[tessellator]") {
  const std::vector<float> factors{0.3f, 1, 1.00001f, 1.5f, 2,     2.7f, 3,  4.2f, 5,
                                   7.9f, 8, 16.5f,    31,   33.3f, 63,   64, 1e9f};
  for (const TessellatorPartitioning partitioning : {kInteger, kOddFractional, kEvenFractional}) {
    Tessellator quads{{.domain = kQuad, .partitioning = partitioning}};
    Tessellator triangles{{.domain = kTriangle, .partitioning = partitioning}};
    std::uint32_t random = 1;
    const auto next = [&] {
      random = random * 1664525 + 1013904223;
      return factors[(random >> 16) % factors.size()];
    };
    for (unsigned i = 0; i < 300; ++i) {
      const TessellationFactors f{.outer = {next(), next(), next(), next()}, .inner = {next(), next()}};
      INFO("partitioning " << static_cast<unsigned>(partitioning) << ", outer " << f.outer[0] << " " << f.outer[1]
                           << " " << f.outer[2] << " " << f.outer[3] << ", inner " << f.inner[0] << " " << f.inner[1]);
      unsigned border = 0;
      for (unsigned side = 0; side < 3; ++side) border += segments(partitioning, f.outer[side]);
      check_covers(triangles.tessellate(f), 1, border);
      check_covers(quads.tessellate(f), 2, border + segments(partitioning, f.outer[3]));
    }
  }
}

TEST_CASE("between whole factors of a parity two pairs of points move apart from their neighbours", "[tessellator]") {
  const auto along = [](float factor, EdgeParity parity) {
    const EdgeDivision division{factor, parity};
    std::vector<double> all;
    for (unsigned i = 0; i < division.points(); ++i) all.push_back(division.place(i) / 65536.0);
    return all;
  };
  using List = std::vector<double>;
  const auto near = [](const List& a, const List& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return std::fabs(x - y) < 2e-5; });
  };
  CHECK(near(along(2, EdgeParity::kOdd), {0, 1.0 / 6, 5.0 / 6, 1}));
  CHECK(near(along(3, EdgeParity::kOdd), {0, 1.0 / 3, 2.0 / 3, 1}));
  CHECK(near(along(3, EdgeParity::kEven), {0, 3.0 / 8, 1.0 / 2, 5.0 / 8, 1}));
  CHECK(near(along(4, EdgeParity::kEven), {0, 1.0 / 4, 1.0 / 2, 3.0 / 4, 1}));
  CHECK(near(along(5, EdgeParity::kEven), {0, (0.25 + 1.0 / 6) / 2, (0.25 + 1.0 / 3) / 2, 0.5, 1 - (0.25 + 1.0 / 3) / 2,
                                           1 - (0.25 + 1.0 / 6) / 2, 1}));
  // The ends stay, and both halves are mirror images, so that neighbours' edges meet.
  for (float factor = 2; factor < 63; factor += 0.37f) {
    for (const EdgeParity parity : {EdgeParity::kEven, EdgeParity::kOdd}) {
      const List points = along(factor, parity);
      CHECK(points.front() == 0);
      CHECK(points.back() == 1);
      CHECK(std::is_sorted(points.begin(), points.end()));
      for (std::size_t i = 0; i < points.size(); ++i) CHECK(points[i] == 1 - points[points.size() - 1 - i]);
    }
  }
}

TEST_CASE("factors are limited, and an outer one that is 0, negative or no number culls the patch", "[tessellator]") {
  for (const TessellatorDomain domain : {kQuad, kTriangle}) {
    Tessellator tessellator{{.domain = domain}};
    CHECK(tessellator.tessellate({.outer = {0, 1, 1, 1}, .inner = {1, 1}}).points.empty());
    CHECK(tessellator.tessellate({.outer = {1, -1, 1, 1}, .inner = {1, 1}}).points.empty());
    CHECK(tessellator.tessellate({.outer = {1, 1, kNan, 1}, .inner = {1, 1}}).points.empty());
    CHECK(tessellator.tessellate({.outer = {1, 1, 1, 1}, .inner = {kNan, 0}}).points.size() ==
          (domain == kQuad ? 4 : 3));
  }
  Tessellator limited{{.domain = kQuad, .partitioning = kOddFractional, .most_odd = 15}};
  CHECK(limited.tessellate({.outer = {99, 99, 99, 99}, .inner = {99, 99}}).points.size() == 16 * 16);
  Tessellator even{{.domain = kQuad, .partitioning = kEvenFractional}};
  CHECK(even.tessellate({.outer = {1, 1, 1, 1}, .inner = {1, 1}}).points.size() == 3 * 3);
}

TEST_CASE("isolines have as many lines as the first factor, none at v = 1", "[tessellator]") {
  Tessellator tessellator{{.domain = kIsoline, .output = kLine}};
  const TessellatedPatch& lines = tessellator.tessellate({.outer = {4, 2}});
  CHECK(lines.points.size() == 12);
  CHECK(lines.indices == std::vector<std::uint16_t>{0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11});
  CHECK(lines.points[4].u == 0.5f);
  CHECK(lines.points[4].v == 0.25f);
  CHECK(lines.points[11].v == 0.75f);
  CHECK(tessellator.tessellate({.outer = {1, 0}}).points.empty());
  Tessellator points{{.domain = kIsoline, .output = kPoint}};
  CHECK(points.tessellate({.outer = {3, 1}}).indices == std::vector<std::uint16_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("triangles turn as the state says, and points name each point once", "[tessellator]") {
  const TessellationFactors factors{.outer = {3, 3, 3, 3}, .inner = {3, 3}};
  for (const TessellatorDomain domain : {kQuad, kTriangle}) {
    Tessellator clockwise{{.domain = domain, .output = kClockwise}};
    Tessellator other{{.domain = domain, .output = kCounterClockwise}};
    Tessellator points{{.domain = domain, .output = kPoint}};
    CHECK(doubled_area(clockwise.tessellate(factors), 0) > 0);
    CHECK(doubled_area(other.tessellate(factors), 0) < 0);
    CHECK(points.tessellate(factors).indices.size() == points.tessellate(factors).points.size());
  }
}

TEST_CASE("a patch header holds factors from its last DWord down", "[tessellator]") {
  const std::array<std::uint32_t, 8> header{bits_of(0), bits_of(1), bits_of(2), bits_of(3),
                                            bits_of(4), bits_of(5), bits_of(6), bits_of(7)};
  CHECK(factors_of_header(kQuad, header) == TessellationFactors{.outer = {7, 6, 5, 4}, .inner = {3, 2}});
  CHECK(factors_of_header(kTriangle, header) == TessellationFactors{.outer = {7, 6, 5, 0}, .inner = {4, 0}});
  CHECK(factors_of_header(kIsoline, header) == TessellationFactors{.outer = {6, 7, 0, 0}});
}

TEST_CASE("a tessellator's state that cannot be is refused", "[tessellator]") {
  const auto refused = [](gen9::FieldBits field, std::uint64_t value) {
    FrameBench bench;
    bench.set_real(command::kTe["Maximum Tessellation Factor Odd"], 63);
    bench.set_real(command::kTe["Maximum Tessellation Factor Not Odd"], 64);
    bench.set(command::kTe["Output Topology"], 2);
    bench.set(field, value);
    try {
      TessellatorState::of(bench.state);
    } catch (const Error& error) {
      return std::string{error.what()};
    }
    return std::string{"nothing"};
  };
  CHECK(refused(command::kTe["TE Domain"], 0) == "nothing");
  CHECK_THAT(refused(command::kTe["TE Domain"], 3), Catch::Contains("no TE Domain 3"));
  CHECK_THAT(refused(command::kTe["TE Domain"], 2), Catch::Contains("ISOLINE has no triangles"));
  CHECK_THAT(refused(command::kTe["Output Topology"], 1), Catch::Contains("LINE needs TE Domain ISOLINE"));
  CHECK_THAT(refused(command::kTe["Partitioning"], 3), Catch::Contains("no Partitioning 3"));
  CHECK_THAT(refused(command::kTe["TE Mode"], 1), Catch::Contains("TE Mode 1"));
}
