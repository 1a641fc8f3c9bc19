// Single values through the arithmetic of whole vISA operands.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "functional/execution/visa_operation.h"

namespace texpipe::functional::test {

inline constexpr unsigned kLanes = 3;  // the last one counts

inline LaneValues in_all_lanes(const VisaValue& value) {
  LaneValues values;
  values.type = value.type;
  values.below_zero = value.below_zero ? ~0u : 0;
  values.bits.fill(value.bits);
  return values;
}

inline visa::DataType type_of(const std::vector<VisaValue>& sources) {
  std::vector<visa::DataType> types;
  for (const VisaValue& source : sources) types.push_back(source.type);
  return arithmetic_type(types);
}

inline VisaValue evaluate(std::string_view instruction, const std::vector<VisaValue>& sources, bool saturate = false) {
  const visa::DataType type = type_of(sources);
  std::vector<LaneValues> lanes;
  for (const VisaValue& source : sources) lanes.push_back(in_all_lanes(source));
  LaneValues results;
  compute_lanes(computing_operation(instruction, type), type, lanes, kLanes, saturate, results);
  return results.at(kLanes - 1);
}

inline bool compare(unsigned relation, const VisaValue& a, const VisaValue& b) {
  const std::uint32_t flags = compare_lanes(relation, type_of({a, b}), in_all_lanes(a), in_all_lanes(b), kLanes);
  return (flags >> (kLanes - 1) & 1) != 0;
}

}  // namespace texpipe::functional::test
