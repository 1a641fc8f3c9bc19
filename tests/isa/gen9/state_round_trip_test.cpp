#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/border_color_state.h"
#include "isa/gen9/interface_descriptor.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

/// Words that either decode and encode back to themselves, or are refused; counts the decoded ones.
template <class State>
int round_trips(void (*legalise)(typename State::Words&)) {
  int decoded = 0;
  const bool ok = rc::check([&] {
    auto words = *rc::gen::container<typename State::Words>(rc::gen::resize(1000, rc::gen::arbitrary<std::uint32_t>()));
    legalise(words);
    State state;
    try {
      state = State::decode(words);
    } catch (const Error& error) {
      RC_ASSERT(error.code() == ExitCode::kMalformedInput);
      return;
    }
    ++decoded;
    RC_ASSERT(state.encode() == words);
    RC_ASSERT(State::decode(state.encode()) == state);
  });
  REQUIRE(ok);
  return decoded;
}

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("any surface state words decode and encode back to themselves, reserved bits included", "[state]") {
  // Listed codes in the enumerations; every other bit is free.
  const int decoded = round_trips<RenderSurfaceState>([](RenderSurfaceState::Words& w) {
    w[0] = (w[0] & ~(0x1FFu << 18 | 3u << 16 | 3u << 14)) | 0x0C7u << 18 | 1u << 16 | 2u << 14;
    if (w[0] >> 29 == 6) w[0] ^= 1u << 30;
    if (w[4] >> 5 & 1) w[4] &= ~(3u << 3);
    w[5] &= ~(1u << 19);
    w[6] &= ~6u;
    w[7] = (w[7] & ~(0xFFFu << 16)) | 0x977u << 16;
  });
  CHECK(decoded > 90);
}

TEST_CASE("planar surface state words keep the plane offsets that stand where others have an auxiliary surface",
          "[state]") {
  RenderSurfaceState state;
  state.type = SurfaceType::k2D;
  state.format = SurfaceFormat::kPlanar4208;
  state.separate_uv_plane = true;
  state.u_plane_x_offset = 12;
  state.u_plane_y_offset = 34;
  state.v_plane_y_offset = 56;
  const auto words = state.encode();
  CHECK(words[6] == (1u << 31 | 12u << 16 | 34u));
  CHECK(words[11] == 56u);
  CHECK(RenderSurfaceState::decode(words) == state);
}

TEST_CASE("any sampler state words decode and encode back to themselves, or are refused for a reserved code",
          "[state]") {
  const int decoded = round_trips<SamplerState>([](SamplerState::Words& w) {
    w[0] &= ~(1u << 27 | 0x3Fu << 14);
    if ((w[0] >> 20 & 3) == 2) w[0] |= 1u << 20;
    for (const unsigned low : {0u, 3u, 6u}) {
      if ((w[3] >> low & 7) == 7) w[3] ^= 1u << low;
    }
  });
  CHECK(decoded > 90);
}

TEST_CASE("any border colour, binding table entry and interface descriptor decode and encode back", "[state]") {
  CHECK(round_trips<BorderColorState>([](BorderColorState::Words&) {}) == 100);
  CHECK(round_trips<BindingTableEntry>([](BindingTableEntry::Words& w) { w[0] &= ~0x3Fu; }) == 100);
  CHECK(round_trips<InterfaceDescriptor>([](InterfaceDescriptor::Words&) {}) == 100);
}

TEST_CASE("a buffer's entry count is split over width, height and depth", "[state]") {
  RenderSurfaceState state;
  state.type = SurfaceType::kBuffer;
  for (const std::uint32_t entries : {1u, 128u, 129u, 1u << 21, (1u << 21) + 1, (1u << 30) - 5, 1u << 30}) {
    state.set_buffer_entries(entries);
    CHECK(state.buffer_entries() == entries);
    CHECK(RenderSurfaceState::decode(state.encode()).buffer_entries() == entries);
  }
  state.set_buffer_entries(1 + 5 + (9u << 7) + (3u << 21));
  CHECK(state.width == 6);
  CHECK(state.height == 10);
  CHECK(state.depth == 4);
  CHECK_THROWS_AS(state.set_buffer_entries(0), Error);
  CHECK_THROWS_AS(state.set_buffer_entries((1u << 30) + 1), Error);
}

