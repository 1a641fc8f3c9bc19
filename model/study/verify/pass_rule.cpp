#include "study/verify/pass_rule.h"

#include <bit>
#include <cmath>

#include "study/image/byte_reader.h"
#include "study/image/npy.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kColumns = 4;

// An array of [rows, 4] numbers as doubles, which hold every float32 and 32-bit integer.
class Values {
 public:
  Values(const std::filesystem::path& file, std::size_t rows) : array_{read_npy(file)} {
    const bool type_fits =
        array_.type == NpyType::kFloat32 || array_.type == NpyType::kUint32 || array_.type == NpyType::kInt32;
    if (!type_fits || array_.shape != std::vector<std::uint64_t>{rows, kColumns}) {
      malformed(file.string(), "array has another shape or type",
                "[" + std::to_string(rows) + ", 4] of 32-bit numbers");
    }
  }

  double at(std::size_t row, unsigned column) const {
    return of_bits(array_.as<std::uint32_t>()[row * kColumns + column]);
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

bool inside(double got, double low, double high) {
  if (std::isnan(low) || std::isnan(high)) return std::isnan(got);
  return low <= got && got <= high;
}

double root_mean_square(const CaseResults& results, const Values& ideal) {
  double sum = 0;
  for (std::size_t row = 0; row < results.size(); ++row) {
    for (unsigned column = 0; column < kColumns; ++column) {
      const double difference = ideal.of_bits(results[row][column]) - ideal.at(row, column);
      sum += difference * difference;
    }
  }
  return results.empty() ? 0 : std::sqrt(sum / static_cast<double>(results.size() * kColumns));
}

}  // namespace

Verdict judge(const GoldenCase& golden, const CaseResults& results) {
  Verdict verdict;
  const Values expected{golden.expected, results.size()};
  if (golden.lenient) return verdict;
  std::optional<Values> low;
  std::optional<Values> high;
  if (golden.has_interval()) {
    low.emplace(golden.lo, results.size());
    high.emplace(golden.hi, results.size());
  }
  for (std::size_t row = 0; row < results.size(); ++row) {
    for (const unsigned column : golden.check_columns) {
      const double got = expected.of_bits(results[row][column]);
      const double centre = expected.at(row, column);
      const double bottom = low ? low->at(row, column) : std::isinf(centre) ? centre : centre - golden.abs_tol;
      const double top = high ? high->at(row, column) : std::isinf(centre) ? centre : centre + golden.abs_tol;
      ++verdict.values;
      if (!inside(got, bottom, top)) verdict.failures.push_back({row, column, bottom, top, got});
    }
  }
  if (golden.rms_limit) {
    verdict.rms = root_mean_square(results, Values{golden.ideal, results.size()});
    verdict.rms_exceeded = !(*verdict.rms <= *golden.rms_limit);
  }
  return verdict;
}

}  // namespace texpipe::study
