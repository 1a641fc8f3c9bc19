// State of the 3D and compute pipelines as commands leave it: the last command of each kind.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/quantity.h"
#include "isa/gen9/commands/command_layout.h"

namespace texpipe::functional {

/// A vertex buffer: the words of VERTEX_BUFFER_STATE.
using VertexBufferWords = std::array<std::uint32_t, 4>;
inline constexpr unsigned kVertexBuffers = 64;
inline constexpr unsigned kVertexElements = 34;
inline constexpr unsigned kStreams = 4;        // of vertices that stream output writes
inline constexpr unsigned kStreamBuffers = 4;  // that it writes to

/// All state stays across commands, batches and submissions of a context (specification/3d-pipeline 1): a command
/// replaces the one before of its name, but 3DSTATE_VERTEX_BUFFERS and 3DSTATE_SO_BUFFER only the buffers and
/// 3DSTATE_VF_INSTANCING only the element that they name, and STATE_BASE_ADDRESS and PIPELINE_SELECT only what they say
/// they modify.
///
/// Words are kept as sent and decoded where they are used: a stream may rewrite the memory that they point to.
class PipelineState {
 public:
  /// Takes a command of state. @param words  the whole command
  void take(gen9::CommandId command, std::span<const std::uint32_t> words);

  /// Words of the last command of this name; empty: none was sent.
  std::span<const std::uint32_t> words(gen9::CommandId command) const {
    return commands_[static_cast<unsigned>(command)];
  }

  /// Fields of the last command of a name, whose fields all read 0 before it is sent:
  /// `value(command::kVf["Cut Index"])`. @param n  of a field that repeats: which one
  std::uint64_t value(gen9::FieldBits field, unsigned n = 0) const {
    return gen9::read_field(words(field.command), field, n);
  }
  bool flag(gen9::FieldBits field, unsigned n = 0) const { return value(field, n) != 0; }
  float real(gen9::FieldBits field, unsigned n = 0) const { return gen9::read_real(words(field.command), field, n); }

  const VertexBufferWords& vertex_buffer(unsigned index) const { return vertex_buffers_[index % kVertexBuffers]; }
  /// Instances that share an element's data; 0: instancing of the element is off.
  std::uint32_t instance_step(unsigned element) const { return instance_steps_[element % kVertexBuffers]; }
  bool instanced(unsigned element) const { return instanced_[element % kVertexBuffers]; }

  /// The last 3DSTATE_SO_BUFFER of a buffer of stream output; empty: none was sent.
  std::span<const std::uint32_t> stream_buffer(unsigned index) const { return stream_buffers_[index % kStreamBuffers]; }

  ByteAddress general_state_base() const { return bases_[kGeneral]; }
  ByteAddress surface_state_base() const { return bases_[kSurface]; }
  ByteAddress dynamic_state_base() const { return bases_[kDynamic]; }
  ByteAddress indirect_object_base() const { return bases_[kIndirect]; }
  ByteAddress instruction_base() const { return bases_[kInstruction]; }
  ByteAddress bindless_surface_state_base() const { return bases_[kBindless]; }

  /// GT_MODE as the last draw found it.
  std::uint32_t gt_mode() const { return gt_mode_; }
  void set_gt_mode(std::uint32_t value) { gt_mode_ = value; }

  /// PIPELINE_SELECT chose compute.
  bool compute_selected() const { return pipeline_ == 2; }

 private:
  enum Base : unsigned { kGeneral, kSurface, kDynamic, kIndirect, kInstruction, kBindless, kBases };

  void take_bases(std::span<const std::uint32_t> words);
  void take_vertex_buffers(std::span<const std::uint32_t> words);
  void take_instancing(std::span<const std::uint32_t> words);

  std::array<std::vector<std::uint32_t>, gen9::kCommandCount> commands_{};
  std::array<VertexBufferWords, kVertexBuffers> vertex_buffers_{};
  std::array<std::vector<std::uint32_t>, kStreamBuffers> stream_buffers_{};
  std::array<std::uint32_t, kVertexBuffers> instance_steps_{};
  std::array<bool, kVertexBuffers> instanced_{};
  std::array<ByteAddress, kBases> bases_{};
  unsigned pipeline_ = 0;
  std::uint32_t gt_mode_ = 0;
};

}  // namespace texpipe::functional
