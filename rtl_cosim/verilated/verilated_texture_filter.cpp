#include "rtl_cosim/verilated/verilated_texture_filter.h"

#include "Vtexture_filter.h"
#include "Vtexture_filter_swapped_weights.h"
#include "functional/coordinates/fixed_math.h"
#include "rtl_cosim/verilated/verilated_stream.h"

namespace texpipe::rtl_cosim {

namespace {

enum InputPort : std::size_t {
  kCodes,
  kWeights,
  kBorder,
  kPixels,
  kPixelWeights,
  kCompare,
  kRelation,
  kCompareAlpha,
  kShown,
  kLimits,
  kUnordered,
  kLast
};
enum OutputPort : std::size_t { kSums, kBorderWeights };

template <class Verilated>
class TextureFilterOf final : public VerilatedStream<Verilated> {
 public:
  explicit TextureFilterOf(std::uint64_t seed) : VerilatedStream<Verilated>{seed} { this->power_up(); }

 private:
  void put_request(Verilated& top, const PortValues& request) override {
    put_port(top.in_codes, request[kCodes]);
    put_port(top.in_weights, request[kWeights]);
    put_port(top.in_border, request[kBorder]);
    put_port(top.in_pixels, request[kPixels]);
    put_port(top.in_pixel_weights, request[kPixelWeights]);
    put_port(top.in_compare, request[kCompare]);
    put_port(top.in_relation, request[kRelation]);
    put_port(top.in_compare_alpha, request[kCompareAlpha]);
    put_port(top.in_shown, request[kShown]);
    put_port(top.in_limits, request[kLimits]);
    put_port(top.in_unordered, request[kUnordered]);
    put_port(top.in_last, request[kLast]);
  }
  PortValues get_result(const Verilated& top) const override {
    const auto& ports = kTextureFilterOutputs;
    return {get_port(top.out_sums, ports[0].bits), get_port(top.out_border_weights, ports[1].bits),
            get_port(top.out_last, ports[2].bits)};
  }
};

void put_compare(PortValues& request, const functional::SubspanCompare& compare) {
  request[kCompare].put(0, 1, 1);
  request[kRelation].put(0, 3, static_cast<std::uint64_t>(compare.function));
  request[kCompareAlpha].put(0, 1, compare.channel == 3);
  request[kShown].put(0, 4, compare.shown);
  for (unsigned pixel = 0; pixel < functional::kPixelsPerSubspan; ++pixel) {
    const float limit = compare.limit[pixel];
    const bool unordered = functional::is_nan(limit);
    request[kUnordered].put(pixel, 1, unordered);
    if (!unordered)
      request[kLimits].put(kFilterCodeBits * pixel, kFilterCodeBits,
                           static_cast<std::uint64_t>(static_cast<std::int64_t>(limit)));
  }
}

}  // namespace

std::unique_ptr<StreamRtl> make_verilated_texture_filter(TextureFilterVariant rtl, std::uint64_t seed) {
  if (rtl == TextureFilterVariant::kSwappedWeights)
    return std::make_unique<TextureFilterOf<Vtexture_filter_swapped_weights>>(seed);
  return std::make_unique<TextureFilterOf<Vtexture_filter>>(seed);
}

PortValues texture_filter_request(const functional::FootprintPlan& plan,
                                  const std::array<functional::Texel, functional::kTexelsPerFootprint>& texels,
                                  const functional::SubspanCompare* compare, bool last) {
  PortValues request;
  for (const Port& port : kTextureFilterInputs) request.emplace_back(port.bits);
  for (unsigned corner = 0; corner < functional::kTexelsPerFootprint; ++corner) {
    if ((plan.corners >> corner & 1) == 0) continue;
    request[kWeights].put(kFilterCornerWeightBits * corner, kFilterCornerWeightBits, plan.weight[corner]);
    for (unsigned c = 0; c < 4; ++c) {
      const bool kept = compare != nullptr && (compare->shown >> c & 1) == 0 && c != compare->channel;
      const std::uint32_t code = kept ? compare->others[c] : texels[corner].code[c];
      request[kCodes].put(kFilterCodeBits * (4 * corner + c), kFilterCodeBits, code);
    }
  }
  request[kBorder].put(0, 16, plan.border & plan.corners);
  request[kPixels].put(0, 4, plan.pixels);
  for (unsigned pixel = 0; pixel < functional::kPixelsPerSubspan; ++pixel) {
    if ((plan.pixels >> pixel & 1) != 0)
      request[kPixelWeights].put(kFilterPixelWeightBits * pixel, kFilterPixelWeightBits, plan.pixel_weight[pixel]);
  }
  if (compare != nullptr) put_compare(request, *compare);
  request[kLast].put(0, 1, last);
  return request;
}

functional::PixelSums texture_filter_sums(const PortValues& result, unsigned pixel) {
  functional::PixelSums sums;
  for (unsigned c = 0; c < 4; ++c)
    sums.texels[c] = result[kSums].get_signed(kFilterPixelSumBits * (4 * pixel + c), kFilterPixelSumBits);
  sums.border_weight = result[kBorderWeights].get(kFilterBorderWeightBits * pixel, kFilterBorderWeightBits);
  return sums;
}

void put_texture_filter_sums(PortValues& result, unsigned pixel, const functional::PixelSums& sums) {
  for (unsigned c = 0; c < 4; ++c) {
    result[kSums].put(kFilterPixelSumBits * (4 * pixel + c), kFilterPixelSumBits,
                      static_cast<std::uint64_t>(sums.texels[c]));
  }
  result[kBorderWeights].put(kFilterBorderWeightBits * pixel, kFilterBorderWeightBits, sums.border_weight);
}

}  // namespace texpipe::rtl_cosim
