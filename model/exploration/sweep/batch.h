// Points as work for other programs: lists of them, the scripts that start workers, and what workers tell.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/enum_table.h"
#include "exploration/sweep/sweep_plan.h"
#include "exploration/sweep/sweep_state.h"

namespace texpipe::study {

enum class EngineKind : std::uint8_t { kLocal, kParallel, kSlurm, kLsf };

inline constexpr EnumRow kEngineKinds[] = {
    {0, "local", "processes of this host"},
    {1, "parallel", "GNU parallel"},
    {2, "slurm", "job arrays of Slurm"},
    {3, "lsf", "job arrays of LSF"},
};
inline EnumRows enum_rows(EngineKind) {
  return {"engine of a sweep", kEngineKinds};
}

/// The folder, below that of a sweep, of a batch that was handed out.
inline constexpr std::string_view kBatchName = "batch";
inline constexpr std::string_view kBatchList = "points.txt";  // numbers from 1, one a line

/// Division of a list of points: tasks of so many points, in arrays of at most so many tasks.
struct BatchShape {
  std::size_t points = 0;
  std::size_t each = 1;      // points of a task
  std::size_t array = 1000;  // tasks of an array

  std::size_t tasks() const { return (points + each - 1) / each; }
  std::size_t arrays() const { return (tasks() + array - 1) / array; }
};

struct BatchScript {
  std::string name;
  std::string text;
};

/// The scripts of a batch, in the order in which they are to be submitted: of Slurm and LSF one an array.
/// @param program  this texpipe's file
std::vector<BatchScript> batch_scripts(EngineKind engine, const BatchShape& shape, const std::filesystem::path& sweep,
                                       const std::string& name, const std::filesystem::path& program, unsigned jobs);

/// Writes list and scripts in place of an older batch's.
void write_batch(const std::filesystem::path& sweep, const std::vector<std::size_t>& points,
                 const std::vector<BatchScript>& scripts);

/// True for names of the files that write_batch and workers leave in the batch's folder.
bool is_batch_file(const std::string& name);

/// Forgets the batch, with what its workers told; what else stands in its folder stays.
void remove_batch(const std::filesystem::path& sweep);

/// Points [first, first + count) of the batch's list.
std::vector<std::size_t> listed_points(const std::filesystem::path& sweep, std::size_t first, std::size_t count);

/// A worker's notes about points, in a file of its own: a line for each, whole or not there.
class WorkerNotes {
 public:
  WorkerNotes(const std::filesystem::path& sweep, std::size_t first);
  void note(std::size_t point, const PointOutcome& outcome);

 private:
  std::filesystem::path file_;
};

struct ToldPoint {
  std::size_t point;
  PointOutcome outcome;
};

/// Points that all workers have told of so far, in the order of their files.
std::vector<ToldPoint> told_by_workers(const std::filesystem::path& sweep);

}  // namespace texpipe::study
