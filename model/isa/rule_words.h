// The rules of docs/specification by their ids, each with a few words: what stands beside an id where people read it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texpipe {

/// A rule of sampling-rules.md (C1 to X13), a section of it that states rules without ids (`section 2`), or one of
/// resolutions.md (R1 on).
struct SpecificationRule {
  std::string_view id;
  std::string_view words;
};

/// All of them, in the order of the pages; a test compares the table with these.
std::span<const SpecificationRule> specification_rules();

/// The rules that a text names, in the order of the pages, each once: `C5 with R19, Q1 to Q3, sections 7 and 9` names
/// seven.
std::vector<SpecificationRule> rules_named_in(std::string_view text);

/// `L9: level of detail rounded to 1/256; L10: choice of levels and their weights` for a text that names L9 and L10.
std::string rules_with_words(std::string_view text);

}  // namespace texpipe
