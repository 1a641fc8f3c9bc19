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

/// A study where a machine is asked for, told by a key that machines have not.
void refuse_study(const ConfigNode& root) {
  const ConfigEntry* found = nullptr;
  for (const char* key : {"workload", "study"})
    if (const ConfigEntry* entry = root.find(key)) found = entry;
  if (found == nullptr) return;
  const ConfigEntry* machine = root.find("machine");
  const bool named = machine != nullptr && machine->value.kind == ConfigNode::Kind::kScalar;
  const bool within = machine != nullptr && machine->value.kind == ConfigNode::Kind::kMapping;
  refuse(*found, "a study, where a machine is expected",
         named    ? "its own machine is " + machine->value.text
         : within ? "its own machine stands in it, below `machine`"
                  : "texpipe new machine prints a machine");
}

}  // namespace

void refuse_other_file(const ConfigNode& root, bool is_study) {
  for (const OtherFile& other : kOtherFiles) {
    if (const ConfigEntry* entry = root.find(other.key)) refuse(*entry, std::string{other.what}, other.taken_by);
  }
  if (!is_study) return refuse_study(root);
  if (root.find("study") != nullptr || root.find("workload") != nullptr) return;
  // A study names a file here, or has a group of keys.
  const ConfigEntry* machine = root.find("machine");
  const bool is_name = machine != nullptr && machine->value.kind == ConfigNode::Kind::kScalar &&
                       machine->value.text.find_first_of("/.") == std::string::npos;
  const std::string named_by = "a study names it, as machine: " + root.position.file;
  if (is_name) refuse(*machine, "a machine", named_by);
  if (machine != nullptr) return;
  for (const char* key : {"slice", "slices", "llc", "memory"})
    if (const ConfigEntry* entry = root.find(key)) refuse(*entry, "a machine without a name", named_by);
}

}  // namespace texpipe::study
