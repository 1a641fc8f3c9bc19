#include "study/definition/other_files.h"

#include <array>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace texpipe::study {

namespace {

/// A key that no study and no machine has, and the file that has it.
struct OtherFile {
  std::string_view key;
  std::string_view what;
  std::string_view taken_by;
};

/// The first that is there counts: a search has the keys of a sweep, too.
constexpr std::array<OtherFile, 6> kOtherFiles{{
    {"search", "a search", "texpipe search runs it"},
    {"sweep", "a sweep", "texpipe sweep runs it"},
    {"grid", "a sweep", "texpipe sweep runs it"},
    {"objectives", "a sweep", "texpipe sweep runs it"},
    {"cosim", "a bench of RTL", "texpipe cosim runs it"},
    {"energy_table", "an energy table", "texpipe energy RUN --table FILE reads it"},
}};

[[noreturn]] void refuse(const ConfigEntry& entry, const std::string& what, std::string_view taken_by) {
  throw Error{ExitCode::kInvalidConfiguration, Diagnostic{.position = entry.position,
                                                          .path = entry.key,
                                                          .problem = "the file is " + what,
                                                          .hint = std::string{taken_by}}};
}

}  // namespace

void refuse_other_file(const ConfigNode& root, bool is_study) {
  for (const OtherFile& other : kOtherFiles) {
    if (const ConfigEntry* entry = root.find(other.key)) refuse(*entry, std::string{other.what}, other.taken_by);
  }
  if (!is_study || root.find("study") != nullptr || root.find("workload") != nullptr) return;
  // A study names a file here, or has a group of keys.
  const ConfigEntry* machine = root.find("machine");
  const bool is_name = machine != nullptr && machine->value.kind == ConfigNode::Kind::kScalar &&
                       machine->value.text.find_first_of("/.") == std::string::npos;
  if (is_name) refuse(*machine, "a machine", "a study names it, as machine: " + root.position.file);
}

}  // namespace texpipe::study
