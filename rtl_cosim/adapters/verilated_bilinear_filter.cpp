#include "rtl_cosim/adapters/verilated_bilinear_filter.h"

#include <verilated.h>

#include "Vbilinear_filter.h"
#include "Vbilinear_filter_swapped_weights.h"

namespace texpipe::rtl_cosim {

class VerilatedBilinearFilter::Model {
 public:
  virtual ~Model() = default;
  virtual void drive(const functional::FootprintOperands* operands, bool output_ready) = 0;
  virtual bool input_ready() const = 0;
  virtual bool output_valid() const = 0;
  virtual functional::FootprintSums output() const = 0;
  virtual void clock() = 0;
};

namespace {

constexpr unsigned kWeightBits = 17;
constexpr unsigned kSumBits = VerilatedBilinearFilter::kCodeBits + 17;

constexpr unsigned words_of(unsigned bits) {
  return (bits + 31) / 32;
}

/// Puts `bits` bits at bit `at` of a wide port that was cleared before.
template <class Wide>
void put_bits(Wide& port, unsigned at, unsigned bits, std::uint64_t value) {
  for (unsigned done = 0; done < bits;) {
    const unsigned word = (at + done) / 32;
    const unsigned shift = (at + done) % 32;
    port[word] |= static_cast<std::uint32_t>(value >> done << shift);
    done += 32 - shift;
  }
}

/// `bits` bits at bit `at` of a wide port, sign-extended.
template <class Wide>
std::int64_t signed_bits(const Wide& port, unsigned at, unsigned bits) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < bits;) {
    const unsigned shift = (at + done) % 32;
    value |= static_cast<std::uint64_t>(port[(at + done) / 32] >> shift) << done;
    done += 32 - shift;
  }
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

template <class Verilated>
class ModelOf final : public VerilatedBilinearFilter::Model {
 public:
  ModelOf() : top_{&context_} {
    top_.rst_n = 0;
    drive(nullptr, false);
    clock();
    top_.rst_n = 1;
    top_.eval();
  }
  ~ModelOf() override { top_.final(); }

  void drive(const functional::FootprintOperands* operands, bool output_ready) override {
    top_.in_valid = operands != nullptr;
    top_.out_ready = output_ready;
    if (operands != nullptr) drive_operands(*operands);
    top_.eval();
  }

  bool input_ready() const override { return top_.in_ready != 0; }
  bool output_valid() const override { return top_.out_valid != 0; }

  functional::FootprintSums output() const override {
    functional::FootprintSums sums{};
    for (unsigned pixel = 0; pixel < functional::kPixelsPerSubspan; ++pixel) {
      for (unsigned channel = 0; channel < 4; ++channel)
        sums[pixel][channel] = signed_bits(top_.out_sums, (pixel * 4 + channel) * kSumBits, kSumBits);
    }
    return sums;
  }

  void clock() override {
    top_.clk = 1;
    top_.eval();
    top_.clk = 0;
    top_.eval();
  }

 private:
  void drive_operands(const functional::FootprintOperands& operands) {
    for (unsigned word = 0; word < words_of(functional::kTexelsPerFootprint * 4 * VerilatedBilinearFilter::kCodeBits);
         ++word)
      top_.in_codes[word] = 0;
    for (unsigned word = 0; word < words_of(functional::kTexelsPerFootprint * kWeightBits); ++word)
      top_.in_weights[word] = 0;
    for (unsigned texel = 0; texel < functional::kTexelsPerFootprint; ++texel) {
      for (unsigned channel = 0; channel < 4; ++channel) {
        put_bits(top_.in_codes, (texel * 4 + channel) * VerilatedBilinearFilter::kCodeBits,
                 VerilatedBilinearFilter::kCodeBits,
                 operands.code[texel][channel] & ((1u << VerilatedBilinearFilter::kCodeBits) - 1));
      }
      put_bits(top_.in_weights, texel * kWeightBits, kWeightBits, operands.weight[texel]);
    }
  }

  VerilatedContext context_;
  Verilated top_;
};

std::unique_ptr<VerilatedBilinearFilter::Model> make_model(BilinearFilterRtl rtl) {
  if (rtl == BilinearFilterRtl::kSwappedWeights) return std::make_unique<ModelOf<Vbilinear_filter_swapped_weights>>();
  return std::make_unique<ModelOf<Vbilinear_filter>>();
}

}  // namespace

VerilatedBilinearFilter::VerilatedBilinearFilter(BilinearFilterRtl rtl) : model_{make_model(rtl)} {}
VerilatedBilinearFilter::~VerilatedBilinearFilter() = default;

void VerilatedBilinearFilter::drive(const functional::FootprintOperands* operands, bool output_ready) {
  model_->drive(operands, output_ready);
}
bool VerilatedBilinearFilter::input_ready() const {
  return model_->input_ready();
}
bool VerilatedBilinearFilter::output_valid() const {
  return model_->output_valid();
}
functional::FootprintSums VerilatedBilinearFilter::output() const {
  return model_->output();
}
void VerilatedBilinearFilter::clock() {
  model_->clock();
}

}  // namespace texpipe::rtl_cosim
