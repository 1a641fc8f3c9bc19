// The nearest valid spelling of a word.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texpipe {

/// Edit distance that counts insertion, deletion, substitution and the swap of two neighbours as 1; case is ignored.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate with the smallest edit distance, first of equals. Empty when none is near: more than a third of the
/// word's letters, at least two, would have to change, or the two share no letter in place (X is no spelling of B).
/// Empty, too, for words of more than 256 letters.
std::string_view nearest_spelling(std::string_view word, std::span<const std::string_view> candidates);

/// `did you mean NEAREST?`, or `expected one of A, B, C` when none is near.
std::string spelling_hint(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace texpipe
