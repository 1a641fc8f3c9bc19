#include "study/run/implementation_names.h"

#include <string>

namespace texpipe::study {

std::vector<BrokenRule> unknown_implementations(const machine::MachineParameters& machine,
                                                const timing::BlockRegistry& blocks, std::optional<Error>& missing) {
  std::vector<BrokenRule> broken;
  const auto check = [&](const std::string& path, const auto& look_up) {
    try {
      look_up(path);
    } catch (const Error& error) {
      const Diagnostic& problem = error.diagnostics().front();
      if (error.code() == ExitCode::kInvalidConfiguration)
        broken.push_back({{path}, problem.problem, problem.hint});
      else
        missing = error;
    }
  };
  for (std::size_t i = 0; i < machine.slice.subslice.size(); ++i) {
    const std::string sampler = "slice.subslice[" + std::to_string(i) + "].sampler.";
    const machine::SamplerParameters& parameters = machine.slice.subslice[i].sampler;
    check(sampler + "address_generator.implementation", [&](const std::string& path) {
      blocks.address_generator(parameters.address_generator.implementation, path);
    });
    check(sampler + "filter.implementation",
          [&](const std::string& path) { blocks.filter(parameters.filter.implementation, path); });
  }
  check("memory.implementation", [&](const std::string& path) { blocks.memory(machine.memory.implementation, path); });
  return broken;
}

}  // namespace texpipe::study
