// Remark that explains a send's message, in the words of Intel's assembler.
#include <array>
#include <string_view>

#include "isa/gen9/eu_text.h"

namespace texpipe::gen9 {

namespace {

using Names = std::array<std::string_view, 32>;

constexpr std::string_view kUnknown = "?";

unsigned bits(std::uint32_t word, unsigned high, unsigned low) {
  return word >> low & ((1u << (high - low + 1)) - 1);
}

std::string_view or_unknown(std::string_view name) {
  return name.empty() ? kUnknown : name;
}

constexpr std::array<std::string_view, 16> kSharedFunctions{
    "null", "",         "sampler", "gateway", "hdc.dc2", "hdc.rc", "hdc.urb", "spawner",
    "vme",  "hdc.dcro", "hdc.dc0", "pi",      "hdc.dc1", "cre",    "",        ""};

constexpr Names kSampler{"sample",
                         "sample+LOD bias",
                         "sample override LOD",
                         "sample compare",
                         "sample gradient",
                         "sample compare+LOD bias",
                         "sample compare+override LOD",
                         "sample load",
                         "sample gather4",
                         "sample override lod",
                         "sample res info",
                         "sample info",
                         "sample+killpix",
                         "",
                         "",
                         "",
                         "sample gather4+compare",
                         "sample gather4+pixel offset",
                         "sample gather4 pixel offset+compare",
                         "",
                         "sample derivatives+compare",
                         "",
                         "sample min",
                         "sample max",
                         "sample with lod forced to 0",
                         "sample compare+with lod forced to 0",
                         "sample load with lod forced to 0",
                         "",
                         "sample ld2 multi-sample wide",
                         "sample load mcs auxiliary data",
                         "sample load multi-sample",
                         "sample multi-sample without mcs"};

std::string_view wide_sampler(unsigned type) {
  switch (type) {
    case 0:
      return "sample unorm";
    case 2:
      return "sample unorm+killpix";
    case 8:
      return "sample deinterlace";
    case 10:
      return "sample unorm+killpix for media";
    case 11:
      return "sample 8x8";
    case 12:
      return "sample unorm for media";
    case 31:
      return "sampler cache flush";
    default:
      return kUnknown;
  }
}

std::string sampler(std::uint32_t descriptor) {
  const unsigned mode = bits(descriptor, 18, 17), type = bits(descriptor, 16, 12);
  const bool high = bits(descriptor, 29, 29) != 0, half = bits(descriptor, 30, 30) != 0;
  constexpr std::array<std::string_view, 4> kModes{"unknown simd mode ", "simd8 ", "simd16 ", "simd32/64 "};
  const bool wide = mode == 3 && !high;
  std::string text{mode == 3 && high ? "" : kModes[mode]};
  if (high && (mode == 1 || mode == 2)) text += "high ";
  if (half) text += "16b ";
  text += wide ? wide_sampler(type) : or_unknown(kSampler[type]);
  return text + " using sampler index " + std::to_string(bits(descriptor, 11, 8));
}

std::string enabled_channels(unsigned disabled) {
  std::string text = " with ";
  for (unsigned i = 0; i < 4; ++i) {
    if ((disabled >> i & 1u) == 0) text += "xyzw"[i];
  }
  return text;
}

/// Coordinates of a typed access, as many as the first part of the message has registers, or pairs of registers.
std::string coordinates(std::uint32_t descriptor, unsigned registers_each = 1) {
  constexpr std::array<std::string_view, 5> kCoordinates{"", "; u", "; u,v", "; u,v,r", "; u,v,r,lod"};
  const unsigned registers = bits(descriptor, 28, 25) / registers_each;
  return std::string{registers < kCoordinates.size() ? kCoordinates[registers] : ""};
}

constexpr std::array<std::string_view, 16> kAtomics{"64b integer compare and swap",
                                                    "logical AND",
                                                    "logical OR",
                                                    "logical XOR",
                                                    "store",
                                                    "integer increment",
                                                    "integer decrement",
                                                    "integer add",
                                                    "integer subtract",
                                                    "commuted integer subtract",
                                                    "signed-integer max",
                                                    "signed-integer min",
                                                    "unsigned-integer max",
                                                    "unsigned-integer min",
                                                    "integer compare and swap",
                                                    "integer pre-decrement (returns pre-decrement value)"};
constexpr std::array<std::string_view, 8> kFloatAtomics{
    "",          "max (32b)",      "min (32b)",     "fp-compare and swap  (32b)",
    "add (32b)", "subtract (32b)", "64b add (64b)", "64b subtract (64b)"};

std::string atomic(unsigned operation) {
  return " " + std::string{kAtomics[operation]};
}

std::string owords(unsigned code) {
  constexpr std::array<std::string_view, 8> kBlocks{" x1", " x1H", " x2", " x4", " x8", " x16", " x0", " x0"};
  return std::string{kBlocks[code]};
}

std::string fence(std::uint32_t descriptor) {
  constexpr unsigned kLocal = 0xfe;
  const unsigned control = bits(descriptor, 13, 8), memory = bits(descriptor, 7, 0);
  std::string text = (control & 0x20u) != 0 ? "synchronized" : "";
  if (memory != 0 && memory != kLocal) return text.empty() ? std::string{kUnknown} : text;
  if (!text.empty()) text += ' ';
  if (memory == kLocal) return text + "SLM fence";
  text += "global fence flushing";
  if ((control & 1u) != 0) text += " L1";
  if ((control & 0x1eu) == 0x1eu) return text + " all L3 data";
  if ((control & 0x1eu) != 0) text += " L3";
  if ((control & 0x10u) != 0) text += " r/w data";
  std::string separator = " ";
  for (const auto& [bit, name] : {std::pair{8u, "constant data"}, {4u, "texture data"}, {2u, "instruction data"}}) {
    if ((control & bit) == 0) continue;
    text += separator + name;
    separator = ", ";
  }
  return text;
}

std::string scattered(std::string_view name, unsigned size) {
  constexpr std::array<std::string_view, 4> kSizes{" 8b", " 16b", " 32b", ""};
  return std::string{name} + std::string{kSizes[size]};
}

std::string dwords(std::string_view name, unsigned code) {
  constexpr std::array<std::string_view, 4> kCounts{"", " x2", " x4", " x8"};
  return std::string{name} + std::string{kCounts[code]};
}

std::string data_cache0(std::uint32_t descriptor) {
  const unsigned control = bits(descriptor, 13, 8);
  if (bits(descriptor, 18, 18) != 0) {
    constexpr std::array<std::string_view, 4> kBlocks{" x1", " x2", " x4", " x8"};
    return std::string{bits(descriptor, 17, 17) != 0 ? "hword scratch block write" : "hword scratch block read"} +
           std::string{kBlocks[control >> 4]};
  }
  switch (bits(descriptor, 17, 14)) {
    case 0:
      return "oword block read" + owords(control & 7u);
    case 1:
      return "oword aligned block read" + owords(control & 7u);
    case 2:
      return "oword dual block read";
    case 3:
      return dwords("dword gathering read", control >> 2 & 3u);
    case 4:
      return scattered("byte gathering read", control >> 2 & 3u);
    case 5:
    case 13:
      return "qword gathering read";
    case 7:
      return fence(descriptor);
    case 8:
      return "oword block write" + owords(control & 7u);
    case 9:
      return "hword aligned block write" + owords(control & 7u);
    case 10:
      return "oword dual block write";
    case 11:
      return dwords("dword scattering write", control >> 2 & 3u);
    case 12:
      return scattered("byte scattering write", control >> 2 & 3u);
    default:
      return std::string{kUnknown};
  }
}

std::string media_block(std::string_view direction, unsigned control) {
  constexpr std::array<std::string_view, 4> kStrides{
      " with vertical line stride ", " with vertical line stride  and skip",
      " with vertical line stride override and offset", " with vertical line stride override,skip, and offset"};
  const unsigned stride = control & 7u;
  return "media block " + std::string{direction} + (stride == 0 ? "" : std::string{kStrides[stride & 3u]});
}

std::string typed_surface(std::string_view name, std::string_view status, std::uint32_t descriptor) {
  const unsigned control = bits(descriptor, 13, 8);
  return std::string{name} + (control >> 4 == 2 ? " (high slot group)" : "") + std::string{status} +
         enabled_channels(control & 15u) + coordinates(descriptor);
}

std::string typed_atomic(std::string_view bits_and_kind, unsigned control) {
  const bool high = (control & 0x10u) != 0;
  return std::string{high ? "typed_sgh atomic " : "typed atomic "} + std::string{bits_and_kind} +
         (high ? " (slot group high)" : "") + atomic(control & 15u);
}

std::string counter_atomic(std::string_view name, std::uint32_t descriptor, unsigned channels) {
  const unsigned control = bits(descriptor, 13, 8);
  return std::string{name} + atomic(control & 15u) +
         coordinates(descriptor, channels > 8 && (control & 0x10u) == 0 ? 2 : 1);
}

std::string a64_scattered(std::string_view direction, unsigned control) {
  const std::string prefix = "a64 ";
  switch (control & 3u) {
    case 1:
      return prefix + "dword " + std::string{direction};
    case 2:
      return prefix + "qword " + std::string{direction};
    default:
      return prefix + scattered("byte " + std::string{direction}, control >> 2 & 3u);
  }
}

std::string a64_block(std::string_view direction, unsigned control) {
  const unsigned kind = control >> 3 & 3u;
  if (kind == 3)
    return "a64 unaligned hword block " + std::string{direction} + " x" + std::to_string(1u << (control & 7u));
  return std::string{kind == 1 ? "a64 aligned oword block " : "a64 unaligned oword block "} + std::string{direction} +
         owords(control & 7u);
}

std::string float_atomic(std::string_view prefix, unsigned control) {
  const std::string_view name = kFloatAtomics[control & 7u];
  if (name.empty()) return std::string{kUnknown};
  return std::string{prefix} + std::string{name} + ((control & 0x20u) != 0 ? " with return" : "");
}

std::string data_cache1(std::uint32_t descriptor, unsigned channels) {
  const unsigned control = bits(descriptor, 13, 8);
  switch (bits(descriptor, 18, 14)) {
    case 1:
      return "untyped surface read" + enabled_channels(control & 15u);
    case 2:
      return "untyped atomic int32" + atomic(control & 15u);
    case 4:
      return media_block("read", control);
    case 5:
      return typed_surface("typed surface read", "", descriptor);
    case 6:
      return typed_atomic("32-bit integer", control);
    case 7:
      return typed_atomic("16-bit integer", control) + coordinates(descriptor);
    case 9:
      return "untyped surface write" + enabled_channels(control & 15u);
    case 10:
      return media_block("write", control);
    case 11:
      return counter_atomic("typed atomic 32-bit counter", descriptor, channels);
    case 12:
      return counter_atomic("typed atomic 16-bit counter", descriptor, channels);
    case 13:
      return typed_surface("typed surface write", "", descriptor);
    case 14:
      return typed_surface("typed surface read", " returning status", descriptor);
    case 16:
      return a64_scattered("gathering read", control);
    case 17:
      return "a64 untyped surface read" + enabled_channels(control & 15u);
    case 18:
      return std::string{(control & 0x10u) != 0 ? "untyped a64 atomic int64" : "untyped a64 atomic int32"} +
             atomic(control & 15u);
    case 20:
      return a64_block("read", control);
    case 21:
      return a64_block("write", control);
    case 25:
      return "a64 untyped surface write" + enabled_channels(control & 15u);
    case 26:
      return a64_scattered("scattering write", control);
    case 27:
      return float_atomic("float atomic ", control);
    case 29:
      return float_atomic("a64 float atomic ", control);
    default:
      return std::string{kUnknown};
  }
}

std::string read_only_cache(std::uint32_t descriptor) {
  switch (bits(descriptor, 18, 14)) {
    case 0:
      return "constant oword block read" + owords(bits(descriptor, 10, 8));
    case 1:
      return "constant aligned oword block read" + owords(bits(descriptor, 10, 8));
    case 3:
      return "constant dword gathering read";
    case 9:
      return "untyped surface uncompressed write";
    case 12:
      return "typed surface CCS update message";
    case 13:
      return "typed surface uncompressed write";
    case 23:
      return "A64 page CCS update operation";
    case 24:
      return "A64 untyped surface CCS operation";
    case 25:
      return "A64 untyped surface uncompressed write";
    default:
      return std::string{kUnknown};
  }
}

std::string render_cache(std::uint32_t descriptor) {
  std::string text = bits(descriptor, 30, 30) != 0 ? "half-precision " : "full-precision ";
  const unsigned type = bits(descriptor, 17, 14), kind = bits(descriptor, 10, 8);
  constexpr std::array<std::string_view, 8> kWrites{
      " SIMD16", " replicated SIMD16",  " of low SIMD8",       " of high SIMD8",
      " SIMD8",  "unknown write subop", "unknown write subop", "unknown write subop"};
  if (type == 12) {
    text += "render target write" + std::string{kWrites[kind]};
    if (bits(descriptor, 18, 18) != 0) text += " with Per-Coarse Pixel PS outputs enable";
  } else if (type == 13) {
    text += "render target read" + std::string{kind == 0 ? " SIMD16" : kind == 1 ? " SIMD8" : "unknown read subop"};
  } else {
    text += "unknown render target op";
  }
  if (bits(descriptor, 13, 13) != 0) text += " with Per-Sample Pixel PS outputs enable";
  if (type == 12 && bits(descriptor, 12, 12) != 0) text += "; last render target";
  if (bits(descriptor, 11, 11) != 0) text += " slot group high";
  return text + " to surface " + std::to_string(bits(descriptor, 7, 0));
}

std::string gateway(std::uint32_t descriptor) {
  constexpr std::array<std::string_view, 8> kNames{
      "end of thread", "signal event", "monitor event", "unmonitor event", "signal barrier", "", "wait for event", ""};
  return std::string{or_unknown(kNames[bits(descriptor, 2, 0)])};
}

std::string thread_spawner(std::uint32_t descriptor) {
  return std::string{bits(descriptor, 2, 0) == 0 ? "end of thread" : kUnknown};
}

std::string urb(std::uint32_t descriptor) {
  const bool masked = bits(descriptor, 15, 15) != 0, per_slot = bits(descriptor, 17, 17) != 0;
  std::string text;
  switch (bits(descriptor, 3, 0)) {
    case 7:
      text = masked ? "urb dword masked write" : "urb dword write";
      break;
    case 8:
      text = "urb dword read";
      break;
    case 9:
      return "urb fence";
    default:
      return std::string{kUnknown};
  }
  return per_slot ? text + " with per-slot offset enabled" : text;
}

std::string message_text(SharedFunction function, std::uint32_t descriptor, unsigned channels) {
  switch (function) {
    case SharedFunction::kSampler:
      return sampler(descriptor);
    case SharedFunction::kGateway:
      return gateway(descriptor);
    case SharedFunction::kThreadSpawner:
      return thread_spawner(descriptor);
    case SharedFunction::kRenderCache:
      return render_cache(descriptor);
    case SharedFunction::kUrb:
      return urb(descriptor);
    case SharedFunction::kReadOnlyDataPort:
      return read_only_cache(descriptor);
    case SharedFunction::kDataPort0:
      return data_cache0(descriptor);
    case SharedFunction::kDataPort1:
      return data_cache1(descriptor, channels);
    default:
      return std::string{kUnknown};
  }
}

}  // namespace

std::string message_remark(const EuInstruction& send) {
  const EuMessage& message = send.message;
  const bool split = send.shape().form == EuForm::kSplitSend;
  const bool in_register = split ? message.descriptor_in_register : send.source1.file == RegFile::kArf;
  const std::uint32_t descriptor = message.descriptor;
  std::string text = "wr:";
  text += in_register ? "a0.0[28:25]" : std::to_string(bits(descriptor, 28, 25));
  if (!in_register && bits(descriptor, 19, 19) != 0) text += "h";
  const std::string extended_register = "a0." + std::to_string(message.extended_subregister);
  const bool one_part = split && send.source1.file == RegFile::kArf;
  text += "+" + (message.extended_in_register && !one_part ? extended_register + "[10:6]"
                                                           : std::to_string(message.extended_length));
  text += ", rd:" + (in_register ? "a0.0[24:20]" : std::to_string(bits(descriptor, 24, 20)));
  if (message.extended_in_register) {
    text += "; sfid " + extended_register + "[3:0]";
    return in_register ? text : text + "; " + std::string{kUnknown};
  }
  text += "; " + std::string{or_unknown(kSharedFunctions[static_cast<unsigned>(send.shared_function)])};
  return in_register ? text : text + "; " + message_text(send.shared_function, descriptor, send.channels());
}

}  // namespace texpipe::gen9
