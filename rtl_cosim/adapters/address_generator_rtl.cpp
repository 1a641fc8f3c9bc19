#include "rtl_cosim/adapters/address_generator_rtl.h"

#include "Vaddress_generator.h"
#include "Vaddress_generator_mirror_off_by_one.h"
#include "rtl_cosim/adapters/verilated_stream.h"

namespace texpipe::rtl_cosim {

namespace {

template <class Verilated>
class AddressGeneratorOf final : public VerilatedStream<Verilated> {
 public:
  explicit AddressGeneratorOf(std::uint64_t seed) : VerilatedStream<Verilated>{seed} { this->power_up(); }

 private:
  void put_request(Verilated& top, const PortValues& request) override {
    put_port(top.in_coordinates, request[0]);
    put_port(top.in_modes, request[1]);
    put_port(top.in_linear, request[2]);
    put_port(top.in_to_nearest, request[3]);
    put_port(top.in_offsets, request[4]);
    put_port(top.in_size, request[5]);
    put_port(top.in_level_column, request[6]);
    put_port(top.in_level_row, request[7]);
    put_port(top.in_base, request[8]);
    put_port(top.in_pitch, request[9]);
    put_port(top.in_tiling, request[10]);
    put_port(top.in_element, request[11]);
  }
  PortValues get_result(const Verilated& top) const override {
    const auto& ports = kAddressGeneratorOutputs;
    return {get_port(top.out_texels, ports[0].bits), get_port(top.out_border, ports[1].bits),
            get_port(top.out_weights, ports[2].bits), get_port(top.out_addresses, ports[3].bits),
            get_port(top.out_places, ports[4].bits)};
  }
};

}  // namespace

std::unique_ptr<StreamRtl> make_address_generator_rtl(AddressGeneratorRtl rtl, std::uint64_t seed) {
  if (rtl == AddressGeneratorRtl::kMirrorOffByOne)
    return std::make_unique<AddressGeneratorOf<Vaddress_generator_mirror_off_by_one>>(seed);
  return std::make_unique<AddressGeneratorOf<Vaddress_generator>>(seed);
}

}  // namespace texpipe::rtl_cosim
