#include "timing/observe/wave_save_files.h"

namespace texpipe::timing {

std::string gtkwave_save_file(const std::string& waves, const std::vector<ShownGroup>& groups) {
  constexpr const char *kBinary = "@28\n", *kDecimal = "@24\n", *kHexadecimal = "@22\n";
  std::string text = "[dumpfile] \"" + waves + "\"\n[timestart] 0\n[signals_width] 260\n[sst_expanded] 0\n";
  for (const ShownGroup& group : groups) {
    text += "@200\n-" + group.title + "\n";
    for (const ShownSignal& signal : group.signals) {
      text += signal.bits == 1 ? kBinary : group.decimal ? kDecimal : kHexadecimal;
      text += group.scope + "." + signal.name;
      if (!signal.range.empty()) {
        text += signal.range;
      } else if (signal.bits > 1) {
        text += "[" + std::to_string(signal.bits - 1) + ":0]";
      }
      text += "\n";
    }
  }
  return text;
}

std::string surfer_commands(const std::string& waves, const std::vector<ShownGroup>& groups) {
  std::string text = "load_file " + waves + "\n";
  for (const ShownGroup& group : groups) {
    text += "divider_add " + group.title + "\n";
    for (const ShownSignal& signal : group.signals) text += "variable_add " + group.scope + "." + signal.name + "\n";
  }
  return text + "zoom_fit\n";
}

}  // namespace texpipe::timing
