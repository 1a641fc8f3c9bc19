// Searches the axes of a sweep file's section `search`: by itself, or asked by another program. Its points are those of
// a sweep: the same folder, state and tables.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "exploration/sweep/run_sweep.h"

namespace texpipe::study {

struct SearchOutcome {
  SweepOutcome sweep;
  std::size_t generations = 0;  // that were run, the first one included
  std::size_t refused = 0;      // places whose machine is none, as by rules over several parameters
  std::string first_refusal;    // why
};

/// NSGA-II (nsga2.h) over the section's generations. The same file and seed give the same points, whatever the jobs and
/// however often it was resumed. It ends early when a generation finds nothing new.
/// Errors: those of run_sweep; kInvalidConfiguration when the file has no section `search`, or none of the first places
/// is a machine.
SearchOutcome run_search(const SweepOptions& options, SweepEngine& engine, const timing::BlockRegistry& blocks);

/// Runs what another program asks for, JSON texts in and out: to `{"ask": [POINT, ...]}` the answer is
/// `{"tell": [RESULT, ...]}`. A POINT gives values by the names of axes, {"l1.size": "8KiB"}, or for all axes in their
/// order numbers of [0, 1).
class AskedSearch {
 public:
  /// Options and engine outlive this. Errors: as run_search.
  AskedSearch(const SweepOptions& options, SweepEngine& engine, const timing::BlockRegistry& blocks);
  ~AskedSearch();
  AskedSearch(const AskedSearch&) = delete;
  AskedSearch& operator=(const AskedSearch&) = delete;

  /// `{"axes": [...], "objectives": [...]}`.
  std::string head() const;

  /// Errors: kMalformedInput, kInvalidConfiguration, and nothing was run; kInterrupted and kTerminated.
  std::string answer(const std::string& request);

  SweepOutcome finish();

 private:
  class Answers;
  std::unique_ptr<Answers> answers_;
};

/// Answers a search's questions as lines of text: first the head; an error is answered with `{"error": [...]}`. It ends
/// with the input.
SweepOutcome answer_lines(AskedSearch& search, const std::function<bool(std::string&)>& next_line,
                          const std::function<void(const std::string&)>& say);

}  // namespace texpipe::study
