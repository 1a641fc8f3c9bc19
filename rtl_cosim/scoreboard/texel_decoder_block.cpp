#include "rtl_cosim/scoreboard/texel_decoder_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/channel_plan.h"
#include "functional/formats/element_decoder.h"
#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::ChannelPlan;
using functional::ChannelStep;
using functional::MissingColor;
using functional::PlainPlan;
using gen9::BlockCode;
using gen9::FormatFacts;

constexpr EnumRow kRtls[] = {
    {0, "repository", "rtl_cosim/rtl/texel_decoder.sv"},
    {1, "fifths_as_sevenths", "planted bug: fifths of BC3 to BC5 get weights of sevenths"},
};

constexpr unsigned kElementBytes = 16;
constexpr unsigned kBlockTexels = 16;
constexpr std::string_view kChannelNames = "RGBA";

enum Port : std::size_t { kCoding, kTexel, kChannels, kElement };

std::array<std::byte, kElementBytes> element_of(const PortValues& request) {
  std::array<std::byte, kElementBytes> bytes;
  std::memcpy(bytes.data(), request[kElement].words().data(), kElementBytes);
  return bytes;
}

unsigned texel_of(const PortValues& request) {
  return static_cast<unsigned>(request[kTexel].get(0, 4));
}

/// A block of eight interpolated values among the element's halves.
struct ValueBlock {
  char channel;
  unsigned half;
};

/// Halves of an element that hold eight values between two end points.
std::vector<ValueBlock> value_blocks(BlockCode code) {
  switch (code) {
    case BlockCode::kBc3:
      return {{'A', 0}};
    case BlockCode::kBc4:
    case BlockCode::kBc4Signed:
      return {{'R', 0}};
    case BlockCode::kBc5:
    case BlockCode::kBc5Signed:
      return {{'R', 0}, {'G', 1}};
    default:
      return {};
  }
}

bool has_colors(BlockCode code) {
  return code == BlockCode::kBc1Opaque || code == BlockCode::kBc1 || code == BlockCode::kBc2 || code == BlockCode::kBc3;
}

std::string_view order_of(std::int64_t first, std::int64_t second) {
  return first > second ? "first above second" : first < second ? "first below second" : "equal end points";
}

constexpr std::string_view kOrders[] = {"first above second", "first below second", "equal end points"};

/// Cases of one texel by its block's bits: names of its parts, for coverage and explanations.
std::vector<std::string> cases_of(const FormatFacts& facts, const PortValues& request) {
  std::vector<std::string> cases;
  const unsigned texel = texel_of(request);
  const PortValue& element = request[kElement];
  if (has_colors(facts.block_code)) {
    const unsigned at = facts.block_code == BlockCode::kBc2 || facts.block_code == BlockCode::kBc3 ? 64 : 0;
    cases.push_back(fmt::format(
        "colours, {}, selector {}",
        order_of(static_cast<std::int64_t>(element.get(at, 16)), static_cast<std::int64_t>(element.get(at + 16, 16))),
        element.get(at + 32 + 2 * texel, 2)));
  }
  const bool is_signed = facts.block_code == BlockCode::kBc4Signed || facts.block_code == BlockCode::kBc5Signed;
  for (const ValueBlock& block : value_blocks(facts.block_code)) {
    const unsigned at = 64 * block.half;
    const auto end = [&](unsigned place) {
      if (!is_signed) return static_cast<std::int64_t>(element.get(at + place, 8));
      return std::max<std::int64_t>(element.get_signed(at + place, 8), -127);
    };
    cases.push_back(fmt::format("{}, {}, selector {}", block.channel, order_of(end(0), end(8)),
                                element.get(at + 16 + 3 * texel, 3)));
  }
  return cases;
}

/// The extreme codes of a stored channel.
std::vector<std::pair<std::string, std::uint64_t>> extremes_of(const ChannelPlan& channel) {
  const std::uint64_t all = (std::uint64_t{1} << channel.bits) - 1;
  if (channel.step == ChannelStep::kCode) return {{"lowest", 0}, {"highest", all}};
  return {{"lowest", all / 2 + 1}, {"second lowest", all / 2 + 2}, {"-1", all}, {"0", 0}, {"highest", all / 2}};
}

std::string bin(const FormatFacts& facts, const std::string& what) {
  return std::string{facts.name} + ": " + what;
}

}  // namespace

EnumRows enum_rows(TexelDecoderVariant) {
  return {"texel decoder RTL", kRtls};
}

const std::vector<gen9::SurfaceFormat>& texel_decoder_formats() {
  static const std::vector<gen9::SurfaceFormat> formats = [] {
    std::vector<gen9::SurfaceFormat> found;
    for (const FormatFacts& facts : gen9::all_formats()) {
      if (facts.sampling && texel_decoder_has(facts)) found.push_back(facts.format);
    }
    return found;
  }();
  return formats;
}

TexelDecoderBlock::TexelDecoderBlock(TexelDecoderVariant rtl, std::vector<gen9::SurfaceFormat> formats)
    : rtl_{rtl}, formats_{std::move(formats)} {
  const std::vector<gen9::SurfaceFormat>& all = texel_decoder_formats();
  for (const gen9::SurfaceFormat format : formats_) {
    if (std::find(all.begin(), all.end(), format) == all.end())
      unsupported("the RTL texel decoder has no " + std::string{name_of(format)} +
                  "; it has linear formats of 8- and 16-bit channels and BC1 to BC5");
  }
  if (formats_.empty()) formats_ = all;
}

gen9::SurfaceFormat TexelDecoderBlock::format_of(std::uint64_t seed, std::uint64_t index) const {
  return formats_[mixed(mixed(seed, index), 0) % formats_.size()];
}

