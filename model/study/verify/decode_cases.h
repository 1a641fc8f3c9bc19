// Format decode cases of formats that the sampling engine does not read, answered by the format table directly.
#pragma once

#include "study/verify/case_messages.h"
#include "study/verify/pass_rule.h"

namespace texpipe::study {

/// True for ld cases of formats that the sampler does not read.
bool needs_decode_table(const GoldenCase& golden);

/// Texels of the rows, out of the case's packed data; 0 outside the surface.
CaseResults decode_rows(const GoldenCase& golden, const CaseRows& rows);

}  // namespace texpipe::study
