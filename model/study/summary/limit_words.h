// Words for the limit of a run: places of missing lines and units.
#pragma once

#include <string>
#include <string_view>

namespace texpipe::study {

/// A place of missing lines (a category of `line_wait_cycles`), as text and as a word.
struct PlaceWords {
  std::string category, text, word;
};

/// Null where no place is called so.
const PlaceWords* find_line_place(std::string_view category);

/// `slice.l3.bank_2` is the word `l3.banks`, `slice.subslice.sampler.filter` `sampler.filter`.
std::string word_of_unit(std::string_view unit);

/// Whether a name may be a RunLimit::word().
bool is_limit_word(std::string_view name);

}  // namespace texpipe::study
