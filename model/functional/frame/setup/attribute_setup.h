// Attributes of a primitive as pixel threads get them: 3DSTATE_SBE and 3DSTATE_SBE_SWIZ.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "functional/frame/state/pipeline_state.h"
#include "functional/message/message.h"
#include "functional/message/urb.h"

namespace texpipe::functional {

inline constexpr unsigned kMostAttributes = 32;

/// Which attribute of a vertex, after the exchange by the face.
enum class SwizzleSelect : std::uint8_t { kInput, kInputFacing, kInputW, kInputFacingW };
enum class ConstantSource : std::uint8_t { k0000, k0001Float, k1111Float, kPrimitiveId };

/// One attribute of 3DSTATE_SBE.
struct AttributeRule {
  std::uint32_t slot = 0;  // of the vertex' entry
  SwizzleSelect select = SwizzleSelect::kInput;
  ConstantSource constant = ConstantSource::k0000;
  std::uint8_t overridden = 0;    // components that are the constant: bit 0 is x
  std::uint8_t primitive_id = 0;  // components that are the primitive's number
  std::uint8_t wraps = 0;         // components that take the shorter way round
  std::uint8_t components = 0xF;  // that are computed
  bool flat = false;
  bool sprite = false;  // the place inside a point
};

/// Vertices and numbers that attributes of a primitive are made of.
struct AttributeInputs {
  std::array<std::span<const UrbSlot>, 3> vertices{};  // entries; the second's and third's weights are b1 and b2
  std::span<const UrbSlot> provoking{};
  std::uint32_t primitive_id = 0;
  bool back_face = false;
  bool point = false;
};

class AttributeSetup {
 public:
  /// Errors: kUnsupported for the swizzle control mode of attributes 16 to 31.
  explicit AttributeSetup(const PipelineState& state);

  unsigned attributes() const { return count_; }
  unsigned registers() const { return 2 * count_; }

  /// Appends two registers for each attribute: planes of x and y, of z and w, each a1 - a0, a2 - a0, unused, a0
  /// (specification/pixel-shader-binary 3). What an entry does not have reads 0.
  void append(const AttributeInputs& inputs, std::vector<Grf>& planes) const;

  /// Multiplies the interpolated attributes among appended planes: all but constants, flat ones and places in points. A
  /// fourth component takes 2 - factor, so that quotients by it change, too.
  void scale(float factor, std::span<Grf> planes) const;

 private:
  std::array<AttributeRule, kMostAttributes> rules_{};
  unsigned count_ = 0;
  bool sprite_from_below_ = false;
};

}  // namespace texpipe::functional
