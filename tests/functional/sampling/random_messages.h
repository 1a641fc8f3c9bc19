// Random surfaces, samplers and messages, legal and odd, for tests that compare two forms of the sampler.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/sampling/sampler_bench.h"
#include "functional/surface/surface_image.h"
#include "isa/gen9/sampler_message_type.h"

namespace texpipe::functional::test {

/// Random numbers, the same on every host: no distribution of the library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_{seed} {}
  std::uint64_t bits() { return engine_(); }
  /// @return low to high - 1
  int any(int low, int high) { return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low)); }
  bool coin() { return any(0, 2) != 0; }
  bool one_in(int n) { return any(0, n) == 0; }
  template <class T>
  T pick(std::initializer_list<T> values) {
    return values.begin()[any(0, static_cast<int>(values.size()))];
  }

 private:
  std::mt19937_64 engine_;
};

/// A surface with more than 8 levels: long and thin, or for once of some extent both ways.
inline void make_large(Dice& dice, SurfaceImage& image) {
  using gen9::SurfaceType;
  const bool volume = image.type == SurfaceType::k3D, square = image.type == SurfaceType::kCube;
  const auto longest = static_cast<std::uint32_t>(dice.coin() ? 1 << dice.any(8, volume ? 12 : 15)
                                                              : dice.any(257, volume ? 2049 : 16385));
  if (square) {
    image.width = image.height = 256u << dice.any(0, 2);
  } else if (image.type == SurfaceType::k1D || dice.coin()) {
    image.width = longest;
    image.height = image.type == SurfaceType::k1D ? 1 : static_cast<std::uint32_t>(dice.any(1, 4));
  } else if (dice.coin()) {
    image.width = static_cast<std::uint32_t>(dice.any(1, 4));
    image.height = longest;
  } else {
    image.width = static_cast<std::uint32_t>(dice.any(200, 513));
    image.height = static_cast<std::uint32_t>(dice.any(257, 513));
  }
  image.depth = 1;
  image.array_length = 1;
}

/// A surface of any type and sampled format, with texels of any bits.
inline SurfaceImage any_image(Dice& dice) {
  using gen9::SurfaceType;
  const auto formats = gen9::all_formats();
  SurfaceImage image;
  do {
    image.format = formats[static_cast<std::size_t>(dice.any(0, static_cast<int>(formats.size())))].format;
  } while (!gen9::format_facts(image.format).sampling);
  if (dice.coin()) {
    image.format = dice.pick({gen9::SurfaceFormat::kR8G8B8A8Unorm, gen9::SurfaceFormat::kR16G16B16A16Float,
                              gen9::SurfaceFormat::kR32G32B32A32Float, gen9::SurfaceFormat::kR16G16B16A16Unorm,
                              gen9::SurfaceFormat::kBc7Unorm, gen9::SurfaceFormat::kR8G8B8A8Snorm});
  }
  image.type = dice.pick(
      {SurfaceType::k1D, SurfaceType::k2D, SurfaceType::k2D, SurfaceType::k2D, SurfaceType::k3D, SurfaceType::kCube});
  image.width = static_cast<std::uint32_t>(dice.coin() ? 1 << dice.any(0, 6) : dice.any(1, 40));
  image.height = image.type == SurfaceType::k1D ? 1
                 : image.type == SurfaceType::kCube
                     ? image.width
                     : static_cast<std::uint32_t>(dice.coin() ? 1 << dice.any(0, 6) : dice.any(1, 40));
  if (image.type == SurfaceType::k3D) image.depth = static_cast<std::uint32_t>(dice.any(1, 6));
  if (image.type != SurfaceType::k3D && dice.one_in(3)) image.array_length = static_cast<std::uint32_t>(dice.any(1, 4));
  if (dice.one_in(4)) make_large(dice, image);
  const unsigned most = full_mip_levels(image.width, image.height, image.depth);
  image.levels = static_cast<std::uint32_t>(dice.coin() ? most : dice.any(1, static_cast<int>(most) + 1));
  return image;
}

