// Names in commands that a person may copy into a shell.
#pragma once

#include <string>
#include <string_view>

namespace texpipe {

/// A file's name as one word of a shell: in quotes where it has anything but letters, digits and ./_-+=,:@%, and with
/// ./ where it begins like an option. Control characters are spelled out (printable.h).
std::string shell_word(std::string_view name);

}  // namespace texpipe
