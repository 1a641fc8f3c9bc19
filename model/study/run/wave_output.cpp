#include "study/run/wave_output.h"

#include <utility>

#include "base/unit_text.h"
#include "timing/observe/wave_save_files.h"

namespace texpipe::study {

WaveOutput::WaveOutput(const WaveRequest& request, Existing existing)
    : window_{request.window},
      existing_{existing},
      waves_{request.file, existing},
      writer_{wave_file(request.format, waves_.stream())} {}

void WaveOutput::begin_save_files() {
  if (writer_->shown().empty() || !save_files_.empty()) return;
  const std::string name = path().filename().string();
  for (const auto& [ending, text] : {std::pair{".gtkw", timing::gtkwave_save_file(name, writer_->shown())},
                                     std::pair{".sucl", timing::surfer_commands(name, writer_->shown())}}) {
    save_files_.push_back(
        std::make_unique<OutputFile>(std::filesystem::path{path()}.replace_extension(ending), existing_));
    save_files_.back()->stream() << text;
  }
}

std::optional<Diagnostic> WaveOutput::unseen(Cycles end) const {
  if (window_.from < end) return {};
  return Diagnostic{.path = "--waves-from",
                    .problem = "the waves hold nothing: they start at cycle " + value_text(window_.from),
                    .hint = "the run ended at cycle " + value_text(end)};
}

void WaveOutput::publish(std::string_view unfinished) {
  writer_->close(unfinished);
  waves_.publish();
  for (const auto& file : save_files_) file->publish();
}

}  // namespace texpipe::study
