#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/verify/row_trace_text.h"
#include "analysis/verify/verify_run.h"
#include "host/text/json_text.h"
#include "isa/rule_words.h"

namespace texpipe::study {

namespace {

constexpr std::string_view status_word(CaseStatus status) {
  switch (status) {
    case CaseStatus::kPassed:
      return "passed";
    case CaseStatus::kFailed:
      return "failed";
    case CaseStatus::kMalformed:
      return "malformed";
    case CaseStatus::kUnsupported:
      break;
  }
  return "unsupported";
}

constexpr std::string_view path_word(CasePath path) {
  switch (path) {
    case CasePath::kSampler:
      return "sampler";
    case CasePath::kDecodeTable:
      return "decode_table";
    case CasePath::kKernel:
      return "kernel";
    case CasePath::kFrame:
      return "frame";
    case CasePath::kPixelShader:
      return "pixel_shader";
    case CasePath::kNone:
      break;
  }
  return "none";
}

std::size_t lenient_cases(const VerifyReport& report) {
  std::size_t count = 0;
  for (const CaseOutcome& outcome : report.outcomes) count += outcome.lenient && outcome.status == CaseStatus::kPassed;
  return count;
}

// JSON has no infinities and no NaN: they become texts.
nlohmann::ordered_json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

nlohmann::ordered_json numbers(const Rgba& rgba) {
  return {number(rgba[0]), number(rgba[1]), number(rgba[2]), number(rgba[3])};
}

nlohmann::ordered_json texel_json(const TraceTexel& traced) {
  const ProbedTexel& texel = traced.texel;
  nlohmann::ordered_json item{{"level", texel.level}, {"tap", texel.tap}, {"corner", texel.corner}};
  if (texel.missing) {
    item["beyond_cube_corner"] = true;
    return item;
  }
  if (texel.border) {
    item["border"] = true;
  } else {
    item["x"] = texel.place.x;
    item["y"] = texel.place.y;
    item["slice"] = texel.place.slice;
    item["address"] = texel.address.stored.value();
  }
  item["code"] = texel.code;
  item["decoded"] = numbers(texel.decoded);
  item["filtered"] = numbers(texel.value);
  item["corner_weight"] = texel.corner_weight;
  item["share"] = texel.weight;
  if (traced.needed && traced.needed->low > traced.needed->high) {
    item["needed"] = nullptr;
  } else if (traced.needed)
    item["needed"] = {number(traced.needed->low), number(traced.needed->high)};
  return item;
}

/// Pixels by class and by what accounts for them; places of those that nothing accounts for.
nlohmann::ordered_json picture_json(const PictureVerdict& picture) {
  nlohmann::ordered_json json{{"classes", nlohmann::ordered_json::object()},
                              {"far_off", nlohmann::ordered_json::object()},
                              {"untraced", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < kPictureClasses; ++i) {
    const ClassCount& count = picture.classes[i];
    json["classes"][std::string{kPictureClassNames[i]}] = {
        {"pixels", count.pixels}, {"differing", count.differing}, {"beyond", count.beyond}};
  }
  for (std::size_t i = 0; i < kAccounts; ++i) json["far_off"][std::string{kAccountNames[i]}] = picture.far()[i];
  for (const std::size_t pixel : picture.untraced)
    json["untraced"].push_back({pixel % picture.width, pixel / picture.width});
  return json;
}

nlohmann::ordered_json diagnosis_json(const CaseDiagnosis& diagnosis) {
  nlohmann::ordered_json json{{"row", diagnosis.row},
                              {"column", std::string(1, "RGBA"[diagnosis.column])},
                              {"low", number(diagnosis.expected.low)},
                              {"high", number(diagnosis.expected.high)},
                              {"got", number(diagnosis.got)},
                              {"rules", diagnosis.rules},
                              {"words", rules_with_words(diagnosis.rules)}};
  json["suspects"] = nlohmann::ordered_json::array();
  for (const Suspect& suspect : diagnosis.suspects) {
    json["suspects"].push_back({{"rule", suspect.rule},
                                {"words", rules_with_words(suspect.rule)},
                                {"change", suspect.change},
                                {"rows", suspect.rows},
                                {"of", diagnosis.rows_tried}});
  }
  json["steps"] = nlohmann::ordered_json::array();
  for (const TraceStep& step : diagnosis.trace.steps)
    json["steps"].push_back({{"rule", step.rule}, {"words", rules_with_words(step.rule)}, {"text", step.text}});
  json["texels"] = nlohmann::ordered_json::array();
  for (const TraceTexel& texel : diagnosis.trace.texels) json["texels"].push_back(texel_json(texel));
  return json;
}

}  // namespace

std::string report_text(const VerifyReport& report) {
  std::string text, rules;
  for (const CaseOutcome& outcome : report.outcomes) {
    if (outcome.status == CaseStatus::kPassed) {
      if (!outcome.summary.empty()) text += fmt::format("{} [{}]: {}\n", outcome.id, outcome.variant, outcome.summary);
      continue;
    }
    const std::string variant = outcome.variant.empty() ? "" : " [" + outcome.variant + "]";
    text += fmt::format("{} {}{}: {}\n", status_word(outcome.status), outcome.id, variant, outcome.problem);
    if (!outcome.diagnosis) continue;
    for (const std::string& line : outcome.diagnosis->lines()) text += "    " + line + "\n";
    rules += outcome.diagnosis->rules + " ";
    for (const TraceStep& step : outcome.diagnosis->trace.steps) rules += step.rule + " ";
  }
  text += rules_legend(rules);
  const std::size_t decoded = report.count(CaseStatus::kPassed, CasePath::kDecodeTable);
  const std::size_t kernels = report.count(CaseStatus::kPassed, CasePath::kKernel);
  const std::size_t pictures = report.count(CaseStatus::kPassed, CasePath::kFrame);
  const std::size_t shaders = report.count(CaseStatus::kPassed, CasePath::kPixelShader);
  text += fmt::format(
      "{} cases, {}: {} passed ({} by the sampler, {} by the format table alone{}{}{}; {} lenient), {} failed, {} "
      "unsupported",
      report.outcomes.size(), report.timing, report.count(CaseStatus::kPassed),
      report.count(CaseStatus::kPassed) - decoded - kernels - pictures - shaders, decoded,
      kernels == 0 ? "" : fmt::format(", {} kernels", kernels),
      shaders == 0 ? "" : fmt::format(", {} pixel shaders", shaders),
      pictures == 0 ? "" : fmt::format(", {} pictures of frames", pictures), lenient_cases(report),
      report.count(CaseStatus::kFailed), report.count(CaseStatus::kUnsupported));
  if (const std::size_t malformed = report.count(CaseStatus::kMalformed); malformed != 0)
    text += fmt::format(", {} malformed", malformed);
  return text + "\n";
}

std::string report_json(const VerifyReport& report) {
  nlohmann::ordered_json json;
  json["timing"] = report.timing;
  json["passed"] = report.count(CaseStatus::kPassed);
  json["passed_by_decode_table"] = report.count(CaseStatus::kPassed, CasePath::kDecodeTable);
  json["passed_kernels"] = report.count(CaseStatus::kPassed, CasePath::kKernel);
  json["passed_pixel_shaders"] = report.count(CaseStatus::kPassed, CasePath::kPixelShader);
  json["lenient"] = lenient_cases(report);
  json["failed"] = report.count(CaseStatus::kFailed);
  json["malformed"] = report.count(CaseStatus::kMalformed);
  json["unsupported"] = report.count(CaseStatus::kUnsupported);
  json["cases"] = nlohmann::ordered_json::array();
  for (const CaseOutcome& outcome : report.outcomes) {
    nlohmann::ordered_json item{{"id", outcome.id},
                                {"file", outcome.file},
                                {"variant", outcome.variant},
                                {"status", status_word(outcome.status)},
                                {"path", path_word(outcome.path)},
                                {"values", outcome.values},
                                {"failing_values", outcome.failing_values}};
    if (!outcome.problem.empty()) item["problem"] = outcome.problem;
    if (!outcome.summary.empty()) item["summary"] = outcome.summary;
    if (outcome.picture) item["picture"] = picture_json(*outcome.picture);
    if (outcome.diagnosis) item["diagnosis"] = diagnosis_json(*outcome.diagnosis);
    json["cases"].push_back(std::move(item));
  }
  return json_text(json, 2, InvalidUtf8::kReplaced) + "\n";  // ids may be no UTF-8
}

}  // namespace texpipe::study
