#include "workload/opencl_kernel/kernel_row.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/printable.h"
#include "workload/opencl_kernel/kernel_result.h"

namespace texpipe::study {

namespace {

/// Threads of one launch after the other.
class RowThreads final : public functional::ThreadSource {
 public:
  explicit RowThreads(std::vector<std::unique_ptr<ThreadSource>> launches) : launches_{std::move(launches)} {}

  std::string name() const override { return next_ == 0 ? launches_.front()->name() : launches_[next_ - 1]->name(); }
  unsigned groups() const override { return runs() ? launches_[next_ - 1]->groups() : 0; }
  /// Before the first launch, the largest group of all.
  unsigned threads_per_group() const override {
    if (runs()) return launches_[next_ - 1]->threads_per_group();
    unsigned most = 1;
    for (const auto& launch : launches_) most = std::max(most, launch->threads_per_group());
    return most;
  }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    launches_[next_ - 1]->start(group, thread, registers, program);
  }
  std::string stage() const override { return runs() ? name() : std::string{}; }
  bool has_phases() const override { return true; }
  bool advance() override {
    if (next_ <= launches_.size()) ++next_;
    return runs();
  }

 private:
  bool runs() const { return next_ != 0 && next_ <= launches_.size(); }

  std::vector<std::unique_ptr<ThreadSource>> launches_;
  std::size_t next_ = 0;  // one more than the current launch; 0: none yet
};

std::string row_name(const std::vector<KernelLaunch>& launches) {
  std::string names;
  for (const KernelLaunch& launch : launches) names += (names.empty() ? "kernels " : ", ") + printable(launch.kernel);
  return names;
}

}  // namespace

std::vector<functional::ResultFile> KernelRow::result_files(const functional::GpuMemory& memory) const {
  std::map<std::string, unsigned> times;
  std::vector<std::vector<functional::ResultFile>> files;
  for (const auto& launch : launches) {
    for (const functional::ResultFile& file : files.emplace_back(study::result_files(*launch, memory)))
      ++times[file.name];
  }
  std::vector<functional::ResultFile> all;
  for (std::size_t n = 0; n < files.size(); ++n) {
    for (functional::ResultFile& file : files[n]) {
      if (times[file.name] > 1) file.name = std::to_string(n) + "." + file.name;
      all.push_back(std::move(file));
    }
  }
  return all;
}

KernelRow make_kernel_row(const std::vector<KernelLaunch>& launches, const KernelOptions& options) {
  KernelRow row;
  if (launches.size() == 1) {
    KernelWorkload made = make_kernel_workload(launches.front(), options);
    row.workload = std::move(made.workload);
    // The outputs are read from the memory that the workload took along.
    made.workload.memory = nullptr;
    row.launches.push_back(std::make_shared<const KernelWorkload>(std::move(made)));
    return row;
  }
  SharedLaunches shared;
  shared.bounds = std::make_unique<functional::BufferBounds>(row_name(launches), options.bounds);
  std::vector<std::unique_ptr<functional::ThreadSource>> threads;
  std::vector<Diagnostic> warnings;
  std::size_t shown = 0;  // launch whose picture is the workload's: the last one that has one
  std::vector<KernelWorkload> all;
  for (const KernelLaunch& launch : launches) {
    KernelWorkload& made = all.emplace_back(make_kernel_workload(launch, options, shared));
    threads.push_back(std::move(made.workload.threads));
    std::move(made.workload.warnings.begin(), made.workload.warnings.end(), std::back_inserter(warnings));
    if (made.workload.output.width != 0) shown = all.size() - 1;
  }
  row.workload.memory = std::move(shared.memory);
  row.workload.bounds = std::move(shared.bounds);
  row.workload.warnings = std::move(warnings);
  row.workload.output = all[shown].workload.output;
  row.workload.context = std::move(all[shown].workload.context);
  row.workload.threads = std::make_unique<RowThreads>(std::move(threads));
  for (KernelWorkload& made : all) row.launches.push_back(std::make_shared<const KernelWorkload>(std::move(made)));
  return row;
}

}  // namespace texpipe::study
