// Text that mails, logs and searches put before the lines of a dump.
#pragma once

#include <string>
#include <string_view>

namespace texpipe::gen9 {

/// A line behind marks of mails (`> > `) and of patches (`+`), behind `FILE:12:` and `12:` of grep, behind the numbers
/// of `cat -n`, and behind time and source of a kernel's log (`[   12.345678] i915 0000:00:02.0: [drm] state: `). What
/// is no such text stays: a number is one of a line only before an address with a colon.
std::string_view behind_line_prefix(std::string_view text);

/// gdb's `0x0 <repeats 3 times>` as `0x0, 0x0, 0x0`.
void write_repeats_out(std::string& text);

}  // namespace texpipe::gen9
