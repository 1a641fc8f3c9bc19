#include "analysis/verify/row_trace_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "isa/rule_words.h"

namespace texpipe::study {

std::string color_text(const Rgba& rgba) {
  return fmt::format("({:.9g}, {:.9g}, {:.9g}, {:.9g})", rgba[0], rgba[1], rgba[2], rgba[3]);
}

std::string rules_legend(std::string_view text) {
  std::string lines;
  for (const SpecificationRule& rule : rules_named_in(text)) lines += fmt::format("  {:<9}  {}\n", rule.id, rule.words);
  return lines.empty() ? lines : "rules of docs/specification (sampling-rules.md, resolutions.md):\n" + lines;
}

std::vector<std::string> trace_lines(const RowTrace& trace, unsigned channel) {
  std::vector<std::string> lines;
  std::size_t width = 0;
  for (const TraceStep& step : trace.steps) width = std::max(width, step.rule.size());
  const auto texel_lines = [&] {
    for (const auto& [texel, needed] : trace.texels) {
      std::string line = fmt::format("{:{}}  level {} ", "texel", width, texel.level);
      if (texel.missing) {
        line += "beyond the corner of three faces: the mean of the other three (Q3)";
      } else {
        line += texel.border ? std::string{"border"}
                             : fmt::format("({}, {}) slice {} at 0x{:x}", texel.place.x, texel.place.y,
                                           texel.place.slice, texel.address.stored.value());
        line += fmt::format(": codes ({:#x}, {:#x}, {:#x}, {:#x}) = {}", texel.code[0], texel.code[1], texel.code[2],
                            texel.code[3], color_text(texel.decoded));
        if (texel.decoded != texel.value) line += fmt::format(", compared {:.9g}", texel.value[0]);
        line += fmt::format(", weight {}/65536", texel.corner_weight);
        if (std::fabs(texel.weight - texel.corner_weight / 65536.0) > 1e-12)
          line += fmt::format(", {:.6g} of the result", texel.weight);
      }
      if (needed && needed->low > needed->high) {
        line += fmt::format("; no {} of this texel would do", "RGBA"[channel]);
      } else if (needed) {
        line += needed->low == needed->high
                    ? fmt::format("; {} had to be {:.9g}", "RGBA"[channel], needed -> low)
                    : fmt::format("; {} had to be in [{:.9g}, {:.9g}]", "RGBA"[channel], needed -> low, needed -> high);
      }
      lines.push_back(std::move(line));
    }
  };
  bool texels = false;
  for (const TraceStep& step : trace.steps) {
    if (!texels && step.rule.starts_with('F') && !step.rule.starts_with("F7")) {
      texel_lines();
      texels = true;
    }
    lines.push_back(fmt::format("{:{}}  {}", step.rule, width, step.text));
  }
  return lines;
}

}  // namespace texpipe::study
