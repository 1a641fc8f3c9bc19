// What vISA's arithmetic and logic instructions make of their sources.
#pragma once

#include <string_view>
#include <vector>

#include "functional/execution/visa_value.h"

namespace texpipe::functional {

/// Result of an instruction with one to four sources in the type that their arithmetic has, integers cut off at 32
/// bits; or whole, in 64 bits, when the destination saturates it. Errors: kUnsupported, naming the instruction.
VisaValue evaluate(std::string_view instruction, const std::vector<VisaValue>& sources, bool saturate = false);

/// Relation of cmp, by its number (eq, ne, gt, ge, lt, le). NaN is unequal to everything and in no order.
bool compare(unsigned relation, const VisaValue& a, const VisaValue& b);

}  // namespace texpipe::functional
