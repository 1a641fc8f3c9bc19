// Engines that hand points out: to GNU parallel, to Slurm and to LSF.
#include <sys/wait.h>

#include <csignal>
#include <set>
#include <thread>

#include "base/stop_request.h"
#include "exploration/sweep/batch.h"
#include "exploration/sweep/sweep_engine.h"
#include "host/processes/other_program.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kDefaultArray = 1000;
constexpr std::size_t kMostTasks = 10'000;  // as many as schedulers like; more points share one

[[noreturn]] void missing(const std::string& program, const std::string& package) {
  throw Error{ExitCode::kUnsupported, Diagnostic{.path = "--engine",
                                                 .problem = "there is no " + program + " on this machine",
                                                 .hint = "the Debian package " + package + " has it"}};
}

void require(const std::string& program, const std::string& package) {
  if (!find_program(program)) missing(program, package);
}

class BatchEngine : public SweepEngine {
 public:
  BatchEngine(EngineKind kind, const BatchOptions& options) : kind_{kind}, options_{options} {}

  void run(const EngineTask& task) override {
    if (options_.submit) check();
    BatchShape shape{.points = task.points.size()};
    shape.each = options_.each != 0 ? options_.each : (task.points.size() + kMostTasks - 1) / kMostTasks;
    shape.array = options_.submit ? most_of_array() : kDefaultArray;
    const std::vector<BatchScript> scripts =
        batch_scripts(kind_, shape, task.folder, task.plan.name, fs::canonical("/proc/self/exe"), options_.jobs);
    write_batch(task.folder, task.points, scripts);
    for (const BatchScript& script : scripts) options_.say((task.folder / kBatchName / script.name).string());
    if (!options_.submit) return;
    try {
      for (const BatchScript& script : scripts) submit(fs::absolute(task.folder / kBatchName / script.name).string());
    } catch (...) {
      cancel();  // those that were taken before
      throw;
    }
    while (true) {
      const bool over = is_over();
      collect(task);
      task.on_idle();
      if (over) return;
      if (stop_requested() || !task.proceed()) return cancel();
      constexpr std::chrono::milliseconds kBetweenLooks{500};
      std::this_thread::sleep_for(kBetweenLooks);
    }
  }

 protected:
  /// Errors: kUnsupported for programs that are not there.
  virtual void check() = 0;
  virtual std::size_t most_of_array() = 0;
  virtual void submit(const std::string& script) = 0;
  virtual bool is_over() = 0;
  virtual void cancel() = 0;

 private:
  void collect(const EngineTask& task) {
    for (const ToldPoint& told : told_by_workers(task.folder)) {
      if (told.point < task.plan.points.size() && known_.insert(told.point).second)
        task.on_ended(told.point, told.outcome);
    }
  }

  EngineKind kind_;
  BatchOptions options_;
  std::set<std::size_t> known_;
};

class ParallelEngine final : public BatchEngine {
 public:
  using BatchEngine::BatchEngine;

 private:
  void check() override { require("parallel", "parallel"); }
  std::size_t most_of_array() override { return kDefaultArray; }
  void submit(const std::string& script) override {
    process_ = start_program({"/bin/sh", script});  // absolute: no option of the shell's
  }
  bool is_over() override { return waitpid(process_, nullptr, WNOHANG) != 0; }
  void cancel() override {
    if (process_ == 0) return;
    kill(-process_, SIGTERM);
    waitpid(process_, nullptr, 0);
  }

  pid_t process_ = 0;
};

class SlurmEngine final : public BatchEngine {
 public:
  using BatchEngine::BatchEngine;

 private:
  void check() override { require("sbatch", "slurm-client"); }

  /// Indices are below MaxArraySize.
  std::size_t most_of_array() override {
    const std::string config = run_program({"scontrol", "show", "config"}).out, key = "\nMaxArraySize";
    const std::size_t at = config.find(key);
    if (at == std::string::npos) return kDefaultArray;
    const std::size_t number = config.find_first_not_of(" =", at + key.size());
    const auto most = number == std::string::npos ? 0 : std::strtoull(config.c_str() + number, nullptr, 10);
    return most == 0 ? kDefaultArray : most;
  }

  void submit(const std::string& script) override {
    // The script goes in by standard input: its name is no argument.
    const ProgramResult result = run_program({"sbatch", "--parsable"}, script);
    const std::string job = result.out.substr(0, result.out.find_first_of(";\n"));
    if (result.code != 0 || job.empty() || job.find_first_not_of("0123456789") != std::string::npos) {
      throw Error{ExitCode::kInternalError, Diagnostic{.position = {script},
                                                       .problem = "sbatch does not take it",
                                                       .hint = result.errors.substr(0, result.errors.find('\n'))}};
    }
    jobs_.push_back(job);
  }

  /// A job that the scheduler has forgotten is over; a scheduler that does not answer is asked again.
  bool is_over() override {
    std::string jobs;
    for (const std::string& job : jobs_) jobs += (jobs.empty() ? "" : ",") + job;
    const ProgramResult result = run_program({"squeue", "--noheader", "--jobs=" + jobs, "--format=%T"});
    if (result.code != 0) return (result.out + result.errors).find("Invalid job id") != std::string::npos;
    return result.out.find_first_not_of(" \n") == std::string::npos;
  }

  void cancel() override {
    std::vector<std::string> words{"scancel"};
    words.insert(words.end(), jobs_.begin(), jobs_.end());
    if (!jobs_.empty()) run_program(words);
  }

  std::vector<std::string> jobs_;
};

/// Only its scripts: nobody could test more here.
class LsfEngine final : public BatchEngine {
 public:
  using BatchEngine::BatchEngine;

 private:
  void check() override {
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.path = "--engine",
                           .problem = "jobs of LSF are not submitted, only their scripts written",
                           .hint = "--no-submit, bsub < each of them, then `texpipe sweep collect DIR`"}};
  }
  std::size_t most_of_array() override { return kDefaultArray; }
  void submit(const std::string&) override {}
  bool is_over() override { return true; }
  void cancel() override {}
};

}  // namespace

std::unique_ptr<SweepEngine> batch_engine(EngineKind kind, const BatchOptions& options) {
  if (kind == EngineKind::kSlurm) return std::make_unique<SlurmEngine>(kind, options);
  if (kind == EngineKind::kLsf) return std::make_unique<LsfEngine>(kind, options);
  return std::make_unique<ParallelEngine>(kind, options);
}

}  // namespace texpipe::study
