// texpipe verify: every case below a path, from API terms through hardware state and messages to a verdict.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/verify/case_diagnosis.h"
#include "analysis/verify/case_messages.h"
#include "analysis/verify/message_replay.h"
#include "analysis/verify/picture_comparison.h"
#include "base/diagnostic.h"
#include "functional/device/workload.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/surface/tiling.h"

namespace texpipe::study {

/// Executes sampler messages, all in one go and in any order, and returns the destination registers of each in the
/// order given.
using MessageExecutor = std::function<std::vector<ReplayedRegisters>(functional::GpuMemory& memory,
                                                                     std::span<const functional::Message> messages)>;

/// Executes a workload to its end.
using WorkloadExecutor = std::function<void(functional::Workload& workload)>;

/// Choice of the surfaces' tiling and the messages' SIMD size.
enum class VariantChoice : std::uint8_t {
  kOne,  // one tiling and SIMD size per case, chosen by its id
  kAll,  // every tiling and both SIMD sizes
};

struct VerifyOptions {
  VariantChoice variants = VariantChoice::kOne;
  std::string filter;  // only ids that contain it
  std::string timing = "untimed";
  functional::QueryOptions queries;  // switches that the messages are made for, and executed under
  MessageExecutor timed;  // of a timing other than untimed; its registers must equal the untimed ones byte by byte
  WorkloadExecutor timed_workload;  // likewise, of kernels: the outputs
};

enum class CaseStatus : std::uint8_t { kPassed, kFailed, kUnsupported, kMalformed };

/// Path on which a case was executed.
enum class CasePath : std::uint8_t {
  kSampler,      // sampler messages
  kDecodeTable,  // the format table, for formats that the sampler does not read
  kKernel,       // threads of a compiled kernel
  kFrame,        // a picture of a recording of frames
  kPixelShader,  // a draw with a compiled pixel shader
  kNone,         // could not be executed
};

/// A case under one variant.
struct CaseOutcome {
  std::string id;
  std::string file;     // of the case
  std::string variant;  // as "Y SIMD16"
  CaseStatus status = CaseStatus::kPassed;
  CasePath path = CasePath::kSampler;
  bool lenient = false;
  std::size_t values = 0;  // checked
  std::size_t failing_values = 0;
  std::string problem;                      // of cases that did not pass: one line
  std::string summary{};                    // of pictures of frames: their pixels by class
  std::optional<PictureVerdict> picture{};  // of pictures of frames
  std::optional<CaseDiagnosis> diagnosis;   // of failed cases whose messages ran
  std::vector<Diagnostic> notes{};          // what is dubious about the case although it ran
};

struct VerifyReport {
  std::vector<CaseOutcome> outcomes;
  std::vector<Diagnostic> notes;
  std::string timing;

  std::size_t count(CaseStatus status) const;
  std::size_t count(CaseStatus status, CasePath path) const;

  /// kMalformedInput when a case could not be read, else kMismatch when one failed, else kUnsupported when one is
  /// unsupported, else kSuccess.
  ExitCode exit_code() const;
};

/// Runs every case below `path`: a folder, a cases.yaml, a frames.yaml, the YAML of a kernel or a pixel shader, or a
/// recording of frames. Folders are visited in the order of their names. Errors: Error (kMalformedInput) when the path
/// has no cases or a cases.yaml is no YAML list.
VerifyReport verify(const std::filesystem::path& path, const VerifyOptions& options);

/// Report for a person: a line (and intermediate values) for each failing or unsupported case, and totals.
std::string report_text(const VerifyReport& report);

/// Report as JSON.
std::string report_json(const VerifyReport& report);

}  // namespace texpipe::study
