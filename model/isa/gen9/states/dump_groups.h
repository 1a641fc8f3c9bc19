// Numbers of a dump's line as words: how wide they are, and in which order their bytes stand.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "isa/gen9/states/dump_blocks.h"

namespace texpipe::gen9 {

/// How the numbers of a line stand, as far as the lines before and its beginning tell.
struct DumpLineForm {
  bool addressed = false;   // numbers of one or two bytes are some
  bool colon = false;       // behind the address: two bytes stand in their order, as xxd writes them
  bool in_order = false;    // all stand in their order, as objdump writes them
  bool byte_array = false;  // 0x1f is a byte
  bool stream = false;      // lines before were digits of bytes alone
};

/// Numbers of one width.
struct DumpGroups {
  std::vector<std::string_view> numbers;
  std::size_t width = 0;  // digits
  bool in_order = false;
  bool stream = false;  // digits of bytes alone, as of xxd -p
};

/// Numbers up to the first text that is none. @param rest  of the line, behind its address
DumpGroups groups_of_line(std::string_view rest, std::string_view line, const DumpLineForm& form);

void append_groups(const DumpGroups& groups, const DumpLineForm& form, DumpBlocks& blocks);

}  // namespace texpipe::gen9
