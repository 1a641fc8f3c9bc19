// The waves that a run writes to a file of the user's.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "host/files/output_file.h"
#include "study/execution/execution.h"
#include "study/trace/fst_file.h"
#include "timing/observe/vcd_window.h"

namespace texpipe::study {

/// Waves of a run: their file, and what of which time they hold.
struct WaveRequest {
  std::filesystem::path file;
  WaveFormat format = WaveFormat::kVcd;
  timing::VcdWindow window;
};

/// The file of waves and, where they hold signals of RTL, files that say what a viewer shows of them at first.
class WaveOutput {
 public:
  /// Errors: those of OutputFile and wave_file.
  WaveOutput(const WaveRequest& request, Existing existing);

  const std::filesystem::path& path() const { return waves_.path(); }
  WaveSink sink() { return {writer_.get(), window_}; }

  /// Begins files for viewers beside the waves, NAME.gtkw (GTKWave) and NAME.sucl (Surfer). To be called while the run
  /// goes on, again and again: what they show is known when all signals are declared.
  void begin_save_files();

  /// Warning of waves that hold nothing. @param end  cycle at which the run ended
  std::optional<Diagnostic> unseen(Cycles end) const;

  /// After the run: the files appear. @param unfinished  why the run is not complete, in a line; empty: it is
  void publish(std::string_view unfinished);

 private:
  timing::VcdWindow window_;
  Existing existing_;
  OutputFile waves_;
  std::unique_ptr<timing::WaveFile> writer_;
  std::vector<std::unique_ptr<OutputFile>> save_files_;
};

}  // namespace texpipe::study
