#include "study/verify/case_diagnosis.h"

#include <fmt/format.h>

#include <cmath>

#include "functional/message/sampler_message.h"

namespace texpipe::study {

namespace {

using functional::kTexelsPerPixel;
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

}  // namespace

std::string deciding_rules(const GoldenCase& golden) {
  switch (golden.operation) {
    case SamplerMessageType::kLd:
      return "sampling-spec sections 6 (ld), 7 and 9 (format conversion)";
    case SamplerMessageType::kResinfo:
      return "resolutions R2, R3";
    case SamplerMessageType::kSampleinfo:
      return "resolutions R4";
    default:
      break;
  }
  std::string rules;
  if (!golden.sampler) return rules;
  const GoldenSampler& sampler = *golden.sampler;
  const bool linear = sampler.min_filter == ApiFilter::kLinear || sampler.mag_filter == ApiFilter::kLinear;
  const bool nearest = sampler.min_filter == ApiFilter::kNearest || sampler.mag_filter == ApiFilter::kNearest;
  const bool gather =
      golden.operation == SamplerMessageType::kGather4 || golden.operation == SamplerMessageType::kGather4C;
  if (gather) add(rules, "section 6 (gather4)");
  if (nearest && !gather) add(rules, "C5 with R19");
  if (linear || gather) add(rules, "C6 with R19");
  if (linear && !gather) add(rules, "F2, F3");
  if (golden.surface.image.type == functional::SurfaceType::kCube) {
    add(rules, "Q1 to Q3");
  } else {
    add(rules, "section 2 (address modes)");
  }
  for (const gen9::TextureCoordinateMode mode : sampler.address) {
    if (mode != gen9::TextureCoordinateMode::kClampBorder) continue;
    add(rules, "B1");
    break;
  }
  if (golden.surface.array) add(rules, "C8 with R16");
  if (golden.offset != std::array<int, 3>{}) add(rules, "C7");
  if (!gather) add(rules, "L6, L8, L10");
  if (golden.operation == SamplerMessageType::kSampleD || golden.operation == SamplerMessageType::kSampleDC) {
    add(rules, sampler.max_anisotropy > 1 ? "L4, L5" : "L3");
  }
  if (sampler.compare) add(rules, "F7 with R18");
  return "sampling-spec " + rules;
}

std::string describe_failure(const GoldenCase& golden, const CaseRows& rows, const Verdict& verdict) {
  if (verdict.failures.empty()) {
    return fmt::format("root mean square {:.6g} is above {:.6g} ({})", verdict.rms.value_or(0),
                       golden.rms_limit.value_or(0), deciding_rules(golden));
  }
  const ValueFailure& first = verdict.failures.front();
  std::string coordinates;
  for (const std::string& column : rows.columns)
    coordinates += fmt::format(" {}={:.9g}", column, rows.value(first.row, column));
  return fmt::format("{} of {} values outside; row {} column {}: expected {}, got {:.9g};{} ({})",
                     verdict.failures.size(), verdict.values, first.row, "RGBA"[first.column], interval(first),
                     first.got, coordinates, deciding_rules(golden));
}

std::vector<std::string> describe_footprints(const functional::GpuMemory& memory, const functional::Message& message,
                                             unsigned channel) {
  std::vector<std::string> lines;
  const functional::SamplerOutcome outcome =
      functional::execute_sampler_message(memory, message, functional::PlanDetail::kOperands);
  const unsigned pixel = channel % functional::kPixelsPerSubspan;
  if (channel / functional::kPixelsPerSubspan >= outcome.subspans.size()) return lines;
  const functional::SubspanPlan& plan = outcome.subspans[channel / functional::kPixelsPerSubspan];
  for (std::size_t i = 0; i < plan.footprints.size(); ++i) {
    const functional::Footprint& footprint = plan.footprints[i];
    if (!(footprint.pixels >> pixel & 1)) continue;
    std::string line =
        fmt::format("level {} tap {}{}:", footprint.level, footprint.tap, footprint.slice_half ? " second slice" : "");
    for (unsigned corner = 0; corner < kTexelsPerPixel; ++corner) {
      const unsigned texel = pixel * kTexelsPerPixel + corner;
      const bool read = footprint.texels >> texel & 1;
      if (i >= plan.operands.size()) {
        if (read) line += fmt::format(" 0x{:x}", footprint.addresses[texel].stored.value());
        continue;
      }
      const functional::FootprintOperands& operands = plan.operands[i];
      if (!read && operands.weight[texel] == 0) continue;
      line += read ? fmt::format(" 0x{:x}", footprint.addresses[texel].stored.value()) : std::string{" border"};
      line += fmt::format(" ({:#x}, {:#x}, {:#x}, {:#x}) x {}/65536", operands.code[texel][0], operands.code[texel][1],
                          operands.code[texel][2], operands.code[texel][3], operands.weight[texel]);
    }
    lines.push_back(line);
  }
  if (lines.empty()) lines.push_back("no footprint: nothing is read for this pixel");
  return lines;
}

}  // namespace texpipe::study
