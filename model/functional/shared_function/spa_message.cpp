#include "functional/shared_function/spa_message.h"

#include <bit>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

constexpr std::uint8_t kSamplerFunction = 0x2;
constexpr std::uint8_t kPixelInterpolatorFunction = 0xB;
constexpr std::uint32_t kWholeRegister = 0xFFFF'FFFF;

void append(std::vector<Grf>& registers, const LaneVector& lanes) {
  for (unsigned part = 0; part < kRegistersPerLaneVector; ++part) {
    Grf grf{};
    for (unsigned i = 0; i < grf.size(); ++i) grf[i] = lanes[part * 8 + i];
    registers.push_back(grf);
  }
}

LaneVector lanes_at(const Message& message, std::size_t first) {
  LaneVector lanes{};
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) lanes[lane] = message.payload[first + lane / 8][lane % 8];
  return lanes;
}

/// Appends a lane vector of results; only the bytes of lanes that take part are written.
void append_result(MessageResponse& response, const LaneVector& values, std::uint32_t lanes) {
  append(response.registers, values);
  for (unsigned part = 0; part < kRegistersPerLaneVector; ++part) {
    std::uint32_t enables = 0;
    for (unsigned i = 0; i < 8; ++i) {
      if (lanes >> (part * 8 + i) & 1) enables |= 0xFu << (4 * i);
    }
    response.byte_enables.push_back(enables);
  }
}

Message spa_message(std::uint8_t shared_function, std::uint32_t lanes, std::size_t response_registers) {
  Message message;
  message.shared_function = shared_function;
  message.extended_descriptor = shared_function;
  message.execution_mask = lanes;
  message.variant = OperationVariant::kSpa;
  message.descriptor = static_cast<std::uint32_t>(response_registers) << 20;
  return message;
}

void finish(Message& message) {
  message.descriptor |= static_cast<std::uint32_t>(message.payload.size()) << 25;
}

void require_payload(const Message& message, std::size_t registers, const char* operation) {
  if (message.payload.size() >= registers) return;
  throw Error{ExitCode::kMalformedInput, std::string{operation} + " message has " +
                                             std::to_string(message.payload.size()) + " payload registers; expected " +
                                             std::to_string(registers)};
}

}  // namespace

unsigned txq_response_registers(std::uint8_t write_mask) {
  return static_cast<unsigned>(std::popcount(static_cast<unsigned>(write_mask & 0xF))) * kRegistersPerLaneVector;
}

Message txq_message(const TexturePools& pools, spa::TextureQuery query, std::uint8_t write_mask,
                    const LaneVector& pointers, const LaneVector& parameters, std::uint32_t lanes) {
  Message message = spa_message(kSamplerFunction, lanes, txq_response_registers(write_mask));
  const std::uint64_t headers = pools.headers.value();
  message.payload.push_back({static_cast<std::uint32_t>(query), write_mask, pools.maximum_header, pools.maximum_sampler,
                             pools.via_header_binding ? 1u : 0u, 0, static_cast<std::uint32_t>(headers),
                             static_cast<std::uint32_t>(headers >> 32)});
  append(message.payload, pointers);
  append(message.payload, parameters);
  finish(message);
  return message;
}

MessageResponse execute_txq_message(const GpuMemory& memory, const Message& message) {
  require_payload(message, 1 + 2 * kRegistersPerLaneVector, "TXQ");
  const Grf& head = message.payload[0];
  const auto query = static_cast<spa::TextureQuery>(head[0]);
  const TexturePools pools{ByteAddress{std::uint64_t{head[7]} << 32 | head[6]}, head[2], head[3], head[4] != 0};
  const LaneVector pointers = lanes_at(message, 1);
  const LaneVector parameters = lanes_at(message, 1 + kRegistersPerLaneVector);

  std::array<LaneVector, 4> rgba{};
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    if ((message.execution_mask >> lane & 1) == 0) continue;
    const auto result =
        query_texture(find_texture(memory, pools, spa::texture_pointer(pointers[lane])), query, parameters[lane]);
    for (unsigned component = 0; component < 4; ++component) rgba[component][lane] = result[component];
  }
  MessageResponse response;
  for (unsigned component = 0; component < 4; ++component) {
    if (head[1] >> component & 1) append_result(response, rgba[component], message.execution_mask);
  }
  return response;
}

Message pixld_message(spa::PixelMode mode, const std::array<std::uint32_t, kQuadsPerWarp>& slots,
                      const LaneVector& samples, std::uint32_t lanes) {
  Message message = spa_message(kPixelInterpolatorFunction, lanes, kPixldResponseRegisters);
  message.payload.push_back({static_cast<std::uint32_t>(mode)});
  message.payload.push_back(slots);
  append(message.payload, samples);
  finish(message);
  return message;
}

PixldMessage decode_pixld_message(const Message& message) {
  require_payload(message, 2 + kRegistersPerLaneVector, "PIXLD");
  return {.query = static_cast<PixelQuery>(message.payload[0][0]),
          .switches = message.context != nullptr ? message.context->queries.pixld : PixelQuerySwitches{},
          .slots = message.payload[1],
          .samples = lanes_at(message, 2),
          .lanes = message.execution_mask};
}

MessageResponse pixld_response(std::uint32_t lanes, const PixldResults& results) {
  LaneVector values{};
  Grf predicate{};
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    values[lane] = results[lane].value;
    if (results[lane].predicate) predicate[1] |= 1u << lane;
    if (results[lane].predicate.value_or(false)) predicate[0] |= 1u << lane;
    if (results[lane].warning) predicate[2] |= 1u << lane;
  }
  MessageResponse response;
  append_result(response, values, lanes);
  response.registers.push_back(predicate);
  response.byte_enables.push_back(kWholeRegister);
  return response;
}

MessageResponse execute_pixld_message(const CoverageStore& store, const Message& message) {
  const PixldMessage query = decode_pixld_message(message);
  PixldResults results;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    if ((query.lanes >> lane & 1) == 0) continue;
    const SubspanInFlight* subspan = store.find(query.slots[lane / 4]);
    const PixelCoverage pixel = subspan != nullptr ? subspan->pixels[lane % 4] : PixelCoverage{};
    results[lane] = query_pixel(pixel, query.query, static_cast<std::int32_t>(query.samples[lane]), query.switches);
  }
  return pixld_response(query.lanes, results);
}

}  // namespace texpipe::functional
