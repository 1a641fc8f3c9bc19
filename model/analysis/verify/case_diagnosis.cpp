#include "analysis/verify/case_diagnosis.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/verify/row_trace_text.h"
#include "isa/rule_words.h"

namespace texpipe::study {

namespace {

using gen9::SamplerMessageType;

std::string interval(const ValueFailure& failure) {
  if (std::isnan(failure.low) || std::isnan(failure.high)) return "any NaN";
  if (failure.low == failure.high) return fmt::format("{:.9g}", failure.low);
  return fmt::format("[{:.9g}, {:.9g}]", failure.low, failure.high);
}

void add(std::string& rules, std::string_view rule) {
  if (!rules.empty()) rules += ", ";
  rules += rule;
}

bool is_query(const GoldenCase& golden) {
  return gen9::sampler_message_facts(golden.operation).queries();
}

CaseDiagnosis diagnosis_of(const GoldenCase& golden, const ValueFailure& failure) {
  return {.row = failure.row,
          .column = failure.column,
          .expected = {failure.low, failure.high},
          .got = failure.got,
          .rules = deciding_rules(golden)};
}

// Steps of a query: what it answers about the surface.
std::vector<TraceStep> query_steps(const GoldenCase& golden, const CaseRows& rows, const ValueFailure& failure) {
  const functional::SurfaceImage& image = golden.surface.image;
  if (golden.operation == SamplerMessageType::kSampleinfo) {
    return {{"R4", fmt::format("surface {}: {} sample{}", golden.surface.type, 1u << image.sample_bits,
                               image.sample_bits == 0 ? "" : "s")}};
  }
  const double lod = rows.value(failure.row, "lod");
  const unsigned levels = image.levels - golden.surface.base_level;
  std::vector<TraceStep> steps{
      {"R2", fmt::format("level {:.9g} of the view's {} levels, which start at level {} of {}x{}x{} with {} slice{}",
                         lod, levels, golden.surface.base_level, image.width, image.height, image.depth,
                         image.array_length, image.array_length == 1 ? "" : "s")}};
  if (!(lod >= 0 && lod < levels)) {
    steps.push_back({"R2", "outside: sizes are 0, the number of levels is kept"});
    return steps;
  }
  const unsigned level = golden.surface.base_level + static_cast<unsigned>(lod);
  const auto extent = [&](std::uint32_t size) {
    return fmt::format("max(1, {} >> {}) = {}", size, level, functional::level_extent(size, level));
  };
  steps.push_back({"R2", fmt::format("width {}, height {}, depth {}", extent(image.width), extent(image.height),
                                     extent(image.depth))});
  steps.push_back({"R2, R3", fmt::format("column {} of {}: {} returned", "RGBA"[failure.column], golden.surface.type,
                                         failure.got)});
  return steps;
}

}  // namespace

std::string deciding_rules(const GoldenCase& golden) {
  switch (golden.operation) {
    case SamplerMessageType::kLd:
      return "sections 6, 7 and 9";
    case SamplerMessageType::kResinfo:
      return "R2, R3";
    case SamplerMessageType::kSampleinfo:
      return "R4";
    default:
      break;
  }
  std::string rules;
  if (!golden.sampler) return rules;
  const GoldenSampler& sampler = *golden.sampler;
  const bool linear = sampler.min_filter == ApiFilter::kLinear || sampler.mag_filter == ApiFilter::kLinear;
  const bool nearest = sampler.min_filter == ApiFilter::kNearest || sampler.mag_filter == ApiFilter::kNearest;
  const gen9::SamplerMessageFacts& operation = gen9::sampler_message_facts(golden.operation);
  const bool gather = operation.gathers();
  if (gather) add(rules, "section 6");
  if (nearest && !gather) add(rules, "C5 with R19");
  if (linear || gather) add(rules, "C6 with R19");
  if (linear && !gather) add(rules, "F2, F3");
  if (golden.surface.image.type == functional::SurfaceType::kCube) {
    add(rules, "Q1 to Q3");
  } else {
    add(rules, "section 2");
  }
  for (const gen9::TextureCoordinateMode mode : sampler.address) {
    if (mode != gen9::TextureCoordinateMode::kClampBorder) continue;
    add(rules, "B1");
    break;
  }
  if (golden.surface.array) add(rules, "C8 with R16");
  if (golden.offset != std::array<int, 3>{}) add(rules, "C7");
  if (!gather) add(rules, "L6, L8, L10");
  if (operation.lod == gen9::LodSource::kGradients) {
    add(rules, sampler.max_anisotropy > 1 ? "L4, L5" : "L3");
  }
  if (sampler.compare) add(rules, "F7 with R18");
  return rules;
}

std::string describe_failure(const GoldenCase& golden, const CaseRows& rows, const CaseVerdict& verdict) {
  const auto coordinates = [&](std::size_t row) {
    std::string text;
    for (const std::string& column : rows.columns) text += fmt::format(" {}={:.9g}", column, rows.value(row, column));
    return text;
  };
  if (verdict.failures.empty()) {
    const ValueFailure farthest = verdict.farthest.value_or(ValueFailure{});
    return fmt::format(
        "root mean square {:.6g} is above {:.6g}; farthest is row {} column {}: ideal {:.9g}, got {:.9g};{} (by {})",
        verdict.rms.value_or(0), golden.rms_limit.value_or(0), farthest.row, "RGBA"[farthest.column], farthest.low,
        farthest.got, coordinates(farthest.row), deciding_rules(golden));
  }
  const ValueFailure& first = verdict.failures.front();
  return fmt::format("{} of {} values outside; row {} column {}: expected {}, got {:.9g};{} (by {})",
                     verdict.failures.size(), verdict.values, first.row, "RGBA"[first.column], interval(first),
                     first.got, coordinates(first.row), deciding_rules(golden));
}

std::vector<std::string> CaseDiagnosis::lines() const {
  std::vector<std::string> lines;
  for (const Suspect& suspect : suspects) {
    lines.push_back(fmt::format("differs: {} would put {} of {} failing row{} inside ({})", suspect.change,
                                suspect.rows, rows_tried, rows_tried == 1 ? "" : "s", rules_with_words(suspect.rule)));
  }
  if (suspects.empty() && rows_tried != 0) {
    lines.push_back(
        "differs: no single change of sampler state, level, position, slice, face, offset or channel puts the row "
        "inside");
  }
  const std::vector<std::string> steps = trace_lines(trace, column);
  lines.insert(lines.end(), steps.begin(), steps.end());
  return lines;
}

std::optional<CaseDiagnosis> diagnose(const functional::GpuMemory& memory, const GoldenCase& golden,
                                      const CaseRows& rows, std::span<const functional::Message> messages,
                                      const CaseVerdict& verdict) {
  if (verdict.passed() || (verdict.failures.empty() && !verdict.farthest)) return std::nullopt;
  const ValueFailure& failure = verdict.failures.empty() ? *verdict.farthest : verdict.failures.front();
  CaseDiagnosis diagnosis = diagnosis_of(golden, failure);
  if (is_query(golden)) {
    diagnosis.trace.steps = query_steps(golden, rows, failure);
    return diagnosis;
  }
  const unsigned channels = channels_of(messages.front());
  const auto probe = [&](std::size_t row) {
    return RowProbe{memory, messages[row / channels], static_cast<unsigned>(row % channels)};
  };
  diagnosis.trace = trace_row(probe(failure.row), failure);
  constexpr std::size_t kMostRows = 64;
  std::vector<FailingRow> failing;
  for (const ValueFailure& value : verdict.failures) {
    if (!failing.empty() && failing.back().row == value.row) continue;
    failing.push_back({value.row, probe(value.row)});
    if (failing.size() == kMostRows) break;
  }
  diagnosis.rows_tried = failing.size();
  diagnosis.suspects = find_suspects(golden, CaseIntervals{golden, rows.rows}, failing);
  return diagnosis;
}

CaseDiagnosis diagnose_decode(const GoldenCase& golden, const ValueFailure& failure,
                              std::span<const std::byte> element) {
  CaseDiagnosis diagnosis = diagnosis_of(golden, failure);
  if (element.empty()) {
    diagnosis.trace.steps.push_back({"section 6", "a coordinate or the level is out of range: 0 in all channels"});
    return diagnosis;
  }
  diagnosis.trace.steps.push_back(
      {"sections 7 and 9",
       fmt::format("{} element: {}", gen9::format_facts(golden.surface.image.format).name, bytes_text(element))});
  return diagnosis;
}

}  // namespace texpipe::study
