#include "functional/frame/setup/attribute_setup.h"

#include <algorithm>
#include <bit>

#include "base/diagnostic.h"
#include "isa/gen9/commands/setup_commands.h"

namespace texpipe::functional {

using gen9::read_field;
namespace command = gen9::command;

namespace {

constexpr unsigned kSwizzledAttributes = 16;  // 3DSTATE_SBE_SWIZ has entries for the first ones
constexpr std::uint32_t kOne = 0x3F80'0000;
constexpr UrbSlot kZeros{};

/// Components of constants; the primitive's number replaces its row.
constexpr std::array<UrbSlot, 4> kConstants{{
    {0, 0, 0, 0},
    {0, 0, 0, kOne},
    {kOne, kOne, kOne, kOne},
    {0, 0, 0, 0},
}};

/// Component masks by Attribute Active Component Format: disabled, xy, xyz, xyzw. Others read 0 (resolution R43).
constexpr std::array<std::uint8_t, 4> kActiveComponents{0x0, 0x3, 0x7, 0xF};

const UrbSlot& slot_of(std::span<const UrbSlot> entry, std::uint32_t slot) {
  return slot < entry.size() ? entry[slot] : kZeros;
}

AttributeRule swizzled(std::span<const std::uint32_t> words, unsigned attribute, std::uint32_t first_slot) {
  const auto detail = static_cast<std::uint32_t>(read_field(words, command::kSbeSwiz["Attribute"], attribute));
  const std::array<std::uint32_t, 1> entry{detail};
  const auto field = [&](gen9::FieldBits bits) { return read_field(entry, bits); };
  if (field(command::kSfOutputAttributeDetail["Swizzle Control Mode"]) != 0)
    unsupported("3DSTATE_SBE_SWIZ with Swizzle Control Mode 1, which swizzles attributes 16 to 31");
  AttributeRule rule;
  rule.slot = first_slot + static_cast<std::uint32_t>(field(command::kSfOutputAttributeDetail["Source Attribute"]));
  rule.select = static_cast<SwizzleSelect>(field(command::kSfOutputAttributeDetail["Swizzle Select"]));
  rule.constant = static_cast<ConstantSource>(field(command::kSfOutputAttributeDetail["Constant Source"]));
  constexpr std::array kOverrides{command::kSfOutputAttributeDetail["Component Override X"],
                                  command::kSfOutputAttributeDetail["Component Override Y"],
                                  command::kSfOutputAttributeDetail["Component Override Z"],
                                  command::kSfOutputAttributeDetail["Component Override W"]};
  for (unsigned c = 0; c < kOverrides.size(); ++c)
    rule.overridden |= static_cast<std::uint8_t>(field(kOverrides[c]) << c);
  return rule;
}

/// Components of an attribute that are the primitive's number, of the attribute that 3DSTATE_SBE names.
std::uint8_t primitive_id_components(const PipelineState& state) {
  constexpr std::array kOverrides{
      command::kSbe["Primitive ID Override Component X"], command::kSbe["Primitive ID Override Component Y"],
      command::kSbe["Primitive ID Override Component Z"], command::kSbe["Primitive ID Override Component W"]};
  std::uint8_t components = 0;
  for (unsigned c = 0; c < kOverrides.size(); ++c)
    components |= static_cast<std::uint8_t>(state.value(kOverrides[c]) << c);
  return components;
}

/// Difference of an attribute that repeats after 1.0: the shorter way round.
float shorter(float difference) {
  if (difference > 0.5f) return difference - 1;
  return difference < -0.5f ? difference + 1 : difference;
}

/// Plane of one component.
struct Plane {
  std::uint32_t d1 = 0;
  std::uint32_t d2 = 0;
  std::uint32_t a0 = 0;
};

Plane plane_between(std::uint32_t a0, std::uint32_t a1, std::uint32_t a2, bool wraps) {
  const auto value = [](std::uint32_t bits) { return std::bit_cast<float>(bits); };
  float d1 = value(a1) - value(a0), d2 = value(a2) - value(a0);
  if (wraps) {
    d1 = shorter(d1);
    d2 = shorter(d2);
  }
  return {std::bit_cast<std::uint32_t>(d1), std::bit_cast<std::uint32_t>(d2), a0};
}

/// Place inside a point, whose corners are upper left, upper right, lower left: s, t, 0, 1.
Plane sprite_plane(unsigned component, bool from_below) {
  constexpr std::uint32_t kMinusOne = 0xBF80'0000;
  if (component == 0) return {kOne, 0, 0};
  if (component == 1) return from_below ? Plane{0, kMinusOne, kOne} : Plane{0, kOne, 0};
  return {0, 0, component == 3 ? kOne : 0};
}

}  // namespace

AttributeSetup::AttributeSetup(const PipelineState& state) {
  count_ =
      std::min(static_cast<unsigned>(state.value(command::kSbe["Number of SF Output Attributes"])), kMostAttributes);
  sprite_from_below_ = state.flag(command::kSbe["Point Sprite Texture Coordinate Origin"]);
  const auto first_slot = 2 * static_cast<std::uint32_t>(state.value(command::kSbe["Vertex URB Entry Read Offset"]));
  const bool swizzle = state.flag(command::kSbe["Attribute Swizzle Enable"]);
  const auto words = state.words(gen9::CommandId::kSbeSwiz);
  for (unsigned i = 0; i < count_; ++i) {
    AttributeRule& rule = rules_[i];
    rule.slot = first_slot + i;
    if (swizzle && i < kSwizzledAttributes) rule = swizzled(words, i, first_slot);
    if (i < kSwizzledAttributes)
      rule.wraps =
          static_cast<std::uint8_t>(read_field(words, command::kSbeSwiz["Attribute Wrap Shortest Enables"], i));
    rule.components = kActiveComponents[state.value(command::kSbe["Attribute Active Component Format"], i)];
    rule.flat = (state.value(command::kSbe["Constant Interpolation Enable"]) >> i & 1) != 0;
    rule.sprite = (state.value(command::kSbe["Point Sprite Texture Coordinate Enable"]) >> i & 1) != 0;
  }
  const auto numbered = static_cast<unsigned>(state.value(command::kSbe["Primitive ID Override Attribute Select"]));
  if (numbered < count_) rules_[numbered].primitive_id = primitive_id_components(state);
}

void AttributeSetup::append(const AttributeInputs& inputs, std::vector<Grf>& planes) const {
  const std::size_t first = planes.size();
  planes.resize(first + registers());
  for (unsigned i = 0; i < count_; ++i) {
    const AttributeRule& rule = rules_[i];
    const bool facing = rule.select == SwizzleSelect::kInputFacing || rule.select == SwizzleSelect::kInputFacingW;
    const bool w_to_x = rule.select == SwizzleSelect::kInputW || rule.select == SwizzleSelect::kInputFacingW;
    const std::uint32_t slot = rule.slot + (facing && inputs.back_face ? 1 : 0);
    const auto component = [&](std::span<const UrbSlot> entry, unsigned c) {
      return slot_of(entry, slot)[w_to_x && c == 0 ? 3 : c];
    };
    for (unsigned c = 0; c < 4; ++c) {
      const bool constant = (rule.overridden >> c & 1) != 0;
      const bool number =
          (rule.primitive_id >> c & 1) != 0 || (constant && rule.constant == ConstantSource::kPrimitiveId);
      Plane plane;
      if ((rule.components >> c & 1) == 0) {
        plane = {};
      } else if (number) {
        plane = {0, 0, inputs.primitive_id};
      } else if (constant) {
        plane = {0, 0, kConstants[static_cast<unsigned>(rule.constant)][c]};
      } else if (rule.sprite && inputs.point) {
        plane = sprite_plane(c, sprite_from_below_);
      } else if (rule.flat) {
        plane = {0, 0, component(inputs.provoking, c)};
      } else {
        plane = plane_between(component(inputs.vertices[0], c), component(inputs.vertices[1], c),
                              component(inputs.vertices[2], c), (rule.wraps >> c & 1) != 0);
      }
      Grf& half = planes[first + 2 * i + c / 2];
      half[c % 2 * 4 + 0] = plane.d1;
      half[c % 2 * 4 + 1] = plane.d2;
      half[c % 2 * 4 + 2] = 0;
      half[c % 2 * 4 + 3] = plane.a0;
    }
  }
}

void AttributeSetup::scale(float factor, std::span<Grf> planes) const {
  for (unsigned i = 0; i < count_; ++i) {
    if (rules_[i].flat || rules_[i].sprite) continue;
    for (unsigned c = 0; c < 4; ++c) {
      if ((rules_[i].overridden >> c & 1) != 0 || (rules_[i].primitive_id >> c & 1) != 0) continue;
      Grf& half = planes[2 * i + c / 2];
      for (const unsigned part : {0u, 1u, 3u}) {
        std::uint32_t& bits = half[c % 2 * 4 + part];
        bits = std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) * (c == 3 ? 2 - factor : factor));
      }
    }
  }
}

}  // namespace texpipe::functional
