// The intermediates behind a row's result, step by step, each with the rule that it follows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/verify/pass_rule.h"
#include "analysis/verify/row_probe.h"

namespace texpipe::study {

/// One step of the arithmetic.
struct TraceStep {
  std::string rule;  // ids, as isa/rule_words.h reads them
  std::string text;
};

/// A texel with the values that would put the failing channel inside, all else equal.
struct TraceTexel {
  ProbedTexel texel;
  // Values of the texel's channel that would make the result right: none when its weight is 0, low above high when the
  // format has no such value.
  std::optional<Interval> needed;
};

struct RowTrace {
  std::vector<TraceStep> steps;
  std::vector<TraceTexel> texels;
  Rgba result{};  // in double precision
};

/// The steps from a row's parameters to its texels: of a sample, gather4 or ld.
std::vector<TraceStep> place_steps(const RowProbe& probe, const std::vector<ProbedTexel>& texels);

/// Trace of such a row whose value left its interval.
RowTrace trace_row(const RowProbe& probe, const ValueFailure& failure);

/// Bytes as `12 ff 00`.
std::string bytes_text(std::span<const std::byte> bytes);

/// Channel of the surface that a result column shows; nothing for constants.
std::optional<unsigned> source_channel(const RowProbe& probe, unsigned column);

}  // namespace texpipe::study
