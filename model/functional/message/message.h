// A message as a shared function sees it, without time: payload registers in, response registers out.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/quantity.h"
#include "functional/rasterization/pixel_query.h"

namespace texpipe::functional {

inline constexpr unsigned kLanesPerRegister = 8;  // of 32 bits

/// One general register: 32 bytes as 8 DWords.
using Grf = std::array<std::uint32_t, kLanesPerRegister>;

class BufferBounds;
class CoverageStore;
class PixelWrites;
class PlannedMessage;
struct SamplerChange;
class UnsupportedUses;
class Urb;

/// Semantics that the shared function applies: Gen9 descriptors, or SPA operations (spa_message.h).
enum class OperationVariant : std::uint8_t { kGen9, kSpa };

/// Switches of what the documents leave open about queries and gradients (resolutions R2, R4, R20, R21 and R28); the
/// defaults are the model's.
struct QueryOptions {
  bool literal_shift = false;     // resinfo.literal_shift: the document's plain shift, without a minimum of 1
  bool palette_plus_one = false;  // sampleinfo.palette_plus_one: an older manual's numbering
  // sample_d.cube_direction: sample_d and sample_d_c take a direction and its gradients on a cube, as 3D_SAMPLE's table
  // has them, instead of a place on the face r and the gradients there.
  bool cube_direction = false;
  PixelQuerySwitches pixld;
};

/// State that a message does not carry but a thread has: heaps, tables, palettes (specification/state 1). Addresses
/// are absolute.
struct MessageContext {
  ByteAddress surface_state_base;
  ByteAddress dynamic_state_base;
  ByteAddress bindless_surface_state_base;
  ByteAddress general_state_base;                 // what stateless messages with 32-bit addresses count from
  std::uint64_t general_state_bytes = 0;          // 0: they reach the whole address space
  std::uint32_t binding_table_offset = 0;         // bytes from surface_state_base
  std::uint32_t sampler_state_offset = 0;         // bytes from dynamic_state_base; a header's M0.3 replaces it
  std::array<ByteAddress, 2> palettes{};          // 256 ARGB8888 entries each; address 0: none loaded, reads 0
  ByteAddress chroma_keys;                        // 4 entries of (low, high) ARGB8888; address 0: none
  std::array<std::uint8_t, 2> mono_filter{1, 1};  // 3DSTATE_MONOFILTER_SIZE: width and height in texels, 1 to 7
  /// Subspans in flight; null: none, every pixel query reads an uncovered pixel.
  const CoverageStore* coverage = nullptr;
  Urb* urb = nullptr;             // entries that geometry stages read and write; null: a message to the URB is refused
  PixelWrites* pixels = nullptr;  // takes what pixel threads write to render targets; null: such a message is refused
  /// Width and height of a coarse pixel, for messages with CPS compensation: 1 on Kaby Lake, which has none
  /// (resolution R13).
  std::array<std::uint8_t, 2> coarse_pixel{1, 1};
  QueryOptions queries;
  const SamplerChange* sampler_change = nullptr;  // applied to every sampler state; null: none is changed
  BufferBounds* bounds = nullptr;          // counts what data ports are asked for beyond buffers; null: nobody does
  UnsupportedUses* unsupported = nullptr;  // gains what the manual does not support; null: nobody asks
};

/// A message on its way to a shared function. The payload is source 0's registers, then source 1's.
struct Message {
  std::uint8_t shared_function = 0;  // SFID
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;
  std::uint32_t execution_mask = 0;  // bit n: channel n is enabled (mask and predicate)
  std::vector<Grf> payload;
  const MessageContext* context = nullptr;
  OperationVariant variant = OperationVariant::kGen9;
  std::array<std::uint32_t, 8> subspan_slots{};  // of the dispatch: where the pixel coverage unit holds each subspan
  ByteAddress local_memory{};                    // of the sender's group; the bytes are those of the address space
  std::uint32_t local_bytes = 0;                 // 0: the group has none
  std::uint32_t group = 0;                       // of the sender, by whose number barriers count
  std::uint32_t group_threads = 1;               // that the sender's group has
  std::uint32_t instruction = 0;                 // of the sender: its byte in the program
  std::uint64_t number = 0;                      // of the sender's choice: by it an observer knows the message again
  /// Footprints that were planned before (planned_message.h), of a sampler message whose values do not matter.
  std::shared_ptr<const PlannedMessage> planned{};
};

/// Registers that a message returns to the register file. `byte_enables[i]` bit b: byte b of register i is written;
/// other bytes keep their value.
struct MessageResponse {
  std::vector<Grf> registers;
  std::vector<std::uint32_t> byte_enables;
};

}  // namespace texpipe::functional
