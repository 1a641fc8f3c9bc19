#include "rtl_cosim/verilated/verilated_texel_decoder.h"

#include <algorithm>
#include <cstring>

#include "Vtexel_decoder.h"
#include "Vtexel_decoder_fifths_as_sevenths.h"
#include "rtl_cosim/verilated/verilated_stream.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::ChannelPlan;
using functional::ChannelStep;

enum InputPort : std::size_t { kCoding, kTexel, kChannels, kElement };

bool has_plain_channels(const gen9::FormatFacts& facts) {
  if (facts.kind != gen9::FormatKind::kPlain || facts.bits_per_element < 8 || facts.bits_per_element > 64) return false;
  const functional::PlainPlan plan = functional::plan_of(facts, functional::MissingColor::kZero);
  return std::all_of(plan.channels.begin(), plan.channels.end(), [](const ChannelPlan& channel) {
    const bool step = channel.step == ChannelStep::kCode || channel.step == ChannelStep::kSnormCode ||
                      channel.step == ChannelStep::kSignExtend;
    return channel.step == ChannelStep::kDefault ||
           (step && (channel.bits == 8 || channel.bits == 16) && channel.first_bit % 8 == 0);
  });
}

template <class Verilated>
class TexelDecoderOf final : public VerilatedStream<Verilated> {
 public:
  explicit TexelDecoderOf(std::uint64_t seed) : VerilatedStream<Verilated>{seed} { this->power_up(); }

 private:
  void put_request(Verilated& top, const PortValues& request) override {
    put_port(top.in_coding, request[0]);
    put_port(top.in_texel, request[1]);
    put_port(top.in_channels, request[2]);
    put_port(top.in_element, request[3]);
  }
  PortValues get_result(const Verilated& top) const override {
    return {get_port(top.out_codes, kTexelDecoderOutputs[0].bits)};
  }
};

}  // namespace

unsigned texel_decoder_coding(gen9::BlockCode code) {
  switch (code) {
    case gen9::BlockCode::kBc1Opaque:
      return 1;
    case gen9::BlockCode::kBc1:
      return 2;
    case gen9::BlockCode::kBc2:
      return 3;
    case gen9::BlockCode::kBc3:
      return 4;
    case gen9::BlockCode::kBc4:
      return 5;
    case gen9::BlockCode::kBc4Signed:
      return 6;
    case gen9::BlockCode::kBc5:
      return 7;
    case gen9::BlockCode::kBc5Signed:
      return 8;
    default:
      return 0;
  }
}

bool texel_decoder_has(const gen9::FormatFacts& facts) {
  if (facts.color_space != gen9::ColorSpace::kLinear) return false;
  return texel_decoder_coding(facts.block_code) != 0 || has_plain_channels(facts);
}

std::uint64_t texel_decoder_layout(const functional::PlainPlan& plan, unsigned channel) {
  const ChannelPlan& stored = plan.channels[channel];
  if (stored.step == ChannelStep::kDefault) return plan.coding[channel].default_code & 0xFFFF;
  const bool clamps = stored.step == ChannelStep::kSnormCode;
  const bool extends = clamps || stored.step == ChannelStep::kSignExtend;
  return std::uint64_t{1} << 22 | std::uint64_t{extends} << 21 | std::uint64_t{clamps} << 20 |
         std::uint64_t{stored.bits == 16} << 19 | std::uint64_t{stored.first_bit / 8u} << 16;
}

PortValues texel_decoder_request(const gen9::FormatFacts& facts, const functional::TexelCoding& coding,
                                 const std::array<std::byte, 16>& element, unsigned column, unsigned row) {
  PortValues request;
  for (const Port& port : kTexelDecoderInputs) request.emplace_back(port.bits);
  const unsigned block = texel_decoder_coding(facts.block_code);
  request[kCoding].put(0, 4, block);
  std::memcpy(request[kElement].words().data(), element.data(), element.size());
  if (block != 0) {
    request[kTexel].put(0, 4, 4 * row + column);
    return request;
  }
  functional::PlainPlan plan = functional::plan_of(facts, functional::MissingColor::kZero);
  plan.coding = coding;
  for (unsigned channel = 0; channel < 4; ++channel)
    request[kChannels].put(kChannelLayoutBits * channel, kChannelLayoutBits, texel_decoder_layout(plan, channel));
  return request;
}

functional::Texel texel_decoder_texel(const PortValues& result) {
  functional::Texel texel;
  for (unsigned c = 0; c < 4; ++c)
    texel.code[c] = static_cast<std::uint32_t>(result[0].get_signed(kTexelCodeBits * c, kTexelCodeBits));
  return texel;
}

std::unique_ptr<StreamRtl> make_verilated_texel_decoder(TexelDecoderVariant rtl, std::uint64_t seed) {
  if (rtl == TexelDecoderVariant::kFifthsAsSevenths)
    return std::make_unique<TexelDecoderOf<Vtexel_decoder_fifths_as_sevenths>>(seed);
  return std::make_unique<TexelDecoderOf<Vtexel_decoder>>(seed);
}

}  // namespace texpipe::rtl_cosim
