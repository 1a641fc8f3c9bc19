// Threads whose every call goes on to others: who watches a workload derives from these, and tells only what differs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "functional/execution/eu_program.h"
#include "functional/execution/thread_source.h"

namespace texpipe::functional {

/// A program that is another one. Derived ones look at what its `issue` returns.
class WatchedProgram : public EuProgram {
 public:
  explicit WatchedProgram(std::unique_ptr<EuProgram> program = nullptr) : program_{std::move(program)} {}

  const EuStep* peek() override { return program_->peek(); }
  bool issue(ThreadRegisters& registers, MessageSend& send) override { return program_->issue(registers, send); }
  void answered(std::uint32_t ticket, MessageResponse response) override {
    program_->answered(ticket, std::move(response));
  }
  void add_awaited(std::vector<std::uint32_t>& tickets) const override { program_->add_awaited(tickets); }
  std::string place() const override { return program_->place(); }

  /// The other one, which a next thread may start in.
  std::unique_ptr<EuProgram>& watched() { return program_; }

 private:
  std::unique_ptr<EuProgram> program_;
};

/// Threads that are those of another source. Derived ones start them with programs that watch theirs.
class WatchedThreads : public ThreadSource {
 public:
  explicit WatchedThreads(std::unique_ptr<ThreadSource> threads) : threads_{std::move(threads)} {}

  std::string name() const override { return threads_->name(); }
  unsigned groups() const override { return threads_->groups(); }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override {
    threads_->start(group, thread, registers, program);
  }
  std::optional<DrawOfThreads> draw() const override { return threads_->draw(); }
  std::string stage() const override { return threads_->stage(); }
  std::vector<PhasePart> parts() const override { return threads_->parts(); }
  GroupPlace place_of(unsigned group) const override { return threads_->place_of(group); }
  bool has_phases() const override { return threads_->has_phases(); }
  bool advance() override { return threads_->advance(); }
  unsigned reuse_distance() const override { return threads_->reuse_distance(); }
  std::optional<ThreadPixel> pixel_of(unsigned group) const override { return threads_->pixel_of(group); }
  const OlderThreads* older_at_same_pixels() const override { return threads_->older_at_same_pixels(); }
  bool keeps_order() const override { return threads_->keeps_order(); }

  std::unique_ptr<ThreadSource> take() { return std::move(threads_); }

 protected:
  ThreadSource& watched() { return *threads_; }

 private:
  std::unique_ptr<ThreadSource> threads_;
};

}  // namespace texpipe::functional
