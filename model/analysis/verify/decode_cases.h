// Format decode cases of formats that the sampling engine does not read, answered by the format table directly.
#pragma once

#include "analysis/verify/case_messages.h"
#include "analysis/verify/pass_rule.h"

namespace texpipe::study {

/// True for ld cases of formats that the sampler does not read.
bool needs_decode_table(const GoldenCase& golden);

/// Texels of the rows, out of the case's packed data; outside the surface 0, and 1 for alpha that the format lacks.
CaseResults decode_rows(const GoldenCase& golden, const CaseRows& rows);

/// Bytes of the element (texel or block) that a row reads; none outside the surface.
std::vector<std::byte> decoded_element(const GoldenCase& golden, const CaseRows& rows, std::size_t row);

}  // namespace texpipe::study
