// Files that tell viewers of waves what to show at first: save files of GTKWave, commands of Surfer.
#pragma once

#include <string>
#include <vector>

namespace texpipe::timing {

struct ShownSignal {
  std::string name;
  unsigned bits = 1;
  std::string range{};  // as declared, `[0:7]`; empty: from bits - 1 down to 0
};

/// Signals of a scope under a title.
struct ShownGroup {
  std::string title;
  std::string scope;
  std::vector<ShownSignal> signals;
  bool decimal = false;  // false: hexadecimal
};

/// @param waves  the file of waves, as seen from the save file's folder
std::string gtkwave_save_file(const std::string& waves, const std::vector<ShownGroup>& groups);
std::string surfer_commands(const std::string& waves, const std::vector<ShownGroup>& groups);

}  // namespace texpipe::timing
