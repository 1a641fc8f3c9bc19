// Choosing statistics by path: with `*`, by a group above them, or by how they end.
#pragma once

#include <string_view>

namespace texpipe::study {

/// Whether `*` (any text, dots too) and `?` (one character) of the pattern can be filled so that it is the whole path,
/// a group of it from its start (`slice.l3` chooses `slice.l3.reads`), or its last words (`reads` and `l3.reads` do).
/// As in a name (name_rule.h), `[*]` or an index that is left out is any index. A pattern may choose different paths.
bool chooses(std::string_view pattern, std::string_view path);

}  // namespace texpipe::study
