// State words that a real driver wrote (tests/data/kernels/pixel), against what the same file says in API terms.
#include <yaml-cpp/yaml.h>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "isa/gen9/border_color_state.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

std::vector<YAML::Node> shaders() {
  std::set<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator{TEXPIPE_TEST_DATA "/kernels/pixel"}) {
    if (entry.path().extension() == ".yaml") paths.insert(entry.path().string());
  }
  std::vector<YAML::Node> files;
  for (const std::string& path : paths) files.push_back(YAML::LoadFile(path));
  REQUIRE(files.size() == 19);
  return files;
}

template <std::size_t N>
std::array<std::uint32_t, N> words(const YAML::Node& node) {
  REQUIRE(node.size() == N);
  std::array<std::uint32_t, N> words{};
  for (std::size_t i = 0; i < N; ++i) words[i] = node[i].as<std::uint32_t>();
  return words;
}

/// Surface format name of an API format name: depth is read as red, and floats have no S.
std::string surface_format_name(std::string name) {
  if (name == "D32_SFLOAT") return "R32_FLOAT";
  const std::size_t suffix = name.find("SFLOAT");
  if (suffix != std::string::npos) name.erase(suffix, 1);
  return name;
}

template <class T>
T mapped(const std::map<std::string, T>& table, const YAML::Node& key) {
  INFO(key.as<std::string>());
  REQUIRE(table.count(key.as<std::string>()) == 1);
  return table.at(key.as<std::string>());
}

YAML::Node named(const YAML::Node& list, const std::string& key, const std::string& value) {
  for (const YAML::Node& node : list) {
    if (node[key].as<std::string>() == value) return node;
  }
  FAIL("no " << key << " " << value);
  return {};
}

void check_texture(const RenderSurfaceState& state, const YAML::Node& texture, bool storage_image) {
  const std::map<std::string, SurfaceType> types{{"1d", SurfaceType::k1D},         {"1darray", SurfaceType::k1D},
                                                 {"2d", SurfaceType::k2D},         {"2darray", SurfaceType::k2D},
                                                 {"3d", SurfaceType::k3D},         {"cube", SurfaceType::kCube},
                                                 {"cubearray", SurfaceType::kCube}};
  CHECK(state.type == mapped(types, texture["type"]));
  std::string format = texture["format"].as<std::string>();
  // A storage image of an 8-bit UNORM format is bound as integers; the shader converts.
  if (storage_image) format = "R8G8B8A8_UINT";
  CHECK(name_of(state.format) == surface_format_name(format));
  CHECK(state.width == texture["width"].as<unsigned>());
  CHECK(state.height == texture["height"].as<unsigned>());
  const unsigned layers = texture["layers"].as<unsigned>();
  if (state.type == SurfaceType::k3D) {
    CHECK(state.depth == texture["depth"].as<unsigned>());
    CHECK_FALSE(state.array);
  } else {
    CHECK(state.depth == (state.type == SurfaceType::kCube ? layers / 6 : layers));
    CHECK(state.array);  // this driver sets it for every surface that can be an array
  }
  CHECK(state.mip_count == texture["levels"].as<unsigned>());
  CHECK(state.samples() == texture["samples"].as<unsigned>());
  CHECK(state.cube_face_enables == 0x3F);
  CHECK(state.tile_mode == (state.type == SurfaceType::k1D ? TileMode::kLinear : TileMode::kY));
  CHECK(state.channel_red == ShaderChannelSelect::kRed);
  CHECK(state.channel_green == ShaderChannelSelect::kGreen);
  CHECK(state.channel_blue == ShaderChannelSelect::kBlue);
  CHECK(state.channel_alpha == ShaderChannelSelect::kAlpha);
}

void check_buffer(const RenderSurfaceState& state, const YAML::Node& buffer) {
  const unsigned bytes = buffer["bytes"].as<unsigned>();
  const std::string kind = buffer["kind"].as<std::string>();
  CHECK(state.type == SurfaceType::kBuffer);
  if (kind == "storage") {
    CHECK(state.format == SurfaceFormat::kRaw);
    CHECK(state.buffer_entries() == bytes);
  } else {
    CHECK(name_of(state.format) == "R32G32B32A32_FLOAT");
    CHECK(state.pitch == (kind == "uniform" ? 1u : 16u));
    // A uniform buffer's size is rounded up to 64 bytes.
    CHECK(state.buffer_entries() == (kind == "uniform" ? (bytes + 63) / 64 * 64 : bytes / 16));
  }
}

}  // namespace

