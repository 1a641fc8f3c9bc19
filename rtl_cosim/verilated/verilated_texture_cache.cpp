#include "rtl_cosim/verilated/verilated_texture_cache.h"

#include <fmt/format.h>
#include <verilated.h>

#include <algorithm>
#include <cstddef>

#include "Vtexture_cache.h"
#include "Vtexture_cache_fifo_replacement.h"
#include "rtl_cosim/verilated/verilated_coverage.h"
#include "rtl_cosim/verilated/verilated_dump.h"
#include "rtl_cosim/verilated/verilated_rtl.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr unsigned kWordsOfLine = verilated_texture_cache::kLineBytes / 4;

template <class Verilated>
class TextureCacheOf final : public VerilatedTextureCache {
 public:
  explicit TextureCacheOf(std::uint64_t seed) : context_{randomised_context(seed)}, top_{context_.get()} {
    context_->assertOn(false);
    reset(true);
    drive({});
    clock();
    reset(false);
    drive({});
    context_->assertOn(true);
  }
  ~TextureCacheOf() override {
    end(top_);
    keep_coverage(*context_);
  }

  void reset(bool asserted) override { top_.rst_n = !asserted; }

  void drive(const Inputs& inputs) override {
    top_.in_valid = inputs.keys != nullptr;
    if (inputs.keys != nullptr) put_keys(*inputs.keys);
    top_.out_ready = inputs.result_ready;
    top_.ask_ready = inputs.ask_ready;
    top_.answer_valid = inputs.answer != nullptr;
    if (inputs.answer != nullptr) {
      top_.answer_id = static_cast<CData>(inputs.answer_id);
      for (unsigned word = 0; word < kWordsOfLine; ++word) top_.answer_line[word] = (*inputs.answer)[word];
    }
    top_.eval();
  }

  void clock() override {
    dump_.half_cycle();
    top_.clk = 1;
    top_.eval();
    dump_.half_cycle();
    top_.clk = 0;
    top_.eval();
  }
  bool trace(std::string& text, Window window) override { return dump_.begin(*context_, top_, text, window); }
  void flush_trace() override { dump_.flush(); }
  void at(std::uint64_t cycle) override { dump_.at(cycle); }

  bool request_ready() const override { return top_.in_ready != 0; }
  bool result_valid() const override { return top_.out_valid != 0; }
  unsigned result_lines() const override { return top_.out_count; }
  CacheLineWords result_line(unsigned line) const override {
    CacheLineWords words{};
    for (unsigned word = 0; word < kWordsOfLine; ++word) words[word] = top_.out_lines[kWordsOfLine * line + word];
    return words;
  }
  bool ask_valid() const override { return top_.ask_valid != 0; }
  Ask ask() const override { return {top_.ask_id, top_.ask_key}; }

  bool looks_up() const override { return top_.did_look_up != 0; }
  Lookup lookup() const override {
    return {top_.looked_up_key, top_.looked_up, top_.looked_up_way, top_.did_evict != 0};
  }
  bool looks_up_last() const override { return top_.did_look_up_all != 0; }
  bool lacks_register() const override { return top_.lacks_register != 0; }
  bool lacks_place() const override { return top_.lacks_place != 0; }
  bool lacks_line() const override { return top_.lacks_line != 0; }
  bool lacks_room() const override { return top_.lacks_room != 0; }
  bool moves() const override { return top_.did_move != 0; }
  bool reads() const override { return top_.did_read != 0; }

 private:
  void put_keys(std::span<const std::uint64_t> keys) {
    top_.in_count = static_cast<CData>(keys.size());
    unsigned bit = 0;
    for (const std::uint64_t key : keys) {
      for (unsigned part = 0; part < verilated_texture_cache::kKeyBits; part += 16, bit += 16) {
        const auto sixteen = static_cast<std::uint32_t>(key >> part & 0xFFFF);
        EData& word = top_.in_keys[bit / 32];
        word = bit % 32 == 0 ? (word & 0xFFFF0000) | sixteen : (word & 0xFFFF) | sixteen << 16;
      }
    }
  }

  std::unique_ptr<VerilatedContext> context_;
  Verilated top_;
  VerilatedDump dump_;  // goes before what it dumps
};

}  // namespace

std::string first_wrong_byte(const CacheLineWords& found, const CacheLineWords& expected) {
  const auto bytes = std::as_bytes(std::span{found}), wanted = std::as_bytes(std::span{expected});
  const auto apart = std::mismatch(bytes.begin(), bytes.end(), wanted.begin()).first;
  const auto at = static_cast<std::size_t>(apart - bytes.begin());
  return fmt::format("byte {}: {:#04x} for {:#04x}", at, std::to_integer<unsigned>(bytes[at]),
                     std::to_integer<unsigned>(wanted[at]));
}

std::unique_ptr<VerilatedTextureCache> make_verilated_texture_cache(TextureCacheVariant rtl, std::uint64_t seed) {
  if (rtl == TextureCacheVariant::kFifoReplacement)
    return std::make_unique<TextureCacheOf<Vtexture_cache_fifo_replacement>>(seed);
  return std::make_unique<TextureCacheOf<Vtexture_cache>>(seed);
}

}  // namespace texpipe::rtl_cosim
