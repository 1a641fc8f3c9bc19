#include "workload/accesses/access_columns.h"

#include <unordered_map>
#include <vector>

#include "base/spelling.h"

namespace texpipe::study {

namespace {

constexpr std::array<std::string_view, kPixelAxes> kAxisNames{"x", "y"};

const std::vector<std::string>& names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made(kColumns);
    for (const EnumRow& row : kQuadColumnRows) made[row.value] = row.name;
    const auto add = [&](std::string_view name, auto number) {
      for (unsigned pixel = 0; pixel < kQuadPixels; ++pixel)
        made[number(pixel)] = std::string{name} + std::to_string(pixel);
      made[number(kAnyPixel)] = name;
    };
    for (unsigned axis = 0; axis < kPixelAxes; ++axis)
      add(kAxisNames[axis], [&](unsigned pixel) { return pixel_column(axis, pixel); });
    for (const EnumRow& row : enum_rows(gen9::SamplerParameter{}).rows)
      add(row.name,
          [&](unsigned pixel) { return parameter_column(static_cast<gen9::SamplerParameter>(row.value), pixel); });
    return made;
  }();
  return all;
}

}  // namespace

std::optional<ColumnNumber> column_named(std::string_view name) {
  static const auto numbers = [] {
    std::unordered_map<std::string_view, ColumnNumber> made;
    for (unsigned column = 0; column < kColumns; ++column)
      made.emplace(names()[column], static_cast<ColumnNumber>(column));
    return made;
  }();
  const auto found = numbers.find(name);
  if (found == numbers.end()) return std::nullopt;
  return found->second;
}

std::string column_name(ColumnNumber column) {
  return names()[column];
}

std::string column_hint(std::string_view name) {
  if (const std::string_view near =
          nearest_spelling(name, std::vector<std::string_view>{names().begin(), names().end()});
      !near.empty())
    return "did you mean " + std::string{near} + "?";
  std::string hint = "expected thread, call, texture, sampler, message, mask, simd, header, response, half, x, y";
  for (const EnumRow& row : enum_rows(gen9::SamplerParameter{}).rows) hint += ", " + std::string{row.name};
  return hint + ", each behind half also of a pixel, as u0 to u3";
}

}  // namespace texpipe::study