TEST_CASE("a driver's surface states decode to the texture, buffer or target that they bind, and encode back",
          "[state]") {
  int textures = 0;
  int buffers = 0;
  int targets = 0;
  for (const YAML::Node& file : shaders()) {
    for (const YAML::Node& entry : file["binding_table"]) {
      CAPTURE(file["shader"].as<std::string>(), entry["index"].as<int>());
      const auto driver_words = words<16>(entry["surface_state"]);
      const RenderSurfaceState state = RenderSurfaceState::decode(driver_words);
      CHECK(state.encode() == driver_words);
      CHECK(state.reserved == RenderSurfaceState::Words{});
      if (entry["texture"]) {
        const std::string name = entry["texture"].as<std::string>();
        check_texture(state, named(file["textures"], "name", name), name == "picture");
        ++textures;
      } else if (entry["buffer"]) {
        const std::string binding = entry["buffer"].as<std::string>();
        check_buffer(state, named(file["buffers"], "binding", binding.substr(binding.find(' ') + 1)));
        ++buffers;
      } else if (entry["render_target"]) {
        const auto target = file["render_targets"][entry["render_target"].as<int>()];
        CHECK(state.type == SurfaceType::k2D);
        CHECK(name_of(state.format) == surface_format_name(target.as<std::string>()));
        CHECK(state.width == 32);
        CHECK(state.height == 32);
        CHECK(state.samples() == file["samples"].as<unsigned>());
        ++targets;
      }
    }
  }
  CHECK(textures == 44);
  CHECK(buffers == 4);
  CHECK(targets == 23);
}

TEST_CASE("a driver's sampler states decode to the sampler that was asked for, and encode back", "[state]") {
  const std::map<std::string, MipFilter> mips{{"nearest", MipFilter::kNearest}, {"linear", MipFilter::kLinear}};
  const std::map<std::string, MapFilter> filters{{"nearest", MapFilter::kNearest}, {"linear", MapFilter::kLinear}};
  const std::map<std::string, TextureCoordinateMode> modes{{"repeat", TextureCoordinateMode::kWrap},
                                                           {"mirrored_repeat", TextureCoordinateMode::kMirror},
                                                           {"clamp_to_edge", TextureCoordinateMode::kClamp},
                                                           {"clamp_to_border", TextureCoordinateMode::kClampBorder}};
  // The hardware returns the inverse of the named relation (resolution R18).
  const std::map<std::string, ShadowFunction> compares{{"none", ShadowFunction::kAlways},
                                                       {"less_or_equal", ShadowFunction::kLess}};
  const std::map<std::string, BorderColorState> borders{
      {"float transparent black", BorderColorState::of_floats(0, 0, 0, 0)},
      {"float opaque white", BorderColorState::of_floats(1, 1, 1, 1)}};
  int samplers = 0;
  for (const YAML::Node& file : shaders()) {
    for (const YAML::Node& entry : file["samplers"]) {
      CAPTURE(file["shader"].as<std::string>(), entry["index"].as<int>());
      const auto driver_words = words<4>(entry["sampler_state"]);
      const SamplerState state = SamplerState::decode(driver_words);
      CHECK(state.encode() == driver_words);
      CHECK(state.reserved == SamplerState::Words{});

      const YAML::Node sampler = named(file["sampler_objects"], "name", entry["sampler"].as<std::string>());
      const unsigned anisotropy = sampler["max_anisotropy"].as<unsigned>();
      const bool anisotropic = anisotropy > 1;
      CHECK(state.min_filter == (anisotropic ? MapFilter::kAnisotropic : mapped(filters, sampler["min"])));
      CHECK(state.mag_filter == (anisotropic ? MapFilter::kAnisotropic : mapped(filters, sampler["mag"])));
      CHECK(state.mip_filter == mapped(mips, sampler["mip"]));
      if (anisotropic) CHECK(state.max_anisotropy == anisotropy);
      CHECK(state.lod_algorithm == (anisotropic ? LodAlgorithm::kEwaApproximation : LodAlgorithm::kLegacy));
      CHECK(state.address_u == mapped(modes, sampler["address"]));
      CHECK(state.address_v == mapped(modes, sampler["address"]));
      CHECK(state.address_r == mapped(modes, sampler["address"]));
      CHECK(state.shadow_function == mapped(compares, sampler["compare"]));
      CHECK(state.lod_bias.value() == sampler["lod_bias"].as<float>());
      CHECK(state.min_lod.value() == sampler["min_lod"].as<float>());
      CHECK(state.max_lod.value() == sampler["max_lod"].as<float>());
      CHECK(state.lod_preclamp == LodPreclamp::kOgl);
      CHECK(state.cube_surface_control == CubeSurfaceControl::kOverride);
      const bool rounds = sampler["min"].as<std::string>() == "linear";
      CHECK(state.round_u_min == rounds);
      CHECK(state.round_r_mag == rounds);

      const BorderColorState border = BorderColorState::decode(words<4>(entry["border"]));
      CHECK(border == mapped(borders, sampler["border"]));
      CHECK(border.encode() == words<4>(entry["border"]));
      ++samplers;
    }
  }
  CHECK(samplers == 44);
}
