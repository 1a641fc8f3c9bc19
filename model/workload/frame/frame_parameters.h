// Parameters of a workload of kind frame.
#pragma once

#include <cstdint>
#include <string>

#include "base/parameter.h"

namespace texpipe::study {

struct FrameParameters {
  std::string file;
  std::uint64_t max_commands = std::uint64_t{1} << 26;

  template <class Visitor>
  void describe(Visitor& v) {
    v("file", file,
      {.help = "recording of frames (TXFRAMES), packed with zstd or not", .required = true, .is_path = true});
    v("max_commands", max_commands,
      {.range = {{1, ~std::uint64_t{0} - 1}},
       .help = "most commands that a submission may execute; beyond them the run ends with exit code 6"});
  }
};

}  // namespace texpipe::study