inline std::vector<std::byte> any_texels(Dice& dice, std::size_t bytes) {
  std::vector<std::byte> texels(bytes);
  const int kind = dice.any(0, 5);
  const auto fixed = static_cast<std::byte>(dice.bits());
  for (std::size_t i = 0; i < bytes; ++i) {
    texels[i] = kind == 0 ? fixed : static_cast<std::byte>(dice.bits());
    // Floats near one, and few values that meet often.
    if (kind == 1 && i % 2 == 1) texels[i] = (texels[i] & std::byte{0x83}) | std::byte{0x3C};
    if (kind == 2 && i % 4 < 2) texels[i] = std::byte{0};
  }
  if (kind == 4) {
    // Infinities, NaN and zeros of both signs, of 32 and of 16 bits.
    for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
      const auto word =
          dice.pick<std::uint32_t>({0x7F800000, 0xFF800000, 0x7FC00001, 0x7FC00002, 0x80000000, 0x80000000, 0,
                                    0x3FC00000, 0x7C007C00, 0xFC007E01, 0x80000000, 0x80003C00});
      std::memcpy(texels.data() + i, &word, sizeof word);
    }
  }
  return texels;
}

inline gen9::SamplerState any_sampler(Dice& dice, bool cube) {
  using Mode = gen9::TextureCoordinateMode;
  const auto filter = [&] {
    return dice.pick(
        {gen9::MapFilter::kNearest, gen9::MapFilter::kLinear, gen9::MapFilter::kLinear, gen9::MapFilter::kAnisotropic});
  };
  const auto mode = [&] {
    return dice.pick(
        {Mode::kWrap, Mode::kMirror, Mode::kClamp, Mode::kMirrorOnce, Mode::kClampBorder, Mode::kHalfBorder});
  };
  gen9::SamplerState sampler;
  sampler.min_filter = filter();
  sampler.mag_filter = dice.coin() ? sampler.min_filter : filter();
  sampler.max_anisotropy = static_cast<std::uint8_t>(2 * dice.any(1, 9));
  sampler.lod_algorithm = dice.coin() ? gen9::LodAlgorithm::kEwaApproximation : gen9::LodAlgorithm::kLegacy;
  sampler.mip_filter = dice.pick({gen9::MipFilter::kNone, gen9::MipFilter::kNearest, gen9::MipFilter::kLinear});
  sampler.lod_preclamp = dice.coin() ? gen9::LodPreclamp::kOgl : gen9::LodPreclamp::kNone;
  sampler.lod_clamp_magnification_mode =
      dice.coin() ? gen9::LodClampMagnificationMode::kMipFilter : gen9::LodClampMagnificationMode::kMipNone;
  sampler.trilinear_quality = static_cast<gen9::TrilinearQuality>(dice.any(0, 4));
  if (dice.coin()) sampler.lod_bias.raw = static_cast<decltype(sampler.lod_bias.raw)>(dice.any(-512, 512));
  sampler.min_lod.raw = static_cast<decltype(sampler.min_lod.raw)>(dice.coin() ? 0 : dice.any(0, 512));
  sampler.max_lod.raw = static_cast<decltype(sampler.max_lod.raw)>(dice.coin() ? 0xE00 : dice.any(0, 2048));
  sampler.round_u_mag = dice.coin();
  sampler.round_u_min = dice.coin();
  sampler.round_v_mag = dice.coin();
  sampler.round_v_min = dice.coin();
  sampler.round_r_mag = dice.coin();
  sampler.round_r_min = dice.coin();
  sampler.address_u = mode();
  sampler.address_v = dice.coin() ? sampler.address_u : mode();
  sampler.address_r = mode();
  if (cube && dice.coin()) sampler.address_u = sampler.address_v = sampler.address_r = Mode::kCube;
  sampler.non_normalized_coordinates = dice.one_in(8);
  sampler.border_color_mode = dice.one_in(8) ? gen9::BorderColorMode::kDx9 : gen9::BorderColorMode::kDx10Ogl;
  sampler.shadow_function = static_cast<decltype(sampler.shadow_function)>(dice.any(0, 8));
  sampler.reduction_type_enable = dice.one_in(8);
  sampler.reduction_type = static_cast<gen9::ReductionType>(dice.any(0, 4));
  sampler.chroma_key_enable = dice.one_in(8);
  sampler.chroma_key_mode = dice.coin() ? gen9::ChromaKeyMode::kReplaceBlack : gen9::ChromaKeyMode::kKillOnAnyMatch;
  return sampler;
}

/// A number for a coordinate, a level of detail, a gradient ...: mostly near the map, sometimes anywhere.
inline std::uint32_t any_number(Dice& dice, float scale) {
  if (dice.one_in(100)) return static_cast<std::uint32_t>(dice.bits());
  const float value = static_cast<float>(dice.any(-16384, 16384)) / 8192.0f * scale;
  return std::bit_cast<std::uint32_t>(dice.one_in(50) ? value * 1e7f : value);
}

