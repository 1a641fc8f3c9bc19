// Results that the documents "3D_SAMPLE" and "INFO" state, executed.
#include <catch2/catch.hpp>

#include "functional/execution/visa_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;

namespace {

constexpr const char* kDeclarations = R"(.decl A v_type=G type=f num_elts=8 align=hword
.decl B v_type=G type=f num_elts=8 align=hword
.decl C v_type=G type=f num_elts=8 align=hword
.decl D v_type=G type=f num_elts=8 align=hword
.decl Z v_type=G type=f num_elts=8 align=hword
.decl R v_type=G type=f num_elts=32 align=hword
.decl H v_type=G type=hf num_elts=64 align=hword
.decl U v_type=G type=ud num_elts=8 align=hword
.decl I v_type=G type=ud num_elts=32 align=hword
.decl S v_type=S num_elts=1
.decl T v_type=T num_elts=1
movs (M1_NM, 1) S(0) 0x0:ud
movs (M1_NM, 1) T(0) 0x1:ud
)";

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// A texture of floats and an instruction; inputs A to D are the same in every lane unless set().
struct Case {
  SurfaceImage image;
  std::vector<float> texels;
  SurfaceOptions options{};
  gen9::SamplerState sampler{};
  QueryOptions queries{};

  VisaThreadState run(const std::string& instruction, const std::array<std::vector<float>, 4>& inputs,
                      std::uint32_t mask = ~0u) {
    bench = std::make_unique<VisaBench>(visa::parse_text(kDeclarations + instruction + "\n", "case"), "case", image,
                                        bytes_of(texels), options, sampler);
    bench->workload.context->queries = queries;
    ThreadRegisters registers;
    for (unsigned i = 0; i < 4; ++i) {
      std::vector<float> lanes = inputs[i];
      if (lanes.size() == 1) lanes.assign(8, lanes[0]);
      if (!lanes.empty()) bench->set(registers, std::string(1, static_cast<char>('A' + i)), lanes);
    }
    state = bench->run(registers, mask);
    return state;
  }
  float result(unsigned element = 0) const { return bench->floats(state, "R", 32)[element]; }
  Grf info(unsigned reg) const { return state.registers.grf[bench->place("I") + reg]; }

  std::unique_ptr<VisaBench> bench;
  VisaThreadState state;
};

SurfaceImage image_of(SurfaceType type, unsigned width, unsigned height, unsigned depth, unsigned slices,
                      unsigned levels = 1) {
  return {.type = type,
          .format = SurfaceFormat::kR32Float,
          .width = width,
          .height = height,
          .depth = depth,
          .array_length = slices,
          .levels = levels};
}

std::vector<float> slices_of(unsigned slices, unsigned texels_per_slice) {
  std::vector<float> values;
  for (unsigned slice = 0; slice < slices; ++slice)
    values.insert(values.end(), texels_per_slice, static_cast<float>(slice));
  return values;
}

/// An 8x8 texture with 4 levels, each filled with its number.
Case pyramid() {
  Case pyramid{.image = image_of(SurfaceType::k2D, 8, 8, 1, 1, 4)};
  for (unsigned level = 0; level < 4; ++level) {
    const unsigned side = 8u >> level;
    pyramid.texels.insert(pyramid.texels.end(), side * side, static_cast<float>(level));
  }
  pyramid.sampler.mip_filter = gen9::MipFilter::kNearest;
  pyramid.sampler.max_lod = gen9::U4_8::nearest(14.0);
  return pyramid;
}

/// Coordinates of two subspans in steps of one texel of eight.
const std::vector<float> kStepU{0.0f, 0.125f, 0.0f, 0.125f, 0.25f, 0.375f, 0.25f, 0.375f};
const std::vector<float> kStepV{0.0f, 0.0f, 0.125f, 0.125f, 0.0f, 0.0f, 0.125f, 0.125f};

}  // namespace