TEST_CASE("a value that a field cannot hold is refused with the field's name and range", "[state]") {
  RenderSurfaceState surface;
  surface.width = 16385;
  CHECK(error_of([&] { surface.encode(); }) ==
        "RENDER_SURFACE_STATE: Width (DW2 13:0) cannot hold 16385; expected 1 to 16384");
  surface.width = 0;
  CHECK(error_of([&] { surface.encode(); }) ==
        "RENDER_SURFACE_STATE: Width (DW2 13:0) cannot hold 0; expected 1 to 16384");
  surface.width = 1;
  surface.qpitch = 6;
  CHECK(error_of([&] { surface.encode(); }) ==
        "RENDER_SURFACE_STATE: Surface QPitch (DW1 14:0) cannot hold 6; expected 0 to 131068 in steps of 4");

  SamplerState sampler;
  sampler.lod_bias = S4_8{S4_8::kMinimum};
  CHECK(SamplerState::decode(sampler.encode()).lod_bias.value() == -16.0f);
  sampler.lod_bias.raw = S4_8::kMaximum + 1;
  CHECK(error_of([&] { sampler.encode(); }) ==
        "SAMPLER_STATE: Texture LOD Bias (DW0 13:1) cannot hold 4096; expected -4096 to 4095");
  sampler.lod_bias.raw = 0;
  sampler.max_anisotropy = 18;
  CHECK_THROWS_AS(sampler.encode(), Error);
}

TEST_CASE("reserved codes and bits that must be zero are refused by name", "[state]") {
  CHECK(error_of([] {
          SamplerState::decode(SamplerState::Words{2u << 20, 0, 0, 0});
        }) ==
        "SAMPLER_STATE: Mip Mode Filter (DW0 21:20) holds 0x2, which is reserved or not listed in Mip Mode Filter");
  CHECK(error_of([] { BindingTableEntry::decode(BindingTableEntry::Words{0x41}); }) ==
        "BINDING_TABLE_STATE: reserved bits of DW0 must be zero; set: 0");
  RenderSurfaceState::Words samples{};
  samples[0] = 1u << 29 | 0x0C7u << 18 | 1u << 16 | 1u << 14;
  samples[7] = 0x977u << 16;
  samples[4] = 4u << 3;
  CHECK(RenderSurfaceState::decode(samples).samples() == 16);
  samples[4] = 5u << 3;
  CHECK(error_of([&] { RenderSurfaceState::decode(samples); }) ==
        "RENDER_SURFACE_STATE: Number of Multisamples (DW4 5:3) cannot hold 5; expected 0 to 4");
  RenderSurfaceState::Words null{};
  null[0] = 7u << 29 | 0x1F0u << 18;  // a null surface ignores its format
  CHECK(RenderSurfaceState::decode(null).encode() == null);
  null[0] = 1u << 29 | 0x1F0u << 18 | 1u << 16 | 1u << 14;
  CHECK_THROWS_AS(RenderSurfaceState::decode(null), Error);
}

TEST_CASE("fields are set from text, with the nearest spelling for what is not known", "[state]") {
  SamplerState state;
  state.assign(parse_assignment("mip_mode_filter=LINEAR"));
  state.assign(parse_assignment("texture_lod_bias=-1.5"));
  state.assign(parse_assignment("Maximum Anisotropy=8"));
  state.assign(parse_assignment("sampler_disable=true"));
  CHECK(state.mip_filter == MipFilter::kLinear);
  CHECK(state.lod_bias.value() == -1.5f);
  CHECK(state.max_anisotropy == 8);
  CHECK(state.disable);
  CHECK(error_of([&] { state.assign(parse_assignment("mip_mode_filter=LINAER")); }) ==
        "SAMPLER_STATE: Mip Mode Filter (DW0 21:20) has no value \"LINAER\"; did you mean LINEAR?");
  CHECK(error_of([&] { state.assign(parse_assignment("mip_mode_fliter=LINEAR")); }) ==
        "SAMPLER_STATE has no field \"mip_mode_fliter\"; did you mean mip_mode_filter?");
}

TEST_CASE("a structure prints every field with its place, bits and value", "[state]") {
  SamplerState state;
  state.mip_filter = MipFilter::kLinear;
  state.lod_bias = S4_8::nearest(0.25);
  bool mip = false;
  bool bias = false;
  for (const FieldValue& field : state.fields()) {
    if (field.key == "mip_mode_filter")
      mip = field.bits == "DW0 21:20" && field.raw == 3 && field.value == "LINEAR" &&
            field.meaning == "blends two levels";
    if (field.key == "texture_lod_bias") bias = field.raw == 64 && field.value == "0.25";
  }
  CHECK(mip);
  CHECK(bias);
  CHECK(state.fields().size() == 32);
}