/// Sets that surfaces and samplers are drawn from: all, those that most messages meet (lanes/plain.inc.h), those that
/// few do, or float texels of like size, few of which are infinite, NaN or -0.
enum class Drawn { kAny, kPlain, kRare, kFloats };

inline SurfaceImage plain_image(Dice& dice) {
  SurfaceImage image = any_image(dice);
  image.type = gen9::SurfaceType::k2D;
  image.depth = 1;
  image.width = 1u << dice.any(0, 7);
  image.height = 1u << dice.any(0, 7);
  image.levels =
      static_cast<std::uint32_t>(dice.any(1, static_cast<int>(full_mip_levels(image.width, image.height, 1)) + 1));
  return image;
}

inline gen9::SamplerState plain_sampler(Dice& dice) {
  using Mode = gen9::TextureCoordinateMode;
  gen9::SamplerState sampler = any_sampler(dice, false);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kLinear;
  sampler.address_u = dice.pick({Mode::kWrap, Mode::kMirror, Mode::kClamp, Mode::kMirrorOnce});
  sampler.address_v = dice.pick({Mode::kWrap, Mode::kMirror, Mode::kClamp, Mode::kMirrorOnce});
  sampler.round_u_mag = sampler.round_u_min;
  sampler.round_v_mag = sampler.round_v_min;
  sampler.non_normalized_coordinates = sampler.reduction_type_enable = sampler.chroma_key_enable = false;
  return sampler;
}

inline SurfaceImage rare_image(Dice& dice) {
  using gen9::SurfaceFormat;
  SurfaceImage image = any_image(dice);
  image.format =
      dice.pick({SurfaceFormat::kR24UnormX8Typeless, SurfaceFormat::kR1Unorm, SurfaceFormat::kMono8,
                 SurfaceFormat::kR8G8B8A8Unorm, SurfaceFormat::kR32G32B32A32Float, SurfaceFormat::kR16G16B16X16Float});
  const bool mono = gen9::format_facts(image.format).kind == gen9::FormatKind::kMono;
  if (mono) image.type = dice.pick({gen9::SurfaceType::k1D, gen9::SurfaceType::k2D, gen9::SurfaceType::k2D});
  if (mono) image.depth = image.levels = 1;
  if (image.type == gen9::SurfaceType::k1D) image.height = 1;
  return image;
}

inline gen9::SamplerState rare_sampler(Dice& dice, bool cube) {
  gen9::SamplerState sampler = any_sampler(dice, cube);
  sampler.chroma_key_enable = dice.coin();
  sampler.non_normalized_coordinates = dice.one_in(3);
  return sampler;
}

inline SurfaceImage float_image(Dice& dice) {
  using gen9::SurfaceFormat;
  SurfaceImage image = any_image(dice);
  image.format = dice.pick({SurfaceFormat::kR32G32B32A32Float, SurfaceFormat::kR32G32B32A32Float,
                            SurfaceFormat::kR32G32Float, SurfaceFormat::kR32Float});
  return image;
}

