// Runs a study and leaves its run folder.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "host/progress/progress.h"
#include "parameters/tree/parameter_tree.h"
#include "study/definition/study.h"
#include "study/execution/execution.h"
#include "study/run/wave_output.h"
#include "study/run_folder/run_folder.h"
#include "study/summary/run_numbers.h"
#include "study/trace/run_trace.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

/// Content of a run folder. A point of a sweep is one of thousands: its configuration, stats.json, manifest and
/// results; files that can be made from these are left out, and the sweep sees to its safety on disk.
enum class FolderDetail { kWhole, kPoint };

class RunWatcher;

struct RunOptions {
  std::vector<std::string> command_line;     // for the manifest
  std::filesystem::path out;                 // run folder; empty: out/NAME
  Overwrite overwrite = Overwrite::kRefuse;  // of waves and trace too
  ProgressStyle progress = ProgressStyle::kNone;
  FolderDetail detail = FolderDetail::kWhole;
  bool verbose = false;  // what goes to log.txt also goes to stderr
  bool check_protocols = false;
  std::optional<WaveRequest> waves;
  std::optional<TraceRequest> trace;
  std::optional<std::filesystem::path> recording;  // of the workload's messages, for other machines
  std::optional<std::filesystem::path> accesses;   // of samplers, as a file of quads beside its textures
  bool maps = false;                               // of what each pixel cost, beside the picture
  std::uint32_t intervals = 128;                   // of the time series, at least; 0: none
  unsigned threads = 1;                            // of this host, untimed
  std::vector<std::pair<std::string, std::string>>
      more_files;                                         // of the folder, when the run is complete: name, content
  RunWatcher* watcher = nullptr;                          // of a timed run
  timing::BlockRegistry blocks = timing::model_blocks();  // implementations that a machine may name
};

struct RunOutcome {
  ExitCode exit_code = ExitCode::kSuccess;  // kSuccess, kInterrupted or kTerminated
  std::filesystem::path folder;
  std::string summary;  // one screen of text; none of a point
  std::string printed;  // what the workload itself says
  std::vector<Diagnostic> warnings;
  std::string statistics;                                       // stats.json
  std::shared_ptr<const machine::StatisticsRegistry> registry;  // what it was made of; null without statistics
  std::optional<Cycles> cycles;
  std::vector<RunNumber> numbers;       // of a whole run with time; else none
  std::vector<ParameterNode> settings;  // of a whole run; else none
  double seconds = 0;                   // of this host's processors, for the simulation
};

/// Errors: kUsage when the folder may not be written, kUnsupported for timings and formats that are missing, kWatchdog
/// when the run does not move, those of workload and texture. A run that failed after it began leaves a folder without
/// the marker COMPLETE.
RunOutcome run_study(Configuration& configuration, const RunOptions& options);

}  // namespace texpipe::study
