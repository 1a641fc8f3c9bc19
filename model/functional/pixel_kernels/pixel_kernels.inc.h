// Text of the kernels, compiled once for each instruction set: loops of known length that the compiler turns into
// vectors.

namespace {

/// Upper left pixels of four subspans.
struct FourPlaces {
  Four<std::int32_t> x, y;
};
[[gnu::always_inline]] inline void find_places(const SubspanCorners& corners, FourPlaces& places) {
  const auto pair = [&](unsigned s) __attribute__((always_inline)) {
    std::uint64_t at;
    std::memcpy(&at, corners[s], sizeof at);
    return at;
  };
  using Two [[gnu::vector_size(16)]] = std::uint64_t;
  const auto left = reinterpret_cast<Four<std::int32_t>>(Two{pair(0), pair(1)}),
             right = reinterpret_cast<Four<std::int32_t>>(Two{pair(2), pair(3)});
  places.x = __builtin_shufflevector(left, right, 0, 2, 4, 6);
  places.y = __builtin_shufflevector(left, right, 1, 3, 5, 7);
}
[[gnu::always_inline]] inline void doubles_of(const Four<std::int32_t>& numbers, Four<double>& out) {
  out = __builtin_convertvector(numbers, Four<double>);
}

/// A plane at four subspans: in double precision at their middles, from there on in single precision, as the pixel
/// interpolator does it. Pixels' centres are half a pixel away, exactly so for the places that targets have.
struct PlaneLanes {
  Four<float> middle;    // of subspans
  Four<float> distance;  // of pixels
};
/// @param x, y  of middles, from the place of the plane's origin
[[gnu::always_inline]] inline void find_plane(const Plane& plane, const Four<double>& x, const Four<double>& y,
                                              PlaneLanes& out) {
  out.middle = __builtin_convertvector(plane.origin + (x * plane.dx + y * plane.dy), Four<float>);
  const auto dx = static_cast<float>(plane.dx), dy = static_cast<float>(plane.dy);
  constexpr Four<float> kX{-0.5f, 0.5f, -0.5f, 0.5f}, kY{-0.5f, -0.5f, 0.5f, 0.5f};
  out.distance = kX * dx + kY * dy;
}
/// @param input  of whose members x0 and y0 count
template <class Input>
[[gnu::always_inline]] inline void find_middles(const Input& input, const SubspanCorners& corners, Four<double>& x,
                                                Four<double>& y) {
  FourPlaces places;
  find_places(corners, places);
  doubles_of(places.x, x);
  doubles_of(places.y, y);
  x = (x + 1.0) - input.x0;
  y = (y + 1.0) - input.y0;
}
/// Values at pixels' centres.
[[gnu::always_inline]] inline void lanes_of(const PlaneLanes& plane, unsigned first, Floats& values) {
  Floats distance;
  spread(plane.middle, first, values);
  repeat(plane.distance, distance);
  values += distance;
}

void barycentrics(const BarycentricInput& input, const SubspanCorners& corners, WeightRegisters& out) {
  Four<double> x, y;
  find_middles(input, corners, x, y);
  PlaneLanes b1, b2, one_over_w{};
  find_plane(input.b1, x, y, b1);
  find_plane(input.b2, x, y, b2);
  if (input.perspective) find_plane(input.one_over_w, x, y, one_over_w);
  for (unsigned lane = 0; lane < kLanes; lane += kVectorLanes) {
    Floats first, second;
    lanes_of(b1, lane, first);
    lanes_of(b2, lane, second);
    if (input.perspective) {
      Floats divisor;
      lanes_of(one_over_w, lane, divisor);
      first /= divisor;
      second /= divisor;
    }
    store_registers(first, lane, out.data());
    store_registers(second, lane, out.data() + 1);
  }
}

void inverses(const PlaneInput& input, const SubspanCorners& corners, LaneBits& values) {
  Four<double> x, y;
  find_middles(input, corners, x, y);
  PlaneLanes plane;
  find_plane(input.plane, x, y, plane);
  for (unsigned lane = 0; lane < kLanes; lane += kVectorLanes) {
    Floats centres;
    lanes_of(plane, lane, centres);
    const Floats inverse = 1.0f / centres;
    std::memcpy(values.data() + lane, &inverse, sizeof inverse);
  }
}

/// Values of a plane at one place in every pixel: [p] those of pixel p of the subspans.
template <class Input>
[[gnu::always_inline]] inline void pixel_values(const Input& input, const Plane& plane, const SubspanCorners& corners,
                                                Four<float> (&values)[4]) {
  FourPlaces places;
  find_places(corners, places);
  Four<double> x, y;
  doubles_of(places.x, x);
  doubles_of(places.y, y);
  const Four<double> column[2] = {((x + input.offset_x) - input.x0) * plane.dx,
                                  (((x + 1.0) + input.offset_x) - input.x0) * plane.dx},
                     row[2] = {((y + input.offset_y) - input.y0) * plane.dy,
                               (((y + 1.0) + input.offset_y) - input.y0) * plane.dy};
  for (unsigned p = 0; p < 4; ++p)
    values[p] = __builtin_convertvector(plane.origin + (column[p & 1] + row[p >> 1]), Four<float>);
}
/// Lanes 4 s + p from numbers of subspan s at [p].
template <class Numbers>
[[gnu::always_inline]] inline void store_pixels(const Numbers (&of_pixels)[4], LaneBits& out) {
  const auto upper = __builtin_shufflevector(of_pixels[0], of_pixels[1], 0, 4, 1, 5),
             upper_right = __builtin_shufflevector(of_pixels[0], of_pixels[1], 2, 6, 3, 7),
             lower = __builtin_shufflevector(of_pixels[2], of_pixels[3], 0, 4, 1, 5),
             lower_right = __builtin_shufflevector(of_pixels[2], of_pixels[3], 2, 6, 3, 7);
  const Numbers lanes[4] = {__builtin_shufflevector(upper, lower, 0, 1, 4, 5),
                            __builtin_shufflevector(upper, lower, 2, 3, 6, 7),
                            __builtin_shufflevector(upper_right, lower_right, 0, 1, 4, 5),
                            __builtin_shufflevector(upper_right, lower_right, 2, 3, 6, 7)};
  std::memcpy(out.data(), lanes, sizeof lanes);
}

void depths(const DepthInput& input, const SubspanCorners& corners, LaneBits& codes) {
  Four<float> z[4];
  pixel_values(input, input.z, corners, z);
  Four<std::int32_t> code[4];
  for (unsigned p = 0; p < 4; ++p) {
    const Four<float> low = Four<float>{} + input.min_depth, high = Four<float>{} + input.max_depth;
    const Four<float> below = z[p] < high ? z[p] : high;
    const Four<float> clamped = z[p] > low ? below : low;
    const Four<float> positive = clamped > 0 ? clamped : Four<float>{};
    if (input.scale == 0) {
      code[p] = reinterpret_cast<Four<std::int32_t>>(positive);
    } else {
      const Four<float> most = positive < 1 ? positive : Four<float>{} + 1.0f;
      const Four<double> scaled = __builtin_convertvector(most, Four<double>) * input.scale + 0.5;
      code[p] = __builtin_convertvector(scaled, Four<std::int32_t>);
    }
  }
  store_pixels(code, codes);
}

void plane_values(const PlaneInput& input, const SubspanCorners& corners, LaneBits& values) {
  Four<float> of_pixels[4];
  pixel_values(input, input.plane, corners, of_pixels);
  store_pixels(of_pixels, values);
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
