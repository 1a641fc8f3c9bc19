// Parameters of a workload of kind frame.
#pragma once

#include <cstdint>
#include <string>

#include "base/parameter.h"
#include "functional/frame/frame_limits.h"
#include "workload/frame/number_ranges.h"

namespace texpipe::study {

struct FrameParameters {
  std::string file;
  NumberRanges submissions;
  NumberRanges draws;
  std::uint64_t max_commands = functional::FrameLimits{}.commands;
  std::uint64_t max_vertices = functional::FrameLimits{}.vertices;
  std::uint64_t max_groups = functional::FrameLimits{}.groups;

  template <class Visitor>
  void describe(Visitor& v) {
    v("file", file,
      {.help = "recording of frames (TXFRAMES), packed with zstd or not", .required = true, .is_path = true});
    v("submissions", submissions,
      {.help = "which submissions run: all, or numbers and ranges such as 0..3; those before the last of them are done "
               "beforehand, without time"});
    v("draws", draws,
      {.help = "which draws run, as `texpipe frame draws` numbers them: all, or numbers and ranges such as 3..9; those "
               "before the last of them are done beforehand, without time"});
    v("max_commands", max_commands,
      {.range = {{1, ~std::uint64_t{0} - 1}},
       .help = "most commands that a submission may execute; beyond them the run ends with exit code 6"});
    v("max_vertices", max_vertices,
      {.range = {{1, ~std::uint64_t{0} - 1}},
       .help = "most vertices of a draw, over its instances; beyond them the run ends with exit code 6"});
    v("max_groups", max_groups,
      {.range = {{1, ~std::uint64_t{0} - 1}},
       .help = "most work groups of a compute walker; beyond them the run ends with exit code 6"});
  }
};

}  // namespace texpipe::study