TEST_CASE("array indices stand where the surface type has them", "[visa][documents]") {
  Case array_1d{.image = image_of(SurfaceType::k1D, 8, 1, 1, 4), .texels = slices_of(4, 8)};
  array_1d.run("sample_lz.R (M1, 8) S T R.0 A.0 B.0 C.0 D.0", {{{0.5f}, {2.0f}, {3.0f}, {1.0f}}});
  CHECK(array_1d.result() == 2.0f);
  Case array_2d{.image = image_of(SurfaceType::k2D, 4, 4, 1, 4), .texels = slices_of(4, 16)};
  array_2d.run("sample_lz.R (M1, 8) S T R.0 A.0 B.0 C.0 D.0", {{{0.5f}, {0.5f}, {3.0f}, {1.0f}}});
  CHECK(array_2d.result() == 3.0f);
  Case volume{.image = image_of(SurfaceType::k3D, 4, 4, 4, 1), .texels = slices_of(4, 16)};
  volume.run("sample_lz.R (M1, 8) S T R.0 A.0 B.0 C.0 D.0", {{{0.5f}, {0.5f}, {0.625f}, {1.0f}}});
  CHECK(volume.result() == 2.0f);
  Case cubes{.image = image_of(SurfaceType::kCube, 4, 4, 1, 2), .texels = slices_of(12, 16)};
  cubes.run("sample_lz.R (M1, 8) S T R.0 A.0 B.0 C.0 D.0", {{{0.1f}, {0.2f}, {1.0f}, {1.0f}}});
  CHECK(cubes.result() == 6 + 4.0f);  // face +Z of the second cube
}

TEST_CASE("bias, level and gradients choose the mip level", "[visa][documents]") {
  Case textures = pyramid();
  textures.run("sample_3d.R (M1, 8) S T R.0 A.0 B.0", {{kStepU, kStepV, {}, {}}});
  CHECK(textures.result() == 0.0f);
  textures.run("sample_b.R (M1, 8) S T R.0 C.0 A.0 B.0", {{kStepU, kStepV, {2.0f}, {}}});
  CHECK(textures.result() == 2.0f);
  textures.run("sample_l.R (M1, 8) S T R.0 C.0 A.0 B.0", {{{0.5f}, {0.5f}, {3.0f}, {}}});
  CHECK(textures.result() == 3.0f);
  textures.run("sample_d.R (M1, 8) S T R.0 A.0 C.0 Z.0 B.0 Z.0 D.0", {{{0.5f}, {0.5f}, {0.5f}, {0.5f}}});
  CHECK(textures.result() == 2.0f);  // four texels a pixel
  textures.run("sample_lz.R (M1, 8) S T R.0 A.0 B.0", {{kStepU, kStepV, {}, {}}});
  CHECK(textures.result() == 0.0f);
}

TEST_CASE("gradients of cubes belong to the face that r names, with a switch to a direction",
          "[visa][documents][R28]") {
  Case cube{.image = image_of(SurfaceType::kCube, 8, 8, 1, 1, 4)};
  for (unsigned face = 0; face < 6; ++face) {
    for (unsigned level = 0; level < 4; ++level) {
      const unsigned side = 8u >> level;
      cube.texels.insert(cube.texels.end(), side * side, static_cast<float>(10 * face + level));
    }
  }
  cube.sampler.mip_filter = gen9::MipFilter::kNearest;
  cube.sampler.max_lod = gen9::U4_8::nearest(14.0);
  // u A, dudx B, v C, r D: half a unit of the two across a face are two texels of eight.
  const char* gradients = "sample_d.R (M1, 8) S T R.0 A.0 B.0 Z.0 C.0 Z.0 Z.0 D.0 Z.0 Z.0";
  const char* compared = "sample_d_c.R (M1, 8) S T R.0 A.0 A.0 B.0 Z.0 C.0 Z.0 Z.0 D.0 Z.0 Z.0";
  const std::array<std::vector<float>, 4> inputs{{{0.25f}, {0.5f}, {0.25f}, {1.0f}}};
  cube.run(gradients, inputs);
  CHECK(cube.result() == 11.0f);  // face -X
  cube.queries.cube_direction = true;
  cube.run(gradients, inputs);
  CHECK(cube.result() == 41.0f);                               // face +Z
  cube.sampler.shadow_function = gen9::ShadowFunction::kLess;  // 0 where the texel is less than the reference 0.25
  cube.run(compared, {{{0.25f}, {0.5f}, {0.25f}, {-1.0f}}});
  CHECK(cube.result() == 1.0f);
  cube.run(compared, {{{0.25f}, {0.0f}, {0.0f}, {0.0f}}});  // face +X at level 0
  CHECK(cube.result() == 0.0f);
}

TEST_CASE("LOD returns the clamped level in R and the unclamped in G", "[visa][documents]") {
  Case textures = pyramid();
  std::vector<float> far_u = kStepU;
  std::vector<float> far_v = kStepV;
  for (float& u : far_u) u *= 64.0f;  // 64 texels a pixel: level 6 of 4
  for (float& v : far_v) v *= 64.0f;
  textures.run("lod.RG (M1, 8) S T R.0 A.0 B.0", {{far_u, far_v, {}, {}}});
  CHECK(textures.result(8) == 6.0f);
  CHECK(textures.result(0) < 6.0f);
  CHECK(textures.result(0) >= 3.0f);
}

