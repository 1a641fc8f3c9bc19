#include "study/accesses/access_output.h"

#include <fmt/format.h>
#include <zstd.h>

#include <memory>
#include <string_view>
#include <utility>

#include "functional/device/untimed_run.h"
#include "functional/shared_function/typed_surface.h"
#include "parameters/tree/yaml_text.h"
#include "pictures/containers/dds_writer.h"

namespace texpipe::study {

namespace {

std::filesystem::path beside(const std::filesystem::path& stem, const std::string& ending) {
  return stem.string() + ending;
}

std::string texture_ending(std::size_t number) {
  return fmt::format(".texture_{}.dds", number);
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<Diagnostic> left_out_warnings(const AccessRecorder& recorder) {
  std::vector<Diagnostic> warnings;
  for (const auto& [reason, count] : recorder.left_out()) {
    warnings.push_back({.path = "--accesses",
                        .problem = fmt::format("{} {} {} {} not in the file", count,
                                               count == 1 ? "message" : "messages", reason, count == 1 ? "is" : "are"),
                        .hint = fmt::format("{} are", recorder.messages())});
  }
  return warnings;
}

}  // namespace

std::string zstd_packed(const std::string& text) {
  constexpr int kLevel = 9;
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw Error{ExitCode::kInternalError, std::string{"zstd: "} + ZSTD_getErrorName(size)};
  bytes.resize(size);
  return bytes;
}

AccessFormat access_format(const std::filesystem::path& file, const std::string& option) {
  AccessFormat format{.stem = file};
  if (format.stem.extension() == ".zst") {
    format.packed = true;
    format.stem.replace_extension();
  }
  const std::string ending = format.stem.extension().string();
  format.json = ending == ".jsonl";
  if (!format.json && ending != ".csv") {
    throw Error{ExitCode::kUsage, Diagnostic{.path = option,
                                             .problem = "'" + file.string() + "' is no name of a file of accesses",
                                             .hint = "expected .csv, .jsonl, .csv.zst or .jsonl.zst"}};
  }
  format.stem.replace_extension();
  return format;
}

AccessOutput::AccessOutput(std::filesystem::path file, Existing existing)
    : file_{std::move(file)}, format_{access_format(file_, "--accesses")}, existing_{existing} {
  // Finds out whether they may be written before anything runs.
  for (const std::filesystem::path& path : {file_, beside(format_.stem, ".yaml")}) OutputFile{path, existing_};
}

std::string AccessOutput::study_text(Configuration& configuration, const functional::Workload& workload,
                                     const AccessRecorder& recorder) const {
  StudyParameters study = configuration.study;
  study.name += "_accesses";
  study.workload = {};
  study.workload.kind = WorkloadKind::kAccesses;
  AccessesParameters& accesses = study.workload.accesses;
  accesses.file = file_.filename().string();
  accesses.tiling.clear();
  for (std::size_t n = 0; n < recorder.textures().size(); ++n) {
    accesses.textures.push_back(beside(format_.stem, texture_ending(n)).filename().string());
    accesses.tiling.push_back(recorder.textures()[n].tiling);
  }
  const std::vector<gen9::SamplerState::Words> samplers = recorder.samplers();
  accesses.samplers = static_cast<std::uint32_t>(samplers.size());
  accesses.sampler.assign(samplers.size(), {});
  for (std::size_t n = 0; n < samplers.size(); ++n) {
    accesses.sampler[n].words.assign(samplers[n].begin(), samplers[n].end());
    accesses.sampler[n].keys.mono_filter = {workload.context->mono_filter[0], workload.context->mono_filter[1]};
  }
  const bool groups = !workload.threads->has_phases() && workload.threads->threads_per_group() <= 64;
  accesses.threads_per_group = groups ? workload.threads->threads_per_group() : 1;
  if (workload.output.width != 0) {
    accesses.image = {workload.output.width, workload.output.height};
    const auto words =
        functional::surface_state_words(*workload.memory, *workload.context, workload.output.binding_table_index, 0);
    accesses.output_format = functional::typed_surface(words).state.format;
  }
  return fmt::format("# Quads that the samplers of study {} got, {} of them: written by texpipe run --accesses.\n",
                     configuration.study.name, recorder.quads().size()) +
         yaml_text(study, 0, "machine") + "machine:\n" + yaml_text(configuration.machine_name, 2) +
         yaml_text(configuration.machine, 2);
}

std::vector<Diagnostic> AccessOutput::write(Configuration& configuration, functional::Workload& workload) {
  AccessRecorder recorder{*workload.memory};
  follow_messages(workload, recorder);
  functional::run_untimed(workload);
  std::vector<Diagnostic> warnings = left_out_warnings(recorder);
  if (recorder.quads().empty()) {
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.path = "--accesses",
                           .problem = "the workload sends samplers no message that a file of accesses can have",
                           .hint = warnings.empty() ? "it sends them none" : warnings.front().problem}};
  }
  std::vector<std::unique_ptr<OutputFile>> files;
  const auto add = [&](const std::filesystem::path& path, std::string_view bytes) {
    files.push_back(std::make_unique<OutputFile>(path, existing_));
    files.back()->stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  for (std::size_t n = 0; n < recorder.textures().size(); ++n)
    add(beside(format_.stem, texture_ending(n)), text_of(dds_bytes(recorder.textures()[n].texture)));
  const std::string text = access_text(recorder, format_.json);
  add(file_, format_.packed ? zstd_packed(text) : text);
  add(beside(format_.stem, ".yaml"), study_text(configuration, workload, recorder));
  for (const auto& file : files) file->publish();
  return warnings;
}

}  // namespace texpipe::study
