#include "pages/run/machine_extras.h"

#include <system_error>

#include "base/diagnostic.h"
#include "study/definition/drawn_machine.h"
#include "study/definition/study.h"
#include "study/run_folder/manifest.h"

namespace texpipe::study {

RunPageExtras machine_extras(const std::filesystem::path& folder, const timing::BlockRegistry& blocks) {
  RunPageExtras extras;
  std::error_code ignored;
  const std::filesystem::path resolved = folder / kResolvedConfigurationName;
  if (!std::filesystem::exists(resolved, ignored)) return extras;
  try {
    const Configuration configuration = load_configuration({.file = resolved}, FileKind::kStudy, &blocks);
    if (configuration.study.timing == Timing::kUntimed) return extras;
    extras.topology = timing::topology_of(drawn_machine(configuration));
    extras.record = read_run(folder, blocks);
  } catch (const Error& error) {
    extras.problem = error.what();  // the statistics alone make a page too
  }
  return extras;
}

}  // namespace texpipe::study
