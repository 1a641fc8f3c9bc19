#include "study/run/unfinished_run.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "study/execution/output_picture.h"
#include "study/run/picture_file.h"

namespace texpipe::study {

namespace {

/// Pixels of the largest picture that an unfinished run leaves.
constexpr std::uint64_t kMostUnfinishedPixels = 1 << 18;

/// image.png becomes image_unfinished.png.
std::string unfinished_name(const std::string& name) {
  const std::filesystem::path path{name};
  return path.stem().string() + "_unfinished" + path.extension().string();
}

}  // namespace

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string unfinished_reason(const std::string& failure, std::optional<Cycles> cycles) {
  std::string reason = first_line(failure);
  if (cycles) reason += fmt::format(" at cycle {}", cycles->value());
  return reason;
}

void write_partial_results(RunFolder& folder, RunLog& log, const functional::Workload& workload) {
  if (workload.results) {
    for (const functional::ResultFile& file : workload.results())
      folder.write(unfinished_name(file.name), file.content);
  }
  const std::uint64_t pixels = std::uint64_t{workload.output.width} * workload.output.height;
  if (pixels == 0) return;
  if (pixels > kMostUnfinishedPixels) return log.note("no picture of the part that ran: it is too large");
  write_picture(folder, unfinished_name("image.png"), output_picture(workload));
}

Error error_beside(const Error& error, const std::filesystem::path& asked_for, const std::filesystem::path& folder) {
  std::vector<Diagnostic> told = error.diagnostics();
  told.push_back({.position = {asked_for.string()},
                  .problem = "keeps the complete run that it holds",
                  .hint = "what ran of this one is in " + folder.string()});
  return {error.code(), std::move(told)};
}

}  // namespace texpipe::study
