#include "rtl_cosim/verilated/verilated_address_generator.h"

#include <bit>

#include "Vaddress_generator.h"
#include "Vaddress_generator_mirror_off_by_one.h"
#include "rtl_cosim/verilated/verilated_stream.h"

namespace texpipe::rtl_cosim {

namespace {

enum InputPort : std::size_t {
  kCoordinates,
  kModes,
  kLinear,
  kToNearest,
  kTaps,
  kOffsets,
  kSize,
  kLevelColumn,
  kLevelRow,
  kBase,
  kPitch,
  kTiling,
  kElement
};
enum OutputPort : std::size_t { kTexels, kBorder, kWeights, kAddresses, kPlaces };

template <class Verilated>
class AddressGeneratorOf final : public VerilatedStream<Verilated> {
 public:
  explicit AddressGeneratorOf(std::uint64_t seed) : VerilatedStream<Verilated>{seed} { this->power_up(); }

 private:
  void put_request(Verilated& top, const PortValues& request) override {
    put_port(top.in_coordinates, request[kCoordinates]);
    put_port(top.in_modes, request[kModes]);
    put_port(top.in_linear, request[kLinear]);
    put_port(top.in_to_nearest, request[kToNearest]);
    put_port(top.in_taps, request[kTaps]);
    put_port(top.in_offsets, request[kOffsets]);
    put_port(top.in_size, request[kSize]);
    put_port(top.in_level_column, request[kLevelColumn]);
    put_port(top.in_level_row, request[kLevelRow]);
    put_port(top.in_base, request[kBase]);
    put_port(top.in_pitch, request[kPitch]);
    put_port(top.in_tiling, request[kTiling]);
    put_port(top.in_element, request[kElement]);
  }
  PortValues get_result(const Verilated& top) const override {
    const auto& ports = kAddressGeneratorOutputs;
    return {get_port(top.out_texels, ports[0].bits), get_port(top.out_border, ports[1].bits),
            get_port(top.out_weights, ports[2].bits), get_port(top.out_addresses, ports[3].bits),
            get_port(top.out_places, ports[4].bits)};
  }
};

}  // namespace

const char* beyond_address_generator(const functional::TextureBinding& binding) {
  const functional::SurfaceBinding& surface = binding.surface;
  const functional::SurfaceGeometry& geometry = surface.layout->geometry();
  if (surface.axes.count != 2 || surface.is_cube()) return "a surface that is not a plane";
  if (binding.sampler.state.non_normalized_coordinates) return "coordinates in texels";
  if (geometry.sample_bits != 0) return "a surface with samples";
  if (geometry.tiling != functional::Tiling::kLinear && geometry.tiling != functional::Tiling::kX &&
      geometry.tiling != functional::Tiling::kY)
    return "a tiling other than X and Y";
  if (geometry.x_offset != 0 || geometry.y_offset != 0 || geometry.every_other_line || geometry.quilt_width != 1 ||
      geometry.quilt_height != 1)
    return "an offset, a field or a quilt";
  if (surface.decoder->facts().kind == gen9::FormatKind::kYuvPlanar ||
      !std::has_single_bit(geometry.element.bytes + 0u))
    return "elements of several planes or of three channels";
  return nullptr;
}

std::uint64_t tiling_code(functional::Tiling tiling) {
  return tiling == functional::Tiling::kY ? 2 : tiling == functional::Tiling::kX;
}

std::uint64_t element_code(const functional::ElementShape& element) {
  const auto log2 = [](unsigned value) { return static_cast<std::uint64_t>(std::bit_width(value)) - 1; };
  return log2(element.height) << 5 | log2(element.width) << 3 | log2(element.bytes);
}

PortValues address_generator_request(const AddressedPixel& pixel) {
  const functional::SurfaceGeometry& geometry = pixel.layout->geometry();
  const functional::LevelSize size = pixel.layout->level_size(pixel.level);
  const functional::LevelPlace& level = pixel.layout->tree().levels[pixel.level];
  const std::uint32_t sizes[] = {size.width, size.height};
  PortValues request;
  for (const Port& port : kAddressGeneratorInputs) request.emplace_back(port.bits);
  for (unsigned axis = 0; axis < 2; ++axis) {
    request[kCoordinates].put(32 * axis, 32, std::bit_cast<std::uint32_t>(pixel.coordinate[axis]));
    request[kModes].put(3 * axis, 3, static_cast<std::uint64_t>(pixel.mode[axis]));
    request[kToNearest].put(axis, 1, pixel.rounding[axis] == functional::CoordinateRounding::kNearest);
    request[kTaps].put(kTapPortBits * axis, kTapPortBits, static_cast<std::uint64_t>(pixel.tap[axis]));
    request[kOffsets].put(4 * axis, 4, static_cast<std::uint64_t>(pixel.offset[axis]));
    request[kSize].put(kSizePortBits * axis, kSizePortBits, sizes[axis]);
  }
  request[kLinear].put(0, 1, pixel.linear);
  request[kLevelColumn].put(0, 16, level.x);
  request[kLevelRow].put(0, 32, level.y + std::uint64_t{pixel.slice} * geometry.slice_pitch);
  request[kBase].put(0, kAddressPortBits, geometry.base.value());
  request[kPitch].put(0, 19, geometry.row_pitch);
  request[kTiling].put(0, 2, tiling_code(geometry.tiling));
  request[kElement].put(0, 7, element_code(geometry.element));
  return request;
}

void put_addressed_pixel(const PortValues& result, unsigned p, functional::AddressedFootprint& footprint) {
  const unsigned first = functional::kTexelsPerPixel * p;
  footprint.read |= static_cast<std::uint16_t>(result[kTexels].get(0, 4) << first);
  footprint.border |= static_cast<std::uint16_t>(result[kBorder].get(0, 4) << first);
  for (unsigned corner = 0; corner < functional::kTexelsPerPixel; ++corner) {
    footprint.weight[first + corner] =
        static_cast<std::uint32_t>(result[kWeights].get(kCornerWeightPortBits * corner, kCornerWeightPortBits));
    footprint.element[first + corner] =
        ByteAddress{result[kAddresses].get(kAddressPortBits * corner, kAddressPortBits)};
    const auto place = static_cast<std::uint8_t>(result[kPlaces].get(4 * corner, 4));
    footprint.column[first + corner] = place % 4;
    footprint.row[first + corner] = place / 4;
  }
}

std::unique_ptr<StreamRtl> make_verilated_address_generator(AddressGeneratorVariant rtl, std::uint64_t seed) {
  if (rtl == AddressGeneratorVariant::kMirrorOffByOne)
    return std::make_unique<AddressGeneratorOf<Vaddress_generator_mirror_off_by_one>>(seed);
  return std::make_unique<AddressGeneratorOf<Vaddress_generator>>(seed);
}

}  // namespace texpipe::rtl_cosim
