#include "functional/frame/pixel_bench.h"

#include <bit>
#include <span>

#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_encoder.h"
#include "functional/formats/texel_value.h"
#include "functional/message/pixel_writes.h"
#include "isa/gen9/commands/base_commands.h"
#include "isa/gen9/render_target_message.h"
#include "support/allocations.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kHeapBytes = 0x10000;
constexpr unsigned kLongestCommand = 48;
constexpr std::uint32_t kBindingTableAt = 0, kSurfaceStatesAt = 0x1000;

SurfaceGeometry plain_geometry(Tiling tiling, unsigned bytes, unsigned sample_bits) {
  SurfaceGeometry g;
  g.array = true;
  g.element = {.bytes = static_cast<std::uint8_t>(bytes), .decoded_texel_bytes = static_cast<std::uint8_t>(bytes)};
  g.tiling = tiling;
  g.width = g.height = PixelBench::kSize;
  g.row_pitch = tiling == Tiling::kW ? 128 : 256;
  g.slice_pitch = 64;
  g.sample_bits = static_cast<std::uint8_t>(sample_bits);
  g.sample_storage = SampleStorage::kInterleaved;
  return g;
}

}  // namespace

PixelBench::PixelBench() {
  dynamic_ = memory.allocate("dynamic", ByteSize{kHeapBytes});
  surfaces_ = memory.allocate("surfaces", ByteSize{kHeapBytes});
  instructions_ = memory.allocate("instructions", ByteSize{kHeapBytes});
  set(command::kStateBaseAddress["Dynamic State Base Address"], dynamic_.value());
  set(command::kStateBaseAddress["Dynamic State Base Address Modify Enable"], 1);
  set(command::kStateBaseAddress["Surface State Base Address"], surfaces_.value());
  set(command::kStateBaseAddress["Surface State Base Address Modify Enable"], 1);
  set(command::kStateBaseAddress["Instruction Base Address"], instructions_.value());
  set(command::kStateBaseAddress["Instruction Base Address Modify Enable"], 1);
  set(command::kClip["Clip Enable"], 1);
  set(command::kClip["API Mode"], 1);
  set(command::kRaster["Cull Mode"], 1);
  set(command::kRaster["Viewport Z Near Clip Test Enable"], 1);
  set(command::kRaster["Viewport Z Far Clip Test Enable"], 1);
  set(command::kRaster["DX Multisample Rasterization Enable"], 1);
  set(command::kSf["Viewport Transform Enable"], 1);
  set(command::kSf["Point Width Source"], 1);
  set(command::kSf["Point Width"], 1 << 3);
  set(command::kWm["Statistics Enable"], 1);
  set(command::kPs["Vector Mask Enable"], 1);
  set(command::kViewportStatePointersSfClip["SF Clip Viewport Pointer"], kViewportAt);
  set(command::kViewportStatePointersCc["CC Viewport Pointer"], kDepthViewportAt);
  set(command::kScissorStatePointers["Scissor Rect Pointer"], kScissorAt);
  set(command::kBlendStatePointers["Blend State Pointer"], kBlendAt);
  set(command::kBlendStatePointers["Blend State Pointer Valid"], 1);
  set(command::kCcStatePointers["Color Calc State Pointer"], kColorCalcAt);
  set(command::kCcStatePointers["Color Calc State Pointer Valid"], 1);
  constexpr float kHalf = kSize / 2.0f;
  set_real_at(kViewportAt, command::kSfClipViewport["Viewport Matrix Element m00"], kHalf);
  set_real_at(kViewportAt, command::kSfClipViewport["Viewport Matrix Element m11"], kHalf);
  set_real_at(kViewportAt, command::kSfClipViewport["Viewport Matrix Element m22"], 1);
  set_real_at(kViewportAt, command::kSfClipViewport["Viewport Matrix Element m30"], kHalf);
  set_real_at(kViewportAt, command::kSfClipViewport["Viewport Matrix Element m31"], kHalf);
  set_real_at(kViewportAt, command::kSfClipViewport["X Max ViewPort"], kSize - 1);
  set_real_at(kViewportAt, command::kSfClipViewport["Y Max ViewPort"], kSize - 1);
  set_real_at(kDepthViewportAt, command::kCcViewport["Maximum Depth"], 1);
  target(gen9::SurfaceFormat::kR8G8B8A8Unorm);
}

