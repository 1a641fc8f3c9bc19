#include "rtl_cosim/adapters/texel_decoder_rtl.h"

#include "Vtexel_decoder.h"
#include "Vtexel_decoder_fifths_as_sevenths.h"
#include "rtl_cosim/adapters/verilated_stream.h"

namespace texpipe::rtl_cosim {

namespace {

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

std::unique_ptr<StreamRtl> make_texel_decoder_rtl(TexelDecoderRtl rtl, std::uint64_t seed) {
  if (rtl == TexelDecoderRtl::kFifthsAsSevenths)
    return std::make_unique<TexelDecoderOf<Vtexel_decoder_fifths_as_sevenths>>(seed);
  return std::make_unique<TexelDecoderOf<Vtexel_decoder>>(seed);
}

}  // namespace texpipe::rtl_cosim
