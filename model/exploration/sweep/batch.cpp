#include "exploration/sweep/batch.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exploration/sweep/sweep_point.h"
#include "host/files/byte_reader.h"
#include "host/files/descriptor.h"
#include "host/files/hidden_place.h"
#include "host/files/output_file.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

/// Characters that mean nothing to a shell, a scheduler's parser or a terminal.
bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view{" /._-+=,:@~^"}.find(c) != std::string_view::npos;
}

/// Lines of a script that give a variable a text, whatever is in it: other characters are numbers, so that no line of a
/// script begins as somebody wants and no quote ends early. The dot keeps line ends at the end.
std::string assignment(const std::string& variable, const std::string& text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return variable + "='" + text + "'\n";
  std::string numbers;
  for (const char c : text)
    numbers += is_plain(c) ? std::string{c} : fmt::format("\\0{:03o}", static_cast<unsigned char>(c));
  return fmt::format("{0}=$(printf '%b.' '{1}')\n{0}=${{{0}%.}}\n", variable, numbers);
}

/// Whether a name is digits between a beginning and an ending.
bool is_numbered(std::string_view name, std::string_view beginning, std::string_view ending) {
  if (!name.starts_with(beginning) || !name.ends_with(ending) || name.size() <= beginning.size() + ending.size())
    return false;
  const std::string_view digits = name.substr(beginning.size(), name.size() - beginning.size() - ending.size());
  return std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Names of jobs are words.
std::string job_name(std::string name) {
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

}  // namespace

std::vector<BatchScript> batch_scripts(EngineKind engine, const BatchShape& shape, const fs::path& sweep,
                                       const std::string& name, const fs::path& program, unsigned jobs) {
  // Nobody's text is part of a command: they are the same for every sweep but for numbers.
  const std::string head = "#!/bin/sh\n", worker = "\"$worker_program\" sweep work -q \"$worker_sweep\"";
  const std::string variables = assignment("worker_program", program.string()) +
                                assignment("worker_sweep", fs::absolute(sweep).lexically_normal().string());
  std::vector<BatchScript> scripts;
  if (engine == EngineKind::kParallel) {
    // The order of the numbers is the plan's; each task is a process that runs its points one after the other.
    scripts.push_back(
        {"parallel.sh", fmt::format("{}{}export worker_program worker_sweep PARALLEL_SHELL=/bin/sh\n"
                                    "seq 0 {} {} | parallel --will-cite --jobs {} 'exec {} {{}} {}'\n",
                                    head, variables, shape.each, shape.points - 1, jobs, worker, shape.each)});
    return scripts;
  }
  const bool slurm = engine == EngineKind::kSlurm;
  for (std::size_t array = 0; array < shape.arrays(); ++array) {
    const std::size_t first = array * shape.array, tasks = std::min(shape.array, shape.tasks() - first);
    std::string text = head;
    if (slurm) {
      text +=
          fmt::format("#SBATCH --job-name={}\n#SBATCH --array=0-{}\n#SBATCH --ntasks=1\n#SBATCH --output=/dev/null\n",
                      job_name(name), tasks - 1);
      text += fmt::format("{}exec {} $((({} + SLURM_ARRAY_TASK_ID) * {})) {}\n", variables, worker, first, shape.each,
                          shape.each);
    } else {
      text += fmt::format("#BSUB -J \"{}[1-{}]\"\n#BSUB -n 1\n#BSUB -o /dev/null\n", job_name(name), tasks);
      text += fmt::format("{}exec {} $((({} + LSB_JOBINDEX - 1) * {})) {}\n", variables, worker, first, shape.each,
                          shape.each);
    }
    scripts.push_back({fmt::format("{}_{}.sh", slurm ? "slurm" : "lsf", array), std::move(text)});
  }
  return scripts;
}

void write_batch(const fs::path& sweep, const std::vector<std::size_t>& points,
                 const std::vector<BatchScript>& scripts) {
  remove_batch(sweep);
  const fs::path folder = sweep / kBatchName;
  fs::create_directory(folder);
  std::string list;
  for (const std::size_t point : points) list += std::to_string(point + 1) + '\n';
  write_output(folder / kBatchList, list, Existing::kReplace);
  for (const BatchScript& script : scripts) {
    write_output(folder / script.name, script.text, Existing::kReplace);
    fs::permissions(folder / script.name, fs::perms::owner_exec, fs::perm_options::add);
  }
}

bool is_batch_file(const std::string& name) {
  return name == kBatchList || name == "parallel.sh" || is_numbered(name, "slurm_", ".sh") ||
         is_numbered(name, "lsf_", ".sh") || is_numbered(name, "from_", ".jsonl");
}

void remove_batch(const fs::path& sweep) {
  std::error_code ignored;
  const fs::path folder = sweep / kBatchName;
  for (fs::directory_iterator entry{folder, ignored}, end; !ignored && entry != end; entry.increment(ignored)) {
    std::error_code stays;
    if (is_batch_file(entry->path().filename())) fs::remove(entry->path(), stays);
  }
  fs::remove(folder, ignored);
}

std::vector<std::size_t> listed_points(const fs::path& sweep, std::size_t first, std::size_t count) {
  std::ifstream list{sweep / kBatchName / kBatchList};
  if (!list) {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {(sweep / kBatchName / kBatchList).string()},
                                                      .problem = "there is no such list"}};
  }
  std::vector<std::size_t> points;
  std::size_t number = 0;
  for (std::size_t line = 0; line < first + count && list >> number; ++line)
    if (line >= first) points.push_back(number - 1);
  return points;
}

WorkerNotes::WorkerNotes(const fs::path& sweep, std::size_t first)
    : file_{sweep / kBatchName / fmt::format("from_{}.jsonl", first)} {}

void WorkerNotes::note(std::size_t point, const PointOutcome& outcome) {
  // In front of the line, so that half a line of a killed worker does no harm.
  const std::string line = '\n' + fmt::format("{} ", point + 1) + outcome_text(outcome) + '\n';
  const Descriptor file{open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)};
  if (!file || !write_all(file.number(), line)) fail_from_system(file_, "cannot be written");
}

std::vector<ToldPoint> told_by_workers(const fs::path& sweep) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (fs::directory_iterator entry{sweep / kBatchName, ignored}, end; !ignored && entry != end;
       entry.increment(ignored))
    if (entry->path().extension() == ".jsonl") files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  std::vector<ToldPoint> told;
  for (const fs::path& file : files) {
    const std::string text = read_text(file);
    for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
      const std::string line = text.substr(at, end - at);
      const std::size_t space = line.find(' ');
      if (space == std::string::npos) continue;
      try {
        told.push_back({std::stoul(line.substr(0, space)) - 1, read_outcome(line.substr(space + 1))});
      } catch (const std::exception&) {  // half a line
      }
    }
  }
  return told;
}

}  // namespace texpipe::study
