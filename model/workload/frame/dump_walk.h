// Parts of a recording that a dump shows, in the order in which it shows them, for printers of any form.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "functional/frame/state/pipeline_state.h"
#include "workload/frame/command_walk.h"
#include "workload/frame/draw_state.h"
#include "workload/frame/frame_dump.h"
#include "workload/frame/frame_recording.h"

namespace texpipe::study {

/// State of a draw or dispatch.
struct Pointed {
  std::string title;
  std::vector<std::string> remarks;
  std::vector<PointedState> states;
};

/// Walks a recording; a text and a JSON printer see the same things in the same order.
class DumpWalk {
 public:
  DumpWalk(FrameRecording& recording, const DumpOptions& options) : recording_{recording}, options_{options} {}
  virtual ~DumpWalk() = default;

  /// Errors: those of dump_frames.
  void run();

 protected:
  virtual void begin(const FrameHeader& header) = 0;
  virtual void other(const FrameContent& content) = 0;
  virtual void begin_submission(std::uint64_t index, const FrameSubmit& submit) = 0;
  virtual void command(const WalkedCommand& command) = 0;
  virtual void pointed(const Pointed& pointed) = 0;
  virtual void end_submission() = 0;

  const DumpOptions& options() const { return options_; }
  const FrameMemory& memory() const { return memory_; }

 private:
  [[noreturn]] void refuse(const char* option, std::uint64_t asked, std::uint64_t there, const char* what) const;
  void take(const FrameSubmit& submit);
  Pointed of_draw(const functional::PipelineState& state, const WalkedCommand& walked, std::uint64_t number,
                  std::uint64_t submission) const;
  void add_vertex_buffers(const functional::PipelineState& state, Pointed& list) const;
  Pointed of_dispatch(const functional::PipelineState& state, const WalkedCommand& walker) const;
  void show_sticky(const functional::PipelineState& state);

  FrameRecording& recording_;
  const DumpOptions& options_;
  FrameMemory memory_;
  std::map<std::uint32_t, functional::PipelineState> states_;  // by context
  std::uint64_t submissions_ = 0, draws_ = 0;
};

}  // namespace texpipe::study