void PixelBench::set(gen9::FieldBits field, std::uint64_t value, unsigned n) {
  std::vector<std::uint32_t>& words = words_[field.command];
  words.resize(kLongestCommand);
  gen9::write_field(words, field, value, n);
  state.take(field.command, words);
}

void PixelBench::set_real(gen9::FieldBits field, float value) {
  set(field, std::bit_cast<std::uint32_t>(value));
}

void PixelBench::set_at(std::uint32_t offset, gen9::FieldBits field, std::uint64_t value) {
  std::array<std::uint32_t, 16> words;
  const ByteAddress address{dynamic_.value() + offset};
  memory.read(address, std::as_writable_bytes(std::span{words}));
  gen9::write_field(words, field, value);
  memory.write(address, std::as_bytes(std::span{words}));
}

void PixelBench::set_real_at(std::uint32_t offset, gen9::FieldBits field, float value) {
  set_at(offset, field, std::bit_cast<std::uint32_t>(value));
}

void PixelBench::target(gen9::SurfaceFormat format, unsigned sample_bits, Tiling tiling, unsigned index) {
  const SurfaceImage image{
      .format = format, .width = kSize, .height = kSize, .sample_bits = static_cast<std::uint8_t>(sample_bits)};
  targets_[index] = build_surface(memory, "target", image, {}, {.tiling = tiling, .array = true});
  const std::uint32_t at = kSurfaceStatesAt + 64 * index;
  memory.write_u32(ByteAddress{surfaces_.value() + kBindingTableAt + 4 * index}, at);
  const auto words = targets_[index].encode();
  memory.write(ByteAddress{surfaces_.value() + at}, std::as_bytes(std::span{words}));
  set(command::kMultisample["Number of Multisamples"], sample_bits);
}

void PixelBench::swap_red_and_blue() {
  targets_[0].channel_red = gen9::ShaderChannelSelect::kBlue;
  targets_[0].channel_blue = gen9::ShaderChannelSelect::kRed;
  rewrite_target();
}

void PixelBench::compress_target() {
  targets_[0].aux_mode = gen9::AuxSurfaceMode::kCcsE;
  targets_[0].aux_base_address = memory.allocate("compression", ByteSize{kHeapBytes});
  rewrite_target();
}

void PixelBench::rewrite_target() {
  const auto words = targets_[0].encode();
  memory.write(ByteAddress{surfaces_.value() + kSurfaceStatesAt}, std::as_bytes(std::span{words}));
}

void PixelBench::null_target() {
  targets_[0] = {};
  targets_[0].width = targets_[0].height = kSize;
  const auto words = targets_[0].encode();
  memory.write(ByteAddress{surfaces_.value() + kSurfaceStatesAt}, std::as_bytes(std::span{words}));
}

void PixelBench::depth_buffer(std::uint64_t format, unsigned sample_bits) {
  depth_bytes_ = format == 5 ? 2 : 4;
  SurfaceGeometry g = plain_geometry(Tiling::kY, depth_bytes_, sample_bits);
  g.horizontal_alignment = format == 5 ? 8 : 4;
  g.base = memory.allocate("depth", ByteSize{kHeapBytes});
  depth_.emplace(g);
  set(command::kDepthBuffer["Surface Type"], 1);
  set(command::kDepthBuffer["Surface Format"], format);
  set(command::kDepthBuffer["Surface Base Address"], g.base.value());
  set(command::kDepthBuffer["Surface Pitch"], g.row_pitch - 1);
  set(command::kDepthBuffer["Surface QPitch"], g.slice_pitch / 4);
  set(command::kDepthBuffer["Width"], kSize - 1);
  set(command::kDepthBuffer["Height"], kSize - 1);
  set(command::kDepthBuffer["Depth Write Enable"], 1);
  set(command::kDepthBuffer["Stencil Write Enable"], 1);
}

