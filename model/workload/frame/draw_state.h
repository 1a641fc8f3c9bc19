// The programs and the state in memory that a draw or a dispatch points to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/state/shader_stage.h"
#include "workload/frame/frame_memory.h"

namespace texpipe::study {

/// A program that a draw or a dispatch starts.
struct StageProgram {
  std::string_view stage;  // VS, HS, DS, GS, PS, CS
  unsigned lanes = 8;
  std::uint64_t address = 0;
};

std::vector<StageProgram> programs_of_draw(const functional::PipelineState& state);
/// The program of a dispatch; none: its interface descriptor is not mapped.
std::vector<StageProgram> programs_of_dispatch(const functional::PipelineState& state, const FrameMemory& memory,
                                               unsigned descriptor, unsigned lanes);

/// A structure in memory that a draw points to.
struct PointedState {
  std::string role;            // "blend state", "surface 3 of PS, sampled"
  std::string_view structure;  // its documented name; empty: words of a binding table
  std::uint64_t address = 0;
  unsigned dwords = 0;
};

std::vector<PointedState> state_of_draw(const functional::PipelineState& state, const FrameMemory& memory);
std::vector<PointedState> state_of_dispatch(const functional::PipelineState& state, const FrameMemory& memory,
                                            unsigned descriptor);

/// Address of a structure at an offset from a base; addresses have 48 bits.
std::uint64_t frame_address(ByteAddress base, std::uint64_t offset);

}  // namespace texpipe::study
