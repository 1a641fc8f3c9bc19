#include "isa/gen9/render_surface_state.h"

namespace texpipe::gen9 {

bool has_planes(const RenderSurfaceState& state) {
  return state.format == SurfaceFormat::kPlanar4208 && !state.astc && state.type != SurfaceType::kNull;
}

namespace {

using S = RenderSurfaceState;

bool has_aux(const S& state) {
  return !has_planes(state);
}
bool has_multisample_fields(const S& state) {
  return state.type != SurfaceType::kStructuredBuffer;
}

template <auto Member>
constexpr BitField<S> row(std::uint8_t dword, std::uint8_t high, std::uint8_t low, std::string_view name,
                          std::string_view meaning, FieldCoding coding = kPlain, bool (*present)(const S&) = nullptr) {
  return field<S, Member>(dword, high, low, name, meaning, coding, present);
}

template <unsigned Channel>
constexpr BitField<S> clear_color(std::string_view name) {
  return {.dword = 12 + Channel,
          .high = 31,
          .low = 0,
          .name = name,
          .meaning = "clear value, float or integer as the format",
          .get = [](const S& s) -> std::uint64_t { return s.clear_color[Channel]; },
          .set = [](S& s, std::uint64_t bits) { s.clear_color[Channel] = static_cast<std::uint32_t>(bits); }};
}

constexpr BitField<S> format_row() {
  BitField<S> f = row<&S::format>(0, 26, 18, "Surface Format", "SURFACE_FORMAT, or an ASTC code");
  f.rows = [](const S& s) { return s.astc ? EnumRows{} : enum_rows(s.format); };
  return f;
}

// Source: specification/state 2. Type and format come first, because overlaid fields depend on them.
constexpr std::array kFields{
    row<&S::type>(0, 31, 29, "Surface Type", "dimensions"),
    row<&S::array>(0, 28, 28, "Surface Array", "several array elements"),
    row<&S::astc>(0, 27, 27, "ASTC Enable", "the format is an ASTC code"),
    format_row(),
    row<&S::vertical_alignment>(0, 17, 16, "Surface Vertical Alignment", "elements"),
    row<&S::horizontal_alignment>(0, 15, 14, "Surface Horizontal Alignment", "elements"),
    row<&S::tile_mode>(0, 13, 12, "Tile Mode", "order of bytes"),
    row<&S::vertical_line_stride>(0, 11, 11, "Vertical Line Stride", "reads every other line"),
    row<&S::vertical_line_stride_offset>(0, 10, 10, "Vertical Line Stride Offset", "starts with the second line"),
    row<&S::sampler_l2_out_of_order_disable>(0, 9, 9, "Sampler L2 Out of Order Mode Disable", "performance only"),
    row<&S::render_cache_read_write>(0, 8, 8, "Render Cache Read Write Mode", "allocates a cache line for writes"),
    row<&S::media_boundary_pixel_mode>(0, 7, 6, "Media Boundary Pixel Mode", "data port only"),
    row<&S::cube_face_enables>(0, 5, 0, "Cube Face Enables",
                               "bit 0 +Z, 1 -Z, 2 +Y, 3 -Y, 4 +X, 5 -X; a disabled face reads border"),
    row<&S::mocs>(1, 30, 24, "MOCS", "memory object control"),
    row<&S::base_mip_level>(1, 23, 19, "Base Mip Level", "level at which magnification begins"),
    row<&S::qpitch>(1, 14, 0, "Surface QPitch", "rows between slices", kDividedBy4),
    row<&S::height>(2, 29, 16, "Height", "rows; buffers: entry count bits 20:7", kMinusOne),
    row<&S::width>(2, 13, 0, "Width", "texels; buffers: entry count bits 6:0", kMinusOne),
    row<&S::depth>(3, 31, 21, "Depth", "slices, array elements or cubes; buffers: entry count bits 29:21", kMinusOne),
    row<&S::pitch>(3, 17, 0, "Surface Pitch", "bytes between rows; buffers: bytes of a structure", kMinusOne),
    row<&S::rotation>(4, 30, 29, "Render Target And Sample Unorm Rotation", "degrees", kPlain, has_multisample_fields),
    row<&S::minimum_array_element>(4, 28, 18, "Minimum Array Element", "added to the array index", kPlain,
                                   has_multisample_fields),
    row<&S::render_target_view_extent>(4, 17, 7, "Render Target View Extent", "slices that can be written", kMinusOne,
                                       has_multisample_fields),
    row<&S::multisample_storage>(4, 6, 6, "Multisampled Surface Storage Format", "place of the samples", kPlain,
                                 has_multisample_fields),
    row<&S::log2_samples>(4, 5, 3, "Number of Multisamples", "base 2 logarithm", kPlain, has_multisample_fields),
    row<&S::sample_position_palette_index>(4, 2, 0, "Multisample Position Palette Index", "returned by sampleinfo",
                                           kPlain, has_multisample_fields),
    row<&S::x_offset>(5, 31, 25, "X Offset", "texels", kDividedBy4),
    row<&S::y_offset>(5, 23, 21, "Y Offset", "rows", kDividedBy4),
    row<&S::ewa_disable_for_cube>(5, 20, 20, "EWA Disable For Cube", "cubes use the legacy level of detail"),
    row<&S::tiled_resource_mode>(5, 19, 18, "Tiled Resource Mode", "size of tiles"),
    row<&S::ia_coherent>(5, 14, 14, "Coherency Type", "1: coherent with the CPU"),
    row<&S::mip_tail_start_lod>(5, 11, 8, "Mip Tail Start LOD", "first level of the mip tail; 15: none"),
    row<&S::surface_min_lod>(5, 7, 4, "Surface Min LOD", "added to explicit levels"),
    row<&S::mip_count>(5, 3, 0, "MIP Count / LOD", "levels; render targets: level written + 1", kMinusOne),
    row<&S::aux_mode>(6, 2, 0, "Auxiliary Surface Mode", "what the auxiliary surface holds", kPlain, has_aux),
    row<&S::aux_pitch>(6, 11, 3, "Auxiliary Surface Pitch", "tiles", kMinusOne, has_aux),
    row<&S::aux_qpitch>(6, 30, 16, "Auxiliary Surface QPitch", "rows between slices", kDividedBy4, has_aux),
    row<&S::separate_uv_plane>(6, 31, 31, "Separate UV Plane Enable", "U and V have a plane each", kPlain, has_planes),
    row<&S::u_plane_x_offset>(6, 29, 16, "X Offset for U or UV Plane", "texels", kPlain, has_planes),
    row<&S::u_plane_y_offset>(6, 13, 0, "Y Offset for U or UV Plane", "rows", kPlain, has_planes),
    row<&S::memory_compression_mode>(7, 31, 31, "Memory Compression Mode", "0 horizontal, 1 vertical; media only"),
    row<&S::memory_compression_enable>(7, 30, 30, "Memory Compression Enable", "media only"),
    row<&S::channel_red>(7, 27, 25, "Shader Channel Select Red", "source of red"),
    row<&S::channel_green>(7, 24, 22, "Shader Channel Select Green", "source of green"),
    row<&S::channel_blue>(7, 21, 19, "Shader Channel Select Blue", "source of blue"),
    row<&S::channel_alpha>(7, 18, 16, "Shader Channel Select Alpha", "source of alpha"),
    row<&S::resource_min_lod>(7, 11, 0, "Resource Min LOD", "most detailed level that may be read"),
    row<&S::base_address>(8, 63, 0, "Surface Base Address", "bytes"),
    row<&S::quilt_width>(10, 4, 0, "Quilt Width", "surfaces side by side", kMinusOne),
    row<&S::quilt_height>(10, 9, 5, "Quilt Height", "surfaces one below another", kMinusOne),
    row<&S::aux_base_address>(10, 63, 12, "Auxiliary Surface Base Address", "bytes", {.shift = 12}, has_aux),
    row<&S::v_plane_x_offset>(11, 29, 16, "X Offset for V Plane", "texels", kPlain, has_planes),
    row<&S::v_plane_y_offset>(11, 13, 0, "Y Offset for V Plane", "rows", kPlain, has_planes),
    clear_color<0>("Red Clear Color"),
    clear_color<1>("Green Clear Color"),
    clear_color<2>("Blue Clear Color"),
    clear_color<3>("Alpha Clear Color"),
};

constexpr BitLayout<S, S::kDwords> kLayout{"RENDER_SURFACE_STATE", kFields};

}  // namespace

std::uint32_t RenderSurfaceState::buffer_entries() const {
  return 1 + (((width - 1) & 0x7Fu) | ((height - 1) & 0x3FFFu) << 7 | ((depth - 1) & 0x1FFu) << 21);
}

void RenderSurfaceState::set_buffer_entries(std::uint32_t entries) {
  constexpr std::uint32_t kMost = 1u << 30;
  if (entries == 0 || entries > kMost)
    refuse_field_value({kLayout.structure, "buffer entries", "DW2-3"}, entries, 1, kMost, 1);
  width = 1 + ((entries - 1) & 0x7Fu);
  height = 1 + ((entries - 1) >> 7 & 0x3FFFu);
  depth = 1 + ((entries - 1) >> 21 & 0x1FFu);
}

RenderSurfaceState RenderSurfaceState::decode(std::span<const std::uint32_t, kDwords> words) {
  RenderSurfaceState state = kLayout.decode_keeping_reserved(words);
  if (state.type == SurfaceType::kNull) return state;
  kLayout.require_listed(state);
  if (state.log2_samples > kMaxLog2Samples) {
    refuse_field_value({kLayout.structure, "Number of Multisamples", "DW4 5:3"}, state.log2_samples, 0, kMaxLog2Samples,
                       1);
  }
  return state;
}

RenderSurfaceState::Words RenderSurfaceState::encode() const {
  return kLayout.encode_with_reserved(*this);
}

std::vector<FieldValue> RenderSurfaceState::fields() const {
  return kLayout.values(*this);
}

void RenderSurfaceState::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

const BitLayout<RenderSurfaceState, RenderSurfaceState::kDwords>& RenderSurfaceState::layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