void PixelBench::stencil_buffer() {
  SurfaceGeometry g = plain_geometry(Tiling::kW, 1, 0);
  g.horizontal_alignment = g.vertical_alignment = 8;
  g.base = memory.allocate("stencil", ByteSize{kHeapBytes});
  stencil_.emplace(g);
  set(command::kDepthBuffer["Width"], kSize - 1);
  set(command::kDepthBuffer["Height"], kSize - 1);
  set(command::kDepthBuffer["Stencil Write Enable"], 1);
  if (!depth_) set(command::kDepthBuffer["Surface Type"], 7);
  set(command::kStencilBuffer["Stencil Buffer Enable"], 1);
  set(command::kStencilBuffer["Surface Base Address"], g.base.value());
  set(command::kStencilBuffer["Surface Pitch"], g.row_pitch - 1);
  set(command::kStencilBuffer["Surface QPitch"], g.slice_pitch / 4);
}

BuiltSend PixelBench::target_write(gen9::RenderTargetKind kind, GrfRange payload, bool end) {
  gen9::RenderTargetMessage message;
  message.kind = kind;
  message.last_render_target = end;
  message.message_length = payload.count;
  BuiltSend send = send_of(message);
  send.source0 = payload;
  send.end_of_thread = end;
  return send;
}

void PixelBench::shader(unsigned lanes, const std::array<std::uint32_t, 4>& color) {
  const unsigned width = lanes == 32 ? 16 : lanes;
  EuBuilder builder{width, 100};
  // r112 on is where a message that ends a thread has its payload; the builder keeps these registers free.
  const GrfRange payload{112, static_cast<std::uint8_t>(4 * width / 8)};
  for (unsigned c = 0; c < 4; ++c)
    builder.into({static_cast<std::uint8_t>(payload.first + c * width / 8), static_cast<std::uint8_t>(width / 8)},
                 eu::kMove, width, constant_bits(color[c]));
  const auto kind = width == 8 ? gen9::RenderTargetKind::kSimd8 : gen9::RenderTargetKind::kSimd16;
  builder.send(target_write(kind, payload, true), width);
  shader(lanes, builder.finish(nullptr));
}

void PixelBench::shader_of_registers(unsigned lanes, std::array<std::uint8_t, 4> registers) {
  EuBuilder builder{lanes, 100};
  const auto each = static_cast<std::uint8_t>(lanes / 8);
  const GrfRange payload{112, static_cast<std::uint8_t>(4 * each)};
  for (unsigned c = 0; c < 4; ++c)
    builder.into({static_cast<std::uint8_t>(payload.first + c * each), each}, eu::kMove, lanes,
                 functional::lanes(registers[c]));
  const auto kind = lanes == 8 ? gen9::RenderTargetKind::kSimd8 : gen9::RenderTargetKind::kSimd16;
  builder.send(target_write(kind, payload, true), lanes);
  shader(lanes, builder.finish(nullptr));
}

void PixelBench::interpolating_shader(unsigned lanes) {
  // b1 and b2 of eight lanes stand in two registers, those of the next eight behind them: eight at a time.
  constexpr unsigned kEight = 8;
  EuBuilder builder{kEight, 60};
  const auto each = static_cast<std::uint8_t>(lanes / 8);
  const GrfRange payload{112, static_cast<std::uint8_t>(4 * each)};
  for (std::uint8_t c = 0; c < 4; ++c) {
    const auto plane = static_cast<std::uint8_t>(40 + c / 2);
    const auto word = static_cast<std::uint8_t>(c % 2 * 4);
    for (std::uint8_t half = 0; half < each; ++half) {
      const EuInput b1 = functional::lanes(static_cast<std::uint8_t>(2 + 2 * half));
      const EuInput b2 = functional::lanes(static_cast<std::uint8_t>(3 + 2 * half));
      const EuInput sum = builder.multiply_add(
          b1, scalar(plane, word), builder.multiply_add(b2, scalar(plane, word + 1), scalar(plane, word + 3)));
      builder.into({static_cast<std::uint8_t>(payload.first + c * each + half), 1}, eu::kMove, kEight, sum);
    }
  }
  const auto kind = lanes == 8 ? gen9::RenderTargetKind::kSimd8 : gen9::RenderTargetKind::kSimd16;
  builder.send(target_write(kind, payload, true), lanes);
  set(command::kWm["Barycentric Interpolation Mode"], 1);
  set(command::kSbe["Number of SF Output Attributes"], 1);
  set(command::kSbe["Vertex URB Entry Read Offset"], 2);
  set(command::kSbe["Attribute Active Component Format"], 3);
  shader(lanes, builder.finish(nullptr));
}

