#include "study/definition/implementation_names.h"

#include <string>

#include "machine/graph/implementations.h"

namespace texpipe::study {

std::vector<BrokenRule> unknown_implementations(const machine::MachineParameters& machine,
                                                const timing::BlockRegistry& blocks, std::optional<Error>& missing) {
  std::vector<BrokenRule> broken;
  machine::for_each_implementation(machine,
                                   [&](const std::string& path, machine::BlockKind kind, const Implementation& chosen) {
                                     try {
                                       blocks.check(kind, chosen.name, path);
                                     } catch (const Error& error) {
                                       const Diagnostic& problem = error.diagnostics().front();
                                       if (error.code() == ExitCode::kInvalidConfiguration)
                                         broken.push_back({{problem.path}, problem.problem, problem.hint});
                                       else
                                         missing = error;
                                     }
                                   });
  return broken;
}

}  // namespace texpipe::study
