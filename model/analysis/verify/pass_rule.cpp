#include "analysis/verify/pass_rule.h"

#include <bit>
#include <cmath>

#include "host/files/byte_reader.h"
#include "pictures/npy/npy.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kResultColumns = 4;

}  // namespace

// An array of [rows, 4] numbers as doubles, which hold every float32 and 32-bit integer. In no unnamed namespace:
// CaseIntervals has some.
class CaseValues {
 public:
  CaseValues(const CaseFile& file, std::size_t rows) : array_{read_case_file(file)} {
    const bool type_fits =
        array_.type == NpyType::kFloat32 || array_.type == NpyType::kUint32 || array_.type == NpyType::kInt32;
    if (!type_fits || array_.shape != std::vector<std::uint64_t>{rows, kResultColumns}) {
      wrong_case_file(file, "has another shape or type", "[" + std::to_string(rows) + ", 4] of 32-bit numbers");
    }
  }

  NpyType type() const { return array_.type; }

  double at(std::size_t row, unsigned column) const {
    return of_bits(array_.as<std::uint32_t>()[row * kResultColumns + column]);
  }

  // A result's 32 bits, read as the elements of this array are.
  double of_bits(std::uint32_t bits) const {
    if (array_.type == NpyType::kFloat32) return std::bit_cast<float>(bits);
    return array_.type == NpyType::kUint32 ? static_cast<double>(bits)
                                           : static_cast<double>(static_cast<std::int32_t>(bits));
  }

 private:
  NpyArray array_;
};

namespace {

double root_mean_square(const CaseResults& results, const CaseValues& ideal) {
  double sum = 0;
  for (std::size_t row = 0; row < results.size(); ++row) {
    for (unsigned column = 0; column < kResultColumns; ++column) {
      const double difference = ideal.of_bits(results[row][column]) - ideal.at(row, column);
      sum += difference * difference;
    }
  }
  return results.empty() ? 0 : std::sqrt(sum / static_cast<double>(results.size() * kResultColumns));
}

// The value that is farthest from its ideal.
ValueFailure farthest_from(const CaseResults& results, const CaseValues& ideal) {
  ValueFailure farthest;
  double distance = -1;
  for (std::size_t row = 0; row < results.size(); ++row) {
    for (unsigned column = 0; column < kResultColumns; ++column) {
      const double want = ideal.at(row, column);
      const double got = ideal.of_bits(results[row][column]);
      if (!(std::fabs(got - want) > distance)) continue;
      distance = std::fabs(got - want);
      farthest = {row, column, want, want, got};
    }
  }
  return farthest;
}

// No interval is empty.
void check_order(const GoldenCase& golden, const CaseValues& low, const CaseValues& high, std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (const unsigned column : golden.check_columns) {
      if (!(low.at(row, column) > high.at(row, column))) continue;
      wrong_case_file(golden.lo, "is above 'hi' in row " + std::to_string(row), "lo <= hi");
    }
  }
}

}  // namespace

bool Interval::holds(double value) const {
  if (std::isnan(low) || std::isnan(high)) return std::isnan(value);
  return low <= value && value <= high;
}

struct CaseIntervals::Arrays {
  CaseValues expected;
  std::optional<CaseValues> low;
  std::optional<CaseValues> high;
  double tolerance;
};

CaseIntervals::CaseIntervals(const GoldenCase& golden, std::size_t rows) {
  auto arrays = std::make_unique<Arrays>(Arrays{CaseValues{golden.expected, rows}, {}, {}, golden.abs_tol});
  if (golden.has_interval()) {
    arrays->low.emplace(golden.lo, rows);
    arrays->high.emplace(golden.hi, rows);
    for (const auto& [file, values] : {std::pair{&golden.lo, &*arrays->low}, {&golden.hi, &*arrays->high}}) {
      if (values->type() != arrays->expected.type())
        wrong_case_file(*file, "has another type than 'expected'", "the same");
    }
    check_order(golden, *arrays->low, *arrays->high, rows);
  }
  arrays_ = std::move(arrays);
}

CaseIntervals::~CaseIntervals() = default;

Interval CaseIntervals::at(std::size_t row, unsigned column) const {
  if (arrays_->low) return {arrays_->low->at(row, column), arrays_->high->at(row, column)};
  const double centre = arrays_->expected.at(row, column);
  if (std::isinf(centre)) return {centre, centre};
  return {centre - arrays_->tolerance, centre + arrays_->tolerance};
}

CaseVerdict judge(const GoldenCase& golden, const CaseResults& results) {
  CaseVerdict verdict;
  const CaseValues expected{golden.expected, results.size()};
  if (golden.lenient) return verdict;
  const CaseIntervals intervals{golden, results.size()};
  for (std::size_t row = 0; row < results.size(); ++row) {
    for (const unsigned column : golden.check_columns) {
      const double got = expected.of_bits(results[row][column]);
      const Interval interval = intervals.at(row, column);
      ++verdict.values;
      if (!interval.holds(got)) verdict.failures.push_back({row, column, interval.low, interval.high, got});
    }
  }
  if (golden.rms_limit) {
    verdict.rms = root_mean_square(results, CaseValues{golden.ideal, results.size()});
    verdict.rms_exceeded = !(*verdict.rms <= *golden.rms_limit);
    if (verdict.rms_exceeded) verdict.farthest = farthest_from(results, CaseValues{golden.ideal, results.size()});
  }
  return verdict;
}

}  // namespace texpipe::study
