// Text of the kernels, compiled once for each instruction set: loops of known length that the compiler turns into
// vectors.

namespace {

inline double at(const Plane& plane, double x, double y) {
  return plane.origin + (x * plane.dx + y * plane.dy);
}

/// Values of a plane at pixels' centres: in double precision at the middle of each subspan, from there on in single
/// precision, as the pixel interpolator does it.
/// @param input  of whose members x0 and y0 count
template <class Input>
inline void centre_values(const Input& input, const Plane& plane, const SubspanPlaces& places,
                          std::array<float, kLanes>& out) {
  const auto dx = static_cast<float>(plane.dx), dy = static_cast<float>(plane.dy);
  std::array<float, kSubspans> origin, middle_x, middle_y;
  for (unsigned s = 0; s < kSubspans; ++s) {
    const double x = places.x[s] + 1.0, y = places.y[s] + 1.0;
    origin[s] = static_cast<float>(at(plane, x - input.x0, y - input.y0));
    middle_x[s] = static_cast<float>(x);
    middle_y[s] = static_cast<float>(y);
  }
  for (unsigned i = 0; i < kLanes; ++i) {
    const unsigned s = i / 4;
    const float x = static_cast<float>(places.x[s] + static_cast<std::int32_t>(i & 1)) + 0.5f;
    const float y = static_cast<float>(places.y[s] + static_cast<std::int32_t>(i >> 1 & 1)) + 0.5f;
    out[i] = origin[s] + ((x - middle_x[s]) * dx + (y - middle_y[s]) * dy);
  }
}

void barycentrics(const BarycentricInput& input, const SubspanPlaces& places, LaneBits& b1, LaneBits& b2) {
  alignas(64) std::array<float, kLanes> first, second;
  centre_values(input, input.b1, places, first);
  centre_values(input, input.b2, places, second);
  if (input.perspective) {
    alignas(64) std::array<float, kLanes> one_over_w;
    centre_values(input, input.one_over_w, places, one_over_w);
    for (unsigned i = 0; i < kLanes; ++i) first[i] = first[i] / one_over_w[i];
    for (unsigned i = 0; i < kLanes; ++i) second[i] = second[i] / one_over_w[i];
  }
  for (unsigned i = 0; i < kLanes; ++i) b1[i] = std::bit_cast<std::uint32_t>(first[i]);
  for (unsigned i = 0; i < kLanes; ++i) b2[i] = std::bit_cast<std::uint32_t>(second[i]);
}

void depths(const DepthInput& input, const SubspanPlaces& places, LaneBits& codes) {
  alignas(64) std::array<float, kLanes> z;
  for (unsigned i = 0; i < kLanes; ++i) {
    const double x = places.x[i / 4] + static_cast<std::int32_t>(i & 1) + input.offset_x;
    const double y = places.y[i / 4] + static_cast<std::int32_t>(i >> 1 & 1) + input.offset_y;
    const auto value = static_cast<float>(at(input.z, x - input.x0, y - input.y0));
    const float below = value < input.max_depth ? value : input.max_depth;
    z[i] = value > input.min_depth ? below : input.min_depth;
  }
  if (input.scale == 0) {
    for (unsigned i = 0; i < kLanes; ++i) codes[i] = float_depth(z[i]);
  } else {
    for (unsigned i = 0; i < kLanes; ++i) codes[i] = unorm_depth(z[i], input.scale);
  }
}

void plane_values(const PlaneInput& input, const SubspanPlaces& places, LaneBits& values) {
  for (unsigned i = 0; i < kLanes; ++i) {
    const double x = places.x[i / 4] + static_cast<std::int32_t>(i & 1) + input.offset_x;
    const double y = places.y[i / 4] + static_cast<std::int32_t>(i >> 1 & 1) + input.offset_y;
    values[i] = std::bit_cast<std::uint32_t>(static_cast<float>(at(input.plane, x - input.x0, y - input.y0)));
  }
}

void inverses(const PlaneInput& input, const SubspanPlaces& places, LaneBits& values) {
  alignas(64) std::array<float, kLanes> centres;
  centre_values(input, input.plane, places, centres);
  for (unsigned i = 0; i < kLanes; ++i) values[i] = std::bit_cast<std::uint32_t>(1.0f / centres[i]);
}

std::uint64_t inner_pixels(const TileEdge& edge) {
  constexpr unsigned kSide = 8;
  TileRow row;
  for (unsigned x = 0; x < kSide; ++x) row[x] = edge.first + edge.step_x * x;
  std::uint64_t outer = 0;
  for (unsigned y = 0; y < kSide; ++y, row += edge.step_y) outer |= std::uint64_t{negative_bits(row)} << kSide * y;
  return ~outer;
}

void encode_unorm_texels(const std::uint32_t* bits, double scale, unsigned shift, std::uint32_t* words) {
  for (unsigned i = 0; i < kColors; ++i) words[i] |= encode_unorm(bits[i], scale) << shift;
}

}  // namespace
