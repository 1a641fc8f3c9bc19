// Options of `texpipe run`, and what they ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/run/run_study.h"

namespace texpipe::cli {

struct RunArguments {
  std::string study, out, timing, recording, accesses, bounds;
  std::vector<std::string> assignments;
  bool force = false;
  bool check_protocols = false;
  bool maps = false;
  bool sample = false;
  bool explain = false;
  std::optional<unsigned> serve;
  bool paused = false;
  std::optional<std::uint32_t> intervals;
  unsigned threads = 0;  // not given: all that the host has
  std::string waves, waves_from = "0", waves_to;
  std::vector<std::string> waves_blocks;
  std::string trace, trace_window, trace_pixel;
  std::vector<std::string> trace_messages;
  std::optional<std::uint32_t> trace_picture;
  std::optional<std::uint64_t> trace_draw;
  bool trace_off = false;
};

/// Waves that are asked for; none: none are. Errors (kUsage), here and below: numbers and windows that are none.
std::optional<study::WaveRequest> wave_request(const RunArguments& arguments);

/// Trace that is asked for; none: none is.
std::optional<study::TraceRequest> trace_request(const RunArguments& arguments);

}  // namespace texpipe::cli
