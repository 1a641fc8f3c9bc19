// Contents of a recording of frames, without executing it: submissions, draws, programs, surfaces, notes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_table.h"
#include "workload/frame/draw_state.h"
#include "workload/frame/frame_recording.h"

namespace texpipe::study {

/// Maker of a draw: a rectangle list is the driver's own (specification/3d-pipeline 7).
enum class DrawMaker : std::uint8_t { kApplication, kDriver };
EnumRows enum_rows(DrawMaker);

/// Surface that a draw writes or reads.
struct SurfaceSummary {
  std::string format;  // as documented; "?" for a code that no table lists
  std::string type;
  std::string tiling;
  unsigned width = 0, height = 0, depth = 0;  // texels of the first level, slices
  unsigned levels = 0;
  unsigned samples = 1;
  std::uint64_t address = 0;

  auto operator<=>(const SurfaceSummary&) const = default;
};

struct ProgramUse {
  StageProgram program;
  ProgramSummary summary;
};

/// A draw as the CPU sent it: parameters of an indirect one are not known before it runs.
struct DrawSummary {
  std::uint64_t number = 0;  // of the draw in the recording, from 0
  std::uint64_t submission = 0;
  std::uint64_t address = 0;  // of its 3DPRIMITIVE
  DrawMaker maker = DrawMaker::kApplication;
  std::string topology;
  std::uint32_t vertices = 0, instances = 0;
  bool indexed = false, indirect = false, predicated = false;
  std::vector<SurfaceSummary> targets;
  unsigned samples = 1;
  std::string depth;  // "D32_FLOAT LESS write", "off"
  std::uint64_t depth_address = 0;
  std::string stencil;  // "EQUAL write", "off"
  std::string blend;    // of target 0: "ADD SRC_ALPHA INV_SRC_ALPHA", "off"
  std::vector<ProgramUse> programs;
};

struct DispatchSummary {
  std::uint64_t submission = 0;
  std::uint64_t address = 0;
  std::uint32_t groups_x = 0, groups_y = 0, groups_z = 0;
  bool indirect = false;
  std::vector<ProgramUse> programs;
};

struct SubmissionSummary {
  std::uint64_t number = 0;  // in the file, from 0
  std::uint32_t context = 0;
  std::uint64_t first_command = 0;
  std::size_t objects = 0;
  std::uint64_t commands = 0;
  std::uint64_t draws = 0;
};

/// A program of a stage and width, whatever address it has.
struct ProgramKey {
  std::string stage;  // "VS", "PS"; "driver" for pixel shaders of the driver's draws
  unsigned lanes = 8;
  std::string hash;
  auto operator<=>(const ProgramKey&) const = default;
};

struct ProgramCount {
  unsigned instructions = 0;
  unsigned bytes = 0;
  std::uint64_t uses = 0;
};

struct SurfaceKey {
  std::string use;  // target, sampled, data port
  SurfaceSummary surface;
  auto operator<=>(const SurfaceKey&) const = default;
};

struct FrameSurvey {
  FrameHeader header;
  std::uint64_t records = 0, bytes = 0, written_bytes = 0;
  std::uint64_t mapped_ranges = 0, mapped_bytes = 0;  // at the end
  std::vector<SubmissionSummary> submissions;
  std::map<std::string, std::uint64_t> commands;  // by name
  std::vector<DrawSummary> draws;
  std::vector<DispatchSummary> dispatches;
  std::map<ProgramKey, ProgramCount> programs;
  std::map<SurfaceKey, std::uint64_t> surfaces;  // draws and dispatches that use them
  std::vector<FrameNote> notes;

  std::uint64_t draws_of(DrawMaker maker) const;
  std::uint64_t total_commands() const;
};

/// Reads a whole recording. Errors: those of FrameRecording::next and walk_commands.
FrameSurvey survey_frames(FrameRecording& recording);

/// The surface of a surface state's words.
SurfaceSummary surface_of(std::span<const std::uint32_t> words);

DrawSummary draw_of(const functional::PipelineState& state, const FrameMemory& memory,
                    std::span<const std::uint32_t> primitive);

}  // namespace texpipe::study