void PixelBench::shader(unsigned lanes, const BuiltProgram& program) {
  constexpr std::uint32_t kProgramBytes = 0x800;
  const std::uint32_t at = kProgramBytes * next_kernel_++;
  memory.write(ByteAddress{instructions_.value() + at}, std::as_bytes(std::span{program.bytes()}));
  set(command::kPs["8 Pixel Dispatch Enable"], lanes == 8);
  set(command::kPs["16 Pixel Dispatch Enable"], lanes == 16);
  set(command::kPs["32 Pixel Dispatch Enable"], lanes == 32);
  set(command::kPs["Kernel Start Pointer 0"], at);
  set(command::kPsExtra["Pixel Shader Valid"], 1);
  if (state.value(command::kPs["Dispatch GRF Start Register For Constant/Setup Data 0"]) == 0)
    set(command::kPs["Dispatch GRF Start Register For Constant/Setup Data 0"], 40);
}

AssembledPrimitives PixelBench::assemble(Urb& urb, PrimitiveKind kind, const std::vector<BenchVertex>& vertices,
                                         std::uint8_t provoking) const {
  const std::size_t per = kind == PrimitiveKind::kPoint ? 1 : kind == PrimitiveKind::kLine ? 2 : 3;
  AssembledPrimitives list{.kind = kind, .back_facing = back_facing, .topology = topology, .urb = &urb};
  const std::uint32_t first = urb.allocate(static_cast<std::uint32_t>(vertices.size()), 8);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const auto entry = urb.entry(first + static_cast<std::uint32_t>(i));
    const auto put = [&](std::size_t slot, const auto& values) {
      for (std::size_t c = 0; c < 4; ++c) entry[slot][c] = std::bit_cast<std::uint32_t>(values[c]);
    };
    put(kVertexHeaderSlot, vertices[i].header);
    put(kVertexPositionSlot, vertices[i].position);
    for (std::size_t d = 0; d < 8; ++d)
      entry[kVertexDistanceSlot + d / 4][d % 4] = std::bit_cast<std::uint32_t>(vertices[i].distances[d]);
    for (std::size_t o = 0; o < vertices[i].outputs.size(); ++o) put(kVertexOutputSlot + o, vertices[i].outputs[o]);
  }
  for (std::size_t i = 0; i + per <= vertices.size(); i += per) {
    AssembledPrimitive primitive{
        .provoking = provoking, .continues = continues && i != 0, .id = static_cast<std::uint32_t>(i / per)};
    for (std::size_t v = 0; v < per; ++v) primitive.vertices[v] = first + static_cast<std::uint32_t>(i + v);
    list.primitives.push_back(primitive);
  }
  return list;
}

void PixelBench::draw(PrimitiveKind kind, const std::vector<BenchVertex>& vertices, std::uint8_t provoking) {
  Urb urb;
  const AssembledPrimitives list = assemble(urb, kind, vertices, provoking);
  PixelPipeline pixels{state, memory, programs, statistics, nullptr, work, order};
  pixels.take(list);
  run(pixels);
}

