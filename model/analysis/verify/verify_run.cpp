#include "analysis/verify/verify_run.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "analysis/verify/case_diagnosis.h"
#include "analysis/verify/case_state.h"
#include "analysis/verify/decode_cases.h"
#include "analysis/verify/frame_cases.h"
#include "analysis/verify/kernel_cases.h"
#include "analysis/verify/kernel_files.h"
#include "analysis/verify/pass_rule.h"
#include "analysis/verify/pixel_shader_cases.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "functional/surface/state_heap.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

using functional::GpuMemory;
using functional::Message;
using functional::MessageResponse;
using functional::Tiling;

struct Variant {
  Tiling tiling = Tiling::kY;
  MessageSize size = MessageSize::kSimd8;

  std::string text() const {
    return std::string{functional::name_of(tiling)} + (size == MessageSize::kSimd8 ? " SIMD8" : " SIMD16");
  }
};

// FNV-1a: the same id always gets the same variant.
std::uint32_t hash_of(const std::string& text) {
  std::uint32_t hash = 2166136261u;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
  return hash;
}

std::vector<Variant> variants_of(const GoldenCase& golden, VariantChoice choice) {
  const std::vector<Tiling> tilings = possible_tilings(golden.surface);
  if (choice == VariantChoice::kOne) {
    const std::uint32_t hash = hash_of(golden.id);
    return {{tilings[hash / 2 % tilings.size()], hash % 2 == 0 ? MessageSize::kSimd16 : MessageSize::kSimd8}};
  }
  std::vector<Variant> variants;
  for (const Tiling tiling : tilings) {
    for (const MessageSize size : {MessageSize::kSimd8, MessageSize::kSimd16}) variants.push_back({tiling, size});
  }
  return variants;
}

// A case on its way: its state in memory, its messages, what they returned, and what is said of it.
struct CaseRun {
  GoldenCase golden;
  CaseRows rows;
  std::unique_ptr<functional::StateHeap> heap;
  std::vector<Message> messages;
  std::vector<MessageResponse> responses;
  CaseOutcome outcome;
};

void fail(CaseOutcome& outcome, const Error& error) {
  outcome.status = error.code() == ExitCode::kUnsupported      ? CaseStatus::kUnsupported
                   : error.code() == ExitCode::kMalformedInput ? CaseStatus::kMalformed
                                                               : CaseStatus::kFailed;
  outcome.path = CasePath::kNone;
  outcome.problem = error.diagnostics().empty() ? error.what() : error.diagnostics().front().text();
}

void judge_case(CaseRun& run, const CaseResults& results) {
  const CaseVerdict verdict = judge(run.golden, results);
  run.outcome.values = verdict.values;
  run.outcome.failing_values = verdict.failures.size();
  if (verdict.passed()) return;
  run.outcome.status = CaseStatus::kFailed;
  run.outcome.problem = describe_failure(run.golden, run.rows, verdict);
  if (verdict.failures.empty()) return;
  const ValueFailure& first = verdict.failures.front();
  run.outcome.diagnosis = diagnose_decode(run.golden, first, decoded_element(run.golden, run.rows, first.row));
}

std::vector<MessageResponse> execute_untimed(const GpuMemory& memory, std::span<const Message> messages) {
  std::vector<MessageResponse> responses;
  for (const Message& message : messages) {
    responses.push_back(execute_sampler_message(memory, message, functional::PlanDetail::kNone).response);
  }
  return responses;
}

