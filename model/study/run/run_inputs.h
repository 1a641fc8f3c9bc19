// Hashes of the files that a run has read, as its manifest names them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "base/quantity.h"
#include "host/files/files_read.h"
#include "study/run_folder/manifest.h"

namespace texpipe::study {

/// Size of inputs that are hashed whatever they take.
inline constexpr ByteSize kEverySize{~std::uint64_t{0}};

/// Files that this process reads from here on.
class RunInputs {
 public:
  /// The files of the configuration, which were read before, then those that were read since, in order.
  /// @param most  larger files are named without a hash
  /// Errors: a stop request (base/stop_request.h).
  std::vector<InputFile> hashed(const std::vector<std::filesystem::path>& configuration_files, ByteSize most) const;

 private:
  std::size_t read_before_ = files_read();
};

}  // namespace texpipe::study
