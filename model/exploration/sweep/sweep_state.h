// State of the points of a sweep, in a file that survives whatever ends the sweep.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_table.h"
#include "exploration/sweep/sweep_plan.h"

struct sqlite3;
struct sqlite3_stmt;

namespace texpipe::study {

enum class PointStatus : std::uint8_t { kWaiting, kDone, kFailed };

inline constexpr EnumRow kPointStatuses[] = {
    {0, "waiting", "not run yet"}, {1, "done", "its folder is complete"}, {2, "failed", "it ended with an error"}};
inline EnumRows enum_rows(PointStatus) {
  return {"status of a point", kPointStatuses};
}

/// Outcome of a point's run.
struct PointOutcome {
  PointStatus status = PointStatus::kWaiting;
  ExitCode exit_code = ExitCode::kSuccess;
  std::string failure;                        // the error's text
  double seconds = 0;                         // of the host's processors, for the simulation
  std::vector<std::optional<double>> values;  // of the objectives; none that are no finite number
  std::string limited_by{};                   // where an objective asks for it
};

struct PointState : PointOutcome {
  unsigned attempts = 0;
};

/// SQLite in write-ahead mode. One process writes, the sweep's own; others may read meanwhile.
class SweepState {
 public:
  /// A new file with every point waiting.
  static void create(const std::filesystem::path& file, const SweepPlan& plan);

  enum class Access { kRead, kWrite };
  /// Errors: kMalformedInput for another file.
  SweepState(const std::filesystem::path& file, Access access);
  ~SweepState();
  SweepState(const SweepState&) = delete;
  SweepState& operator=(const SweepState&) = delete;

  /// In the order of the plan.
  std::vector<PointState> points() const;

  /// Notes the points that the plan has more, as waiting; false when there are none. Errors: kInvalidConfiguration when
  /// the first ones are others.
  bool extend(const SweepPlan& plan);

  /// Notes an outcome; it is in the file after the next `commit`, all at once.
  void note(std::size_t point, const PointOutcome& outcome);
  void commit();

  /// Lets the points run again that failed with an exit code of which `again` says so.
  void forget_failures(const std::function<bool(ExitCode)>& again);

 private:
  /// Asked of SQLite: where a disk is full, it gives up a transaction by itself.
  bool in_transaction() const;

  std::filesystem::path file_;
  sqlite3* database_ = nullptr;
  sqlite3_stmt* note_ = nullptr;
};

}  // namespace texpipe::study