CaseRun prepare(GpuMemory& memory, const GoldenCase& golden, const Variant& variant,
                const functional::QueryOptions& queries) {
  CaseRun run{.golden = golden};
  run.outcome = {.id = golden.id, .file = golden.position.file, .variant = variant.text(), .lenient = golden.lenient};
  try {
    run.rows = read_rows(golden);
    if (needs_decode_table(golden)) {
      run.outcome.path = CasePath::kDecodeTable;
      run.outcome.variant = "decode table";
      judge_case(run, decode_rows(golden, run.rows));
      return run;
    }
    run.heap = std::make_unique<functional::StateHeap>(memory, golden.id);
    run.heap->set_queries(queries);
    const auto surface =
        static_cast<std::uint8_t>(run.heap->add_surface(build_case_surface(memory, golden, variant.tiling)));
    std::uint8_t sampler = 0;
    if (golden.sampler) {
      sampler = static_cast<std::uint8_t>(run.heap->add_sampler(
          sampler_state(*golden.sampler), border_color(*golden.sampler, golden.surface.image.format)));
    }
    run.messages = case_messages(golden, run.rows, variant.size, surface, sampler, run.heap->context());
    run.responses = execute_untimed(memory, run.messages);
  } catch (const Error& error) {
    fail(run.outcome, error);
    run.messages.clear();
  }
  return run;
}

CaseResults results_of(const CaseRun& run) {
  CaseResults results(run.rows.rows);
  const unsigned channels = run.messages.empty() ? 1 : channels_of(run.messages.front());
  for (std::size_t row = 0; row < results.size(); ++row) {
    results[row] =
        row_result(run.messages[row / channels], run.responses[row / channels], static_cast<unsigned>(row % channels));
  }
  return results;
}

void judge_responses(const GpuMemory& memory, CaseRun& run) {
  if (run.messages.empty()) return;
  try {
    const CaseVerdict verdict = judge(run.golden, results_of(run));
    run.outcome.values = verdict.values;
    run.outcome.failing_values = verdict.failures.size();
    if (verdict.passed()) return;
    run.outcome.status = CaseStatus::kFailed;
    run.outcome.problem = describe_failure(run.golden, run.rows, verdict);
    run.outcome.diagnosis = diagnose(memory, run.golden, run.rows, run.messages, verdict);
  } catch (const Error& error) {
    fail(run.outcome, error);
  }
}

// Executes all messages in the timed system; a response that differs from the untimed one fails its case.
void execute_timed(GpuMemory& memory, std::vector<CaseRun>& runs, const MessageExecutor& executor) {
  std::vector<Message> messages;
  for (const CaseRun& run : runs) messages.insert(messages.end(), run.messages.begin(), run.messages.end());
  std::vector<ReplayedRegisters> registers = executor(memory, messages);
  if (registers.size() != messages.size()) {
    throw Error{ExitCode::kInternalError, "the timed system answered " + std::to_string(registers.size()) + " of " +
                                              std::to_string(messages.size()) + " messages"};
  }
  std::size_t next = 0;
  for (CaseRun& run : runs) {
    for (std::size_t i = 0; i < run.messages.size(); ++i, ++next) {
      const bool equal = registers_after(run.messages[i], run.responses[i]) == registers[next];
      run.responses[i].registers = std::move(registers[next]);
      if (equal || run.outcome.status != CaseStatus::kPassed) continue;
      run.outcome.status = CaseStatus::kFailed;
      run.outcome.problem = "message " + std::to_string(i) + " returns other bytes than untimed";
    }
  }
}

// Files below a path in the order of their names.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (path == kStandardInput) return {path};
  if (!fs::exists(path, error))
    malformed(path.string(), "does not exist",
              "a folder with cases, a cases.yaml, the YAML of a kernel or a pixel shader, or a recording of frames");
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> files;
  // Folders that may not be read are passed over; any other error ends the search.
  fs::recursive_directory_iterator entry{path, fs::directory_options::skip_permission_denied, error};
  for (; !error && entry != fs::recursive_directory_iterator{}; entry.increment(error)) {
    std::error_code ignored;
    const bool case_file = entry->path().extension() == ".yaml" || is_recording_of_frames(entry->path());
    if (case_file && entry->is_regular_file(ignored)) files.push_back(entry->path());
  }
  if (error) malformed(path.string(), "cannot be searched: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

void add_golden_folder(GpuMemory& memory, const std::filesystem::path& file, const VerifyOptions& options,
                       VerifyReport& report, std::vector<CaseRun>& runs) {
  const GoldenFolder folder = read_golden_cases(file);
  report.notes.insert(report.notes.end(), folder.notes.begin(), folder.notes.end());
  for (const GoldenCase& golden : folder.cases) {
    if (golden.id.find(options.filter) == std::string::npos) continue;
    for (const Variant& variant : variants_of(golden, options.variants)) {
      runs.push_back(prepare(memory, golden, variant, options.queries));
      if (needs_decode_table(golden)) break;
    }
  }
  for (const Diagnostic& problem : folder.problems) {
    CaseRun run;
    run.outcome = {.id = problem.path,
                   .file = file.string(),
                   .status = CaseStatus::kMalformed,
                   .path = CasePath::kNone,
                   .problem = problem.text()};
    runs.push_back(std::move(run));
  }
}

}  // namespace

