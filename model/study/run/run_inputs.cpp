#include "study/run/run_inputs.h"

namespace texpipe::study {

std::vector<InputFile> RunInputs::hashed(const std::vector<std::filesystem::path>& configuration_files,
                                         ByteSize most) const {
  std::vector<InputFile> inputs;
  for (const auto& file : configuration_files) inputs.push_back(hashed_input(file, most));
  for (const auto& file : files_read_since(read_before_)) inputs.push_back(hashed_input(file, most));
  return inputs;
}

}  // namespace texpipe::study