PortValues TexelDecoderBlock::request(std::uint64_t seed, std::uint64_t index) const {
  const FormatFacts& facts = gen9::format_facts(format_of(seed, index));
  RandomStream random{mixed(mixed(seed, index), 1)};
  PortValues request{PortValue{4}, PortValue{4}, PortValue{inputs()[kChannels].bits}, PortValue{128}};
  PortValue& element = request[kElement];
  for (std::uint32_t& word : element.words()) word = static_cast<std::uint32_t>(random.next());

  const unsigned coding = texel_decoder_coding(facts.block_code);
  request[kCoding].put(0, 4, coding);
  if (coding == 0) {
    const PlainPlan plan = functional::plan_of(facts, random.one_in(2) ? MissingColor::kZero : MissingColor::kDx9);
    for (unsigned channel = 0; channel < 4; ++channel) {
      request[kChannels].put(kChannelLayoutBits * channel, kChannelLayoutBits, texel_decoder_layout(plan, channel));
      const ChannelPlan& stored = plan.channels[channel];
      if (stored.step == ChannelStep::kDefault || !random.one_in(2)) continue;
      const auto extremes = extremes_of(stored);
      element.put(stored.first_bit, stored.bits, extremes[random.below(extremes.size())].second);
    }
    return request;
  }
  request[kTexel].put(0, 4, random.below(kBlockTexels));
  for (const unsigned at : {0u, 64u}) {
    // End points near each other, and equal ones, which random bits seldom are.
    if (random.one_in(4)) element.put(at + 16, 16, element.get(at, 16));
    if (random.one_in(4)) element.put(at + 8, 8, element.get(at, 8));
    if (random.one_in(8)) element.put(at + 8 * random.below(2), 8, 0x80 + random.below(2));
  }
  return request;
}

PortValues TexelDecoderBlock::result(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                                     const PortValues*) const {
  const FormatFacts& facts = gen9::format_facts(format_of(seed, index));
  const auto bytes = element_of(request);
  PortValue codes{outputs()[0].bits};
  functional::Texel texel;
  if (facts.compressed()) {
    const unsigned place = texel_of(request);
    texel = functional::decode_texel(facts.format, bytes, place % 4, place / 4);
  } else {
    // The request says what missing channels read; the two plans differ in nothing else.
    PlainPlan plan = functional::plan_of(facts, MissingColor::kZero);
    texel = functional::decode_plain_texel(plan, bytes.data());
    for (unsigned channel = 0; channel < 4; ++channel) {
      if (plan.channels[channel].step == ChannelStep::kDefault)
        texel.code[channel] = static_cast<std::uint32_t>(request[kChannels].get(kChannelLayoutBits * channel, 16));
    }
  }
  for (unsigned channel = 0; channel < 4; ++channel) {
    const auto code = static_cast<std::int64_t>(static_cast<std::int32_t>(texel.code[channel]));
    codes.put(kTexelCodeBits * channel, kTexelCodeBits, static_cast<std::uint64_t>(code));
  }
  return {codes};
}

std::string TexelDecoderBlock::explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const {
  const FormatFacts& facts = gen9::format_facts(format_of(seed, index));
  std::string text = fmt::format("    format       {}", facts.name);
  if (facts.compressed()) text += fmt::format(", texel ({}, {})", texel_of(request) % 4, texel_of(request) / 4);
  text += '\n';
  for (const std::string& part : cases_of(facts, request)) text += "    block        " + part + '\n';
  return text;
}

void TexelDecoderBlock::declare(CoverBins& bins) const {
  for (const gen9::SurfaceFormat format : formats_) {
    const FormatFacts& facts = gen9::format_facts(format);
    if (!facts.compressed()) {
      const PlainPlan plan = functional::plan_of(facts, MissingColor::kZero);
      for (unsigned channel = 0; channel < 4; ++channel) {
        if (plan.channels[channel].step == ChannelStep::kDefault) continue;
        for (const auto& [name, code] : extremes_of(plan.channels[channel]))
          bins.declare(bin(facts, fmt::format("{} {}", kChannelNames[channel], name)));
      }
    }
    for (const std::string_view order : kOrders) {
      for (unsigned selector = 0; selector < 4 && has_colors(facts.block_code); ++selector)
        bins.declare(bin(facts, fmt::format("colours, {}, selector {}", order, selector)));
      for (const ValueBlock& block : value_blocks(facts.block_code)) {
        for (unsigned selector = 0; selector < 8; ++selector)
          bins.declare(bin(facts, fmt::format("{}, {}, selector {}", block.channel, order, selector)));
      }
    }
    for (unsigned texel = 0; texel < kBlockTexels && facts.compressed(); ++texel)
      bins.declare(bin(facts, fmt::format("texel {}", texel)));
  }
}

void TexelDecoderBlock::cover(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                              CoverBins& bins) const {
  const FormatFacts& facts = gen9::format_facts(format_of(seed, index));
  if (facts.compressed()) {
    bins.hit(bin(facts, fmt::format("texel {}", texel_of(request))));
    for (const std::string& part : cases_of(facts, request)) bins.hit(bin(facts, part));
    return;
  }
  const PlainPlan plan = functional::plan_of(facts, MissingColor::kZero);
  for (unsigned channel = 0; channel < 4; ++channel) {
    const ChannelPlan& stored = plan.channels[channel];
    if (stored.step == ChannelStep::kDefault) continue;
    for (const auto& [name, code] : extremes_of(stored)) {
      if (request[kElement].get(stored.first_bit, stored.bits) == code)
        bins.hit(bin(facts, fmt::format("{} {}", kChannelNames[channel], name)));
    }
  }
}

}  // namespace texpipe::rtl_cosim