std::size_t VerifyReport::count(CaseStatus status) const {
  return static_cast<std::size_t>(std::count_if(outcomes.begin(), outcomes.end(),
                                                [&](const CaseOutcome& outcome) { return outcome.status == status; }));
}

std::size_t VerifyReport::count(CaseStatus status, CasePath path) const {
  return static_cast<std::size_t>(std::count_if(outcomes.begin(), outcomes.end(), [&](const CaseOutcome& outcome) {
    return outcome.status == status && outcome.path == path;
  }));
}

ExitCode VerifyReport::exit_code() const {
  if (count(CaseStatus::kMalformed) != 0) return ExitCode::kMalformedInput;
  if (count(CaseStatus::kFailed) != 0) return ExitCode::kMismatch;
  return count(CaseStatus::kUnsupported) != 0 ? ExitCode::kUnsupported : ExitCode::kSuccess;
}

VerifyReport verify(const std::filesystem::path& path, const VerifyOptions& options) {
  VerifyReport report{.timing = options.timing};
  GpuMemory memory;
  std::vector<CaseRun> runs;
  std::vector<std::filesystem::path> drawn;  // recordings that a frames.yaml lists
  const std::vector<std::filesystem::path> files = files_below(path);
  const auto add = [&](std::vector<CaseOutcome> outcomes) {
    for (CaseOutcome& outcome : outcomes) {
      report.notes.insert(report.notes.end(), outcome.notes.begin(), outcome.notes.end());
      runs.emplace_back().outcome = std::move(outcome);
    }
  };
  for (const std::filesystem::path& file : files) {
    if (file.filename() == kFramesFile) add(verify_frames(file, options, drawn));
  }
  for (const std::filesystem::path& file : files) {
    if (file.filename() == kFramesFile) continue;
    if (is_recording_of_frames(file) || (file == path && holds_frames(file))) {
      const bool listed = std::find(drawn.begin(), drawn.end(), std::filesystem::weakly_canonical(file)) != drawn.end();
      if (!listed && file.filename().string().find(options.filter) != std::string::npos)
        add(verify_recording(file, path, options));
      continue;
    }
    const bool kernel = is_kernel_file(file), pixel_shader = !kernel && is_pixel_shader_file(file);
    if (file.filename() == "cases.yaml" || (file == path && !kernel && !pixel_shader)) {
      add_golden_folder(memory, file, options, report, runs);
    } else if ((kernel || pixel_shader) && file.stem().string().find(options.filter) != std::string::npos) {
      add({kernel ? verify_kernel(file, options) : verify_pixel_shader(file, options)});
    }
  }
  if (runs.empty())
    malformed(path.string(), "has no cases",
              "a folder with cases.yaml files, kernels or pixel shaders with their YAML, or recordings of frames");
  if (options.timed) execute_timed(memory, runs, options.timed);
  for (CaseRun& run : runs) {
    if (run.outcome.path == CasePath::kSampler && run.outcome.status == CaseStatus::kPassed)
      judge_responses(memory, run);
    report.outcomes.push_back(std::move(run.outcome));
  }
  return report;
}

}  // namespace texpipe::study
