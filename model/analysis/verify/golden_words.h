// Words of golden cases for enumerations of the hardware: those of the graphics APIs (tests/data/golden/README.md).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/enum_table.h"
#include "functional/surface/surface_image.h"
#include "isa/gen9/sampler_message_type.h"
#include "isa/gen9/shader_channel_select.h"
#include "isa/gen9/texture_coordinate_mode.h"

namespace texpipe::study {

enum class ApiFilter : std::uint8_t { kNearest, kLinear };
enum class ApiMipFilter : std::uint8_t { kNone, kNearest, kLinear };
enum class ApiCompare : std::uint8_t { kNever, kLess, kEqual, kLessEqual, kGreater, kNotEqual, kGreaterEqual, kAlways };
EnumRows enum_rows(ApiFilter);
EnumRows enum_rows(ApiMipFilter);
EnumRows enum_rows(ApiCompare);

/// Names of gen9::SamplerMessageType.
EnumRows operation_words();
/// Names of gen9::TextureCoordinateMode.
EnumRows address_mode_words();

/// Names of surface types; a value is a place in kApiTypes.
EnumRows surface_type_words();
struct ApiType {
  functional::SurfaceType type;
  bool array;
};
inline constexpr ApiType kApiTypes[] = {
    {functional::SurfaceType::k1D, false},  {functional::SurfaceType::k1D, true},
    {functional::SurfaceType::k2D, false},  {functional::SurfaceType::k2D, true},
    {functional::SurfaceType::k3D, false},  {functional::SurfaceType::kCube, false},
    {functional::SurfaceType::kCube, true},
};

/// Names of border colours; a value is a place in kBorderColors.
EnumRows border_color_words();
inline constexpr std::array<double, 4> kBorderColors[] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}};

/// Letters of gen9::ShaderChannelSelect.
EnumRows channel_letters();

}  // namespace texpipe::study
