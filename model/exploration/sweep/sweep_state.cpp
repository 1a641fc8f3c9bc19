#include "exploration/sweep/sweep_state.h"

#include <sqlite3.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "host/text/json_text.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

constexpr int kApplication = 0x74785357;  // "txSW"
constexpr int kVersion = 1;
constexpr int kPatience = 10'000;  // milliseconds for a reader in between

[[noreturn]] void fail(const fs::path& file, sqlite3* database) {
  throw Error{ExitCode::kInternalError,
              Diagnostic{.position = {file.string()},
                         .problem = std::string{"state cannot be kept: "} + sqlite3_errmsg(database)}};
}

void execute(const fs::path& file, sqlite3* database, const char* text) {
  if (sqlite3_exec(database, text, nullptr, nullptr, nullptr) != SQLITE_OK) fail(file, database);
}

sqlite3_stmt* prepare(const fs::path& file, sqlite3* database, const char* text) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database, text, -1, &statement, nullptr) != SQLITE_OK) fail(file, database);
  return statement;
}

int number_of_pragma(const fs::path& file, sqlite3* database, const char* text) {
  sqlite3_stmt* statement = prepare(file, database, text);
  const int number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
  sqlite3_finalize(statement);
  return number;
}

void bind_text(sqlite3_stmt* statement, int column, const std::string& text) {
  sqlite3_bind_text(statement, column, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

std::string text_of_column(sqlite3_stmt* statement, int column) {
  const unsigned char* text = sqlite3_column_text(statement, column);
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

/// Values of the objectives, and behind them the word, if there is one.
std::string values_text(const PointOutcome& outcome) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& value : outcome.values) list.push_back(value ? nlohmann::json(*value) : nlohmann::json());
  if (!outcome.limited_by.empty()) list.push_back(outcome.limited_by);
  return json_text(list);
}

void read_values(const std::string& text, PointOutcome& outcome) {
  if (text.empty()) return;
  for (const nlohmann::json& value : parse_json<nlohmann::json>(text)) {
    if (value.is_string()) {
      outcome.limited_by = value;
    } else {
      outcome.values.push_back(value.is_null() ? std::optional<double>{} : value.get<double>());
    }
  }
}

/// The plan's points from `first` on.
void insert_points(const fs::path& file, sqlite3* database, const SweepPlan& plan, std::size_t first) {
  sqlite3_stmt* insert = prepare(file, database, "INSERT INTO points (point, id) VALUES (?, ?)");
  for (std::size_t n = first; n < plan.points.size(); ++n) {
    sqlite3_bind_int64(insert, 1, static_cast<sqlite3_int64>(n + 1));
    bind_text(insert, 2, plan.points[n].id);
    if (sqlite3_step(insert) != SQLITE_DONE) fail(file, database);
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
}

}  // namespace

void SweepState::create(const fs::path& file, const SweepPlan& plan) {
  sqlite3* database = nullptr;
  if (sqlite3_open(file.c_str(), &database) != SQLITE_OK) fail(file, database);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> closed{database, sqlite3_close};
  const std::string head = "PRAGMA journal_mode=WAL; PRAGMA application_id=" + std::to_string(kApplication) +
                           "; PRAGMA user_version=" + std::to_string(kVersion) + ';';
  execute(file, database, head.c_str());
  execute(file, database,
          "BEGIN; CREATE TABLE points (point INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, "
          "status TEXT NOT NULL DEFAULT 'waiting', attempts INTEGER NOT NULL DEFAULT 0, exit_code INTEGER, "
          "failure TEXT, seconds REAL, objectives TEXT);");
  insert_points(file, database, plan, 0);
  execute(file, database, "COMMIT");
}

SweepState::SweepState(const fs::path& file, Access access) : file_{file} {
  // A write-ahead log needs a writer even to be read, unless its last writer closed it.
  const int flags = access == Access::kWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  if (sqlite3_open_v2(file.c_str(), &database_, flags, nullptr) != SQLITE_OK) fail(file, database_);
  sqlite3_busy_timeout(database_, kPatience);
  try {
    if (number_of_pragma(file, database_, "PRAGMA application_id") != kApplication ||
        number_of_pragma(file, database_, "PRAGMA user_version") != kVersion) {
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.position = {file.string()}, .problem = "is no state of a sweep of this version"}};
    }
    if (access == Access::kRead) return;
    // A commit outlives the process at once, and the machine's fall when the system wrote it.
    execute(file, database_, "PRAGMA synchronous=NORMAL");
    note_ = prepare(file, database_,
                    "UPDATE points SET status=?, exit_code=?, failure=?, seconds=?, objectives=?, "
                    "attempts=attempts+1 WHERE point=?");
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

SweepState::~SweepState() {
  if (in_transaction()) sqlite3_exec(database_, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_finalize(note_);
  sqlite3_close(database_);
}

std::vector<PointState> SweepState::points() const {
  std::vector<PointState> points;
  sqlite3_stmt* rows = prepare(
      file_, database_, "SELECT status, exit_code, failure, seconds, objectives, attempts FROM points ORDER BY point");
  while (sqlite3_step(rows) == SQLITE_ROW) {
    PointState state;
    state.status = value_of<PointStatus>(text_of_column(rows, 0)).value_or(PointStatus::kWaiting);
    state.exit_code = static_cast<ExitCode>(sqlite3_column_int(rows, 1));
    state.failure = text_of_column(rows, 2);
    state.seconds = sqlite3_column_double(rows, 3);
    read_values(text_of_column(rows, 4), state);
    state.attempts = static_cast<unsigned>(sqlite3_column_int(rows, 5));
    points.push_back(std::move(state));
  }
  sqlite3_finalize(rows);
  return points;
}

bool SweepState::extend(const SweepPlan& plan) {
  commit();
  sqlite3_stmt* rows = prepare(file_, database_, "SELECT id FROM points ORDER BY point");
  std::size_t known = 0;
  bool same = true;
  for (; sqlite3_step(rows) == SQLITE_ROW; ++known)
    same = same && (known >= plan.points.size() || text_of_column(rows, 0) == plan.points[known].id);
  sqlite3_finalize(rows);
  if (!same) {
    throw Error{ExitCode::kInvalidConfiguration, Diagnostic{.position = {file_.string()},
                                                            .problem = "has other points than this search plans",
                                                            .hint = "--out DIR begins anew"}};
  }
  if (known >= plan.points.size()) return false;
  execute(file_, database_, "BEGIN");
  insert_points(file_, database_, plan, known);
  execute(file_, database_, "COMMIT");
  return true;
}

void SweepState::note(std::size_t point, const PointOutcome& outcome) {
  if (!in_transaction()) execute(file_, database_, "BEGIN");
  bind_text(note_, 1, std::string{name_of(outcome.status)});
  sqlite3_bind_int(note_, 2, static_cast<int>(outcome.exit_code));
  bind_text(note_, 3, outcome.failure);
  sqlite3_bind_double(note_, 4, outcome.seconds);
  bind_text(note_, 5, values_text(outcome));
  sqlite3_bind_int64(note_, 6, static_cast<sqlite3_int64>(point + 1));
  if (sqlite3_step(note_) != SQLITE_DONE) fail(file_, database_);
  sqlite3_reset(note_);
}

void SweepState::commit() {
  if (in_transaction()) execute(file_, database_, "COMMIT");
}

bool SweepState::in_transaction() const {
  return sqlite3_get_autocommit(database_) == 0;
}

void SweepState::forget_failures(const std::function<bool(ExitCode)>& again) {
  std::vector<int> codes;
  sqlite3_stmt* rows = prepare(file_, database_, "SELECT DISTINCT exit_code FROM points WHERE status='failed'");
  while (sqlite3_step(rows) == SQLITE_ROW) codes.push_back(sqlite3_column_int(rows, 0));
  sqlite3_finalize(rows);
  for (const int code : codes) {
    const std::string text =
        "UPDATE points SET status='waiting', failure=NULL WHERE status='failed' AND exit_code=" + std::to_string(code);
    if (again(static_cast<ExitCode>(code))) execute(file_, database_, text.c_str());
  }
}

}  // namespace texpipe::study