TEST_CASE("the document's shadow operations compare the reference with the red channel", "[visa][documents]") {
  Case depth{.image = image_of(SurfaceType::k2D, 4, 4, 1, 1), .texels = std::vector<float>(16, 0.5f)};
  depth.sampler.shadow_function = gen9::ShadowFunction::kLess;  // the result is the inverse (resolution R18)
  for (const char* instruction :
       {"sample_c.R (M1, 8) S T R.0 A.0 B.0 C.0", "sample_c_lz.R (M1, 8) S T R.0 A.0 B.0 C.0",
        "sample_b_c.R (M1, 8) S T R.0 A.0 Z.0 B.0 C.0", "sample_l_c.R (M1, 8) S T R.0 A.0 Z.0 B.0 C.0",
        "sample_d_c.R (M1, 8) S T R.0 A.0 B.0 Z.0 Z.0 C.0 Z.0 Z.0"}) {
    INFO(instruction);
    depth.run(instruction, {{{0.75f}, {0.5f}, {0.5f}, {}}});
    CHECK(depth.result() == 0.0f);
    depth.run(instruction, {{{0.25f}, {0.5f}, {0.5f}, {}}});
    CHECK(depth.result() == 1.0f);
  }
}

TEST_CASE("16-bit results of eight lanes fill the low half of a register and keep the rest", "[visa][documents]") {
  Case texture{.image = image_of(SurfaceType::k2D, 4, 4, 1, 1), .texels = std::vector<float>(16, 1.0f)};
  texture.run("mov (M1, 8) I(0,0)<1> 0x0:ud\nsample_lz.RA (M1, 8) S T H.0 A.0 B.0", {{{0.5f}, {0.5f}, {}, {}}});
  const unsigned first = texture.bench->place("H");
  for (unsigned channel = 0; channel < 2; ++channel) {
    CHECK(texture.state.registers.grf[first + channel] ==
          Grf{0x3C003C00, 0x3C003C00, 0x3C003C00, 0x3C003C00, 0, 0, 0, 0});
  }
}

TEST_CASE("INFO writes enabled pixels only", "[visa][documents]") {
  Case texture{.image = image_of(SurfaceType::k2D, 8, 4, 1, 1), .texels = std::vector<float>(32, 0.0f)};
  texture.run("resinfo.R (M1, 8) T U.0 I.0", {}, 0x0F);
  CHECK(texture.info(0) == Grf{8, 8, 8, 8, 0, 0, 0, 0});
  texture.run("resinfo.R (M1_NM, 8) T U.0 I.0", {}, 0x0F);
  CHECK(texture.info(0) == Grf{8, 8, 8, 8, 8, 8, 8, 8});
}

TEST_CASE("resinfo returns the document's table for every surface type", "[visa][documents]") {
  struct Row {
    SurfaceImage image;
    std::array<std::uint32_t, 4> level1;
  };
  SurfaceImage array_1d = image_of(SurfaceType::k1D, 16, 1, 1, 3, 4);
  const Row rows[] = {
      {image_of(SurfaceType::k1D, 16, 1, 1, 1, 4), {8, 0, 0, 4}},
      {array_1d, {8, 3, 0, 4}},
      {image_of(SurfaceType::k2D, 16, 8, 1, 1, 4), {8, 4, 0, 4}},
      {image_of(SurfaceType::k2D, 16, 8, 1, 3, 4), {8, 4, 3, 4}},
      {image_of(SurfaceType::k3D, 16, 8, 4, 1, 4), {8, 4, 2, 4}},
      {image_of(SurfaceType::kCube, 16, 16, 1, 2, 4), {8, 8, 2, 4}},
  };
  for (const Row& row : rows) {
    INFO("type " << static_cast<unsigned>(row.image.type) << ", slices " << row.image.array_length);
    Case texture{.image = row.image, .texels = std::vector<float>(packed_bytes(row.image) / 4, 0.0f)};
    texture.run("mov (M1, 8) U(0,0)<1> 0x1:ud\nresinfo.RGBA (M1, 8) T U.0 I.0", {});
    for (unsigned channel = 0; channel < 4; ++channel) CHECK(texture.info(channel)[3] == row.level1[channel]);
  }
}

TEST_CASE("sampleinfo returns the number of samples", "[visa][documents]") {
  SurfaceImage image = image_of(SurfaceType::k2D, 8, 8, 1, 1);
  image.sample_bits = 2;
  Case texture{.image = image, .texels = std::vector<float>(packed_bytes(image) / 4, 0.0f)};
  texture.run("sampleinfo.RA (M1, 8) T I.0", {});
  CHECK(texture.info(0)[0] == 4);
  CHECK(texture.info(1)[0] == 0);  // palette index
}