inline std::vector<std::byte> float_texels(Dice& dice, std::size_t bytes) {
  std::vector<std::byte> texels(bytes);
  const bool negative = dice.coin(), special = dice.one_in(3), minus_zero = dice.one_in(3), coarse = dice.one_in(3);
  for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
    auto word = static_cast<std::uint32_t>(dice.bits() & 0x807F'FFFF) | static_cast<std::uint32_t>(dice.any(115, 130))
                                                                            << 23;
    if (!negative) word &= 0x7FFF'FFFF;
    if (coarse) word &= 0xFFF0'0000;  // sums are exact
    if (dice.one_in(20)) word = 0;
    if (minus_zero && dice.one_in(20)) word = 0x8000'0000;
    if (special && dice.one_in(50)) word = dice.pick<std::uint32_t>({0x7F80'0000, 0xFF80'0000, 0x7FC0'0001});
    std::memcpy(texels.data() + i, &word, sizeof word);
  }
  return texels;
}

/// Surface and sampler in memory, and any messages to them.
class RandomMessages {
 public:
  explicit RandomMessages(Dice& dice, Drawn drawn = Drawn::kAny)
      : dice_{dice},
        drawn_{drawn},
        image_{drawn == Drawn::kPlain    ? plain_image(dice)
               : drawn == Drawn::kRare   ? rare_image(dice)
               : drawn == Drawn::kFloats ? float_image(dice)
                                         : any_image(dice)} {
    SurfaceOptions options;
    options.tiling = dice.pick({Tiling::kLinear, Tiling::kX, Tiling::kY, Tiling::kY, Tiling::kYf});
    if (image_.type == SurfaceType::k1D) options.tiling = Tiling::kLinear;
    options.array = dice.one_in(3) && image_.type != SurfaceType::k3D;
    const auto select = [&] {
      return dice.pick({gen9::ShaderChannelSelect::kZero, gen9::ShaderChannelSelect::kOne,
                        gen9::ShaderChannelSelect::kRed, gen9::ShaderChannelSelect::kGreen,
                        gen9::ShaderChannelSelect::kBlue, gen9::ShaderChannelSelect::kAlpha});
    };
    if (dice.coin()) options.channels = {select(), select(), select(), select()};
    const bool cube = image_.type == SurfaceType::kCube;
    const bool plain = drawn == Drawn::kPlain || (drawn == Drawn::kFloats && dice.coin());
    gen9::SamplerState sampler = plain                   ? plain_sampler(dice)
                                 : drawn == Drawn::kRare ? rare_sampler(dice, cube)
                                                         : any_sampler(dice, cube);
    if (gen9::format_facts(image_.format).kind == gen9::FormatKind::kMono && dice.coin()) {
      sampler.min_filter = gen9::MapFilter::kMono;
      if (!dice.one_in(8)) sampler.mag_filter = gen9::MapFilter::kMono;
    }
    gen9::BorderColorState border = gen9::BorderColorState::of_floats(0.3f, -0.6f, 1.5f, 1.0f);
    const bool floats = drawn == Drawn::kFloats;
    if (floats && !dice.one_in(3)) border = gen9::BorderColorState::of_floats(0, 0, 0, dice.coin() ? 1.0f : 0.0f);
    const std::size_t bytes = packed_bytes(image_);
    bench_ = std::make_unique<SamplerBench>(image_, floats ? float_texels(dice, bytes) : any_texels(dice, bytes),
                                            sampler, border, options);
    if (options.tiling == Tiling::kYf && dice.coin()) {
      const auto tile = static_cast<std::uint64_t>(dice.any(0, 3)) * GpuMemory::kTileBytes;
      bench_->memory.set_null(ByteAddress{bench_->state.base_address.value() + tile}, ByteSize{GpuMemory::kTileBytes});
    }
    if (dice.coin())
      bench_->state.surface_min_lod = static_cast<std::uint8_t>(dice.any(0, static_cast<int>(image_.levels)));
    bench_->state.mip_count =
        static_cast<std::uint8_t>(dice.any(1, static_cast<int>(image_.levels) - bench_->state.surface_min_lod + 1));
    if (dice.one_in(4))
      bench_->state.resource_min_lod.raw = static_cast<decltype(bench_->state.resource_min_lod.raw)>(dice.any(0, 1200));
    // A view of all array elements but the first.
    if (image_.array_length > 1 && dice.coin()) {
      bench_->state.minimum_array_element = image_.type == gen9::SurfaceType::kCube ? 6 : 1;
      bench_->state.depth -= 1;
    }
    if (image_.type == SurfaceType::kCube && dice.one_in(20))
      bench_->state.cube_face_enables = static_cast<std::uint8_t>(dice.any(0, 64));
  }

  GpuMemory& memory() { return bench_->memory; }
  const SurfaceImage& image() const { return image_; }
  SamplerBench& bench() { return *bench_; }

  Message message() {
    static constexpr std::uint32_t kCodes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x08, 0x0C, 0x10,
                                               0x11, 0x12, 0x14, 0x16, 0x17, 0x18, 0x19, 0x07, 0x1A, 0x09};
    std::uint32_t code = kCodes[dice_.any(0, static_cast<int>(std::size(kCodes)))];
    if (drawn_ == Drawn::kRare && dice_.coin())
      code = static_cast<std::uint32_t>(dice_.pick({Op::kSampleKillpix, Op::kSampleKillpix, Op::kGather4}));
    const gen9::SamplerMessageFacts& operation =
        gen9::sampler_message_facts(static_cast<gen9::SamplerMessageType>(code));
    MessageOptions options;
    options.simd16 = dice_.coin() && operation.exists_in(gen9::SimdMode::kSimd16);
    options.simd_mode = !options.simd16 && dice_.one_in(6) ? 1 : 0;  // SIMD8D, SIMD4x2
    options.half_return = dice_.one_in(10);
    options.execution_mask = dice_.coin() ? 0xFFFF : static_cast<std::uint32_t>(dice_.any(0, 65536));
    if (dice_.one_in(3)) options.header = static_cast<std::uint32_t>(dice_.any(0, 0x40000)) & ~0xF000u;
    if (dice_.one_in(10) && options.header)
      *options.header |= static_cast<std::uint32_t>(dice_.any(0, 16)) << 12 | 1u << 23;
    if (options.simd_mode == 1 && options.header && dice_.coin()) *options.header |= 1u << 22;  // SIMD4x2
    Message message = bench_->message(static_cast<Op>(code), {}, options);
    if (!keys_) set_keys();
    const float unit = bench_->sampler.non_normalized_coordinates ? static_cast<float>(image_.width) : 1.0f;
    const float spread = dice_.pick({0.02f, 0.3f, 1.0f}) * unit;
    const float centre = static_cast<float>(dice_.any(-8, 9)) / 4.0f * unit;
    level_spread_ = dice_.coin() ? 3.0f : static_cast<float>(image_.levels);
    const unsigned most =
        std::min<unsigned>(operation.parameters.size(), (options.header ? 10u : 11u) / (options.simd16 ? 2u : 1u));
    const unsigned given = dice_.one_in(4) ? static_cast<unsigned>(dice_.any(1, static_cast<int>(most) + 1)) : most;
    for (unsigned i = 0; i < given; ++i) {
      for (unsigned half = 0; half < (options.simd16 ? 2u : 1u); ++half)
        message.payload.push_back(parameter(operation, operation.parameters[i], spread, centre));
    }
    message.descriptor += static_cast<std::uint32_t>(given * (options.simd16 ? 2 : 1)) << 25;
    return message;
  }

 private:
  Grf parameter(const gen9::SamplerMessageFacts& operation, gen9::SamplerParameter parameter, float spread,
                float centre) {
    using P = gen9::SamplerParameter;
    const bool gradients = operation.lod == gen9::LodSource::kGradients;
    const bool loads = operation.action == gen9::SamplerAction::kLoad;
    Grf grf;
    for (std::uint32_t& word : grf) {
      if (loads) {
        word = static_cast<std::uint32_t>(dice_.any(-1, most_loaded(parameter)));
        continue;
      }
      switch (parameter) {
        case P::kU:
        case P::kV:
        case P::kR: {
          const auto value = std::bit_cast<float>(any_number(dice_, gradients && parameter == P::kR ? 4.0f : spread));
          word = std::bit_cast<std::uint32_t>(value + centre);
          break;
        }
        case P::kOffu:
        case P::kOffv:
          word = static_cast<std::uint32_t>(dice_.bits());
          break;
        case P::kDudx:
        case P::kDudy:
        case P::kDvdx:
        case P::kDvdy:
        case P::kDrdx:
        case P::kDrdy:
          word = any_number(dice_, spread * 0.3f);
          break;
        case P::kLod:
        case P::kMlod:
          word = any_number(dice_, level_spread_);
          break;
        default:
          word = any_number(dice_, 3.0f);
      }
    }
    return grf;
  }

  /// Numbers that a load's parameter is drawn below: most of them name a texel.
  int most_loaded(gen9::SamplerParameter parameter) {
    using P = gen9::SamplerParameter;
    const bool large = dice_.coin();
    if (parameter == P::kU) return large ? static_cast<int>(std::max(image_.width, 40u)) : 40;
    if (parameter == P::kV) return large ? static_cast<int>(std::max(image_.height, 40u)) : 40;
    return parameter == P::kLod && large ? static_cast<int>(image_.levels) + 1 : 4;
  }

  /// Sets the parts of a context beside the states: chroma key, size of MONO filters.
  void set_keys() {
    keys_ = true;
    std::uint32_t low = 0, high = 0;
    const int widest = dice_.pick({2, 64, 256});
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const int from = dice_.coin() ? 0 : dice_.any(0, 256);
      low |= static_cast<std::uint32_t>(from) << shift;
      high |= static_cast<std::uint32_t>(std::min(255, from + dice_.any(0, widest))) << shift;
    }
    bench_->heap().set_chroma_key(0, low, high);
    bench_->heap().set_mono_filter(static_cast<std::uint8_t>(dice_.any(1, 8)),
                                   static_cast<std::uint8_t>(dice_.any(1, 8)));
  }

  Dice& dice_;
  Drawn drawn_;
  bool keys_ = false;
  float level_spread_ = 3.0f;  // of the levels of detail of a message
  SurfaceImage image_;
  std::unique_ptr<SamplerBench> bench_;
};

}  // namespace texpipe::functional::test