std::size_t PixelBench::draw_twice(PrimitiveKind kind, const std::vector<BenchVertex>& vertices) {
  Urb urb;
  const AssembledPrimitives list = assemble(urb, kind, vertices, 0);
  PixelPipeline pixels{state, memory, programs, statistics};
  pixels.take(list);
  run(pixels);
  const std::size_t before = test::allocations();
  pixels.take(list);
  run(pixels);
  return test::allocations() - before;
}

void PixelBench::run(PixelPipeline& pixels) {
  threads = 0;
  writes.clear();
  while (const ThreadSource* source = pixels.next_threads()) {
    // From the last to the first: no thread depends on another.
    for (unsigned group = source->groups(); group-- > 0;) {
      registers_ = {};
      source->start(group, 0, registers_, program_);
      ++threads;
      while (program_->peek() != nullptr) {
        if (!program_->issue(registers_, send_)) continue;
        write_response(registers_, send_.destination, executor_.execute(memory, send_.message));
        if (work == nullptr || send_.message.context->pixels == nullptr) continue;
        writes.emplace_back();
        send_.message.context->pixels->last_work(send_.message, writes.back());
      }
    }
  }
}

void PixelBench::draw_all(float z) {
  draw_triangle({{{-1, -1, z, 1}}, {{3, -1, z, 1}}, {{-1, 3, z, 1}}});
}

std::array<std::uint32_t, 4> PixelBench::texel(unsigned x, unsigned y, unsigned sample, unsigned index) const {
  const SurfaceLayout layout{surface_geometry(targets_[index])};
  std::array<std::byte, 16> element{};
  memory.read(layout.element_address(0, {x, y, 0, sample}), element);
  const ElementDecoder decoder{targets_[index].format};
  return texel_to_rgba(decoder.coding(), decoder.texel(element.data(), 0, 0));
}

Color PixelBench::color(unsigned x, unsigned y, unsigned sample) const {
  return std::bit_cast<Color>(texel(x, y, sample));
}

std::uint32_t PixelBench::depth_code(unsigned x, unsigned y, unsigned sample) const {
  std::uint32_t code = 0;
  memory.read(depth_->element_address(0, {x, y, 0, sample}),
              std::as_writable_bytes(std::span{&code, 1}).first(depth_bytes_));
  return code;
}

std::uint8_t PixelBench::stencil(unsigned x, unsigned y) const {
  std::byte value{};
  memory.read(stencil_->element_address(0, {x, y, 0, 0}), std::span{&value, 1});
  return static_cast<std::uint8_t>(value);
}

void PixelBench::fill_depth(std::uint32_t code) {
  const unsigned samples = 1u << depth_->geometry().sample_bits;
  for (unsigned i = 0; i < kSize * kSize * samples; ++i)
    memory.write(depth_->element_address(0, {i % kSize, i / kSize % kSize, 0, i / (kSize * kSize)}),
                 std::as_bytes(std::span{&code, 1}).first(depth_bytes_));
}

void PixelBench::fill_stencil(std::uint8_t value) {
  for (unsigned i = 0; i < kSize * kSize; ++i)
    memory.write(stencil_->element_address(0, {i % kSize, i / kSize, 0, 0}), std::as_bytes(std::span{&value, 1}));
}

void PixelBench::fill_target(const std::array<std::uint32_t, 4>& rgba) {
  const SurfaceLayout layout{surface_geometry(targets_[0])};
  std::array<std::byte, 16> element{};
  encode_texel(targets_[0].format, rgba, element.data());
  for (unsigned i = 0; i < kSize * kSize * targets_[0].samples(); ++i)
    memory.write(layout.element_address(0, {i % kSize, i / kSize % kSize, 0, i / (kSize * kSize)}),
                 std::span{element}.first(gen9::format_facts(targets_[0].format).element_bytes()));
}

unsigned PixelBench::covered() const {
  unsigned count = 0;
  for (unsigned i = 0; i < kSize * kSize; ++i) count += texel(i % kSize, i / kSize)[0] != 0 ? 1 : 0;
  return count;
}

}  // namespace texpipe::functional
