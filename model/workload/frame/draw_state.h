// The programs and the state in memory that a draw or a dispatch points to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "functional/frame/mapped_ranges.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/state/shader_stage.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::study {

/// Memory of a recording, and which of it there is.
struct FrameMemory {
  functional::GpuMemory bytes;
  functional::MappedRanges mapped;

  /// `dwords` words from an address; none where one of them is not mapped.
  std::optional<std::vector<std::uint32_t>> words(std::uint64_t address, std::size_t dwords) const;
};

/// A program that a draw or a dispatch starts.
struct StageProgram {
  std::string_view stage;  // VS, HS, DS, GS, PS, CS
  unsigned lanes = 8;
  std::uint64_t address = 0;
};

/// A program's bytes, counted and named.
struct ProgramSummary {
  bool mapped = false;
  bool readable = false;  // it decodes to a message that ends its thread
  unsigned instructions = 0;
  unsigned bytes = 0;
  std::string hash;                    // first eight digits of SHA-256; empty: not readable
  std::vector<std::uint8_t> targets;   // binding table entries that it writes as targets
  std::vector<std::uint8_t> sampled;   // that it samples
  std::vector<std::uint8_t> data;      // that its data port messages use
  std::vector<std::uint8_t> samplers;  // sampler states that it uses
};

/// Summaries of programs; each is read again when a draw comes to it.
ProgramSummary summary_of(const FrameMemory& memory, std::uint64_t address);

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
