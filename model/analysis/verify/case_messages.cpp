#include "analysis/verify/case_messages.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

#include "analysis/verify/compare_reference.h"
#include "functional/coordinates/cube.h"
#include "functional/formats/element_decoder.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

using functional::SurfaceType;
using gen9::SamplerMessageType;
using gen9::SamplerParameter;

constexpr unsigned kMaxMessageRegisters = 11;
constexpr unsigned kResultChannels = 4;

// The values of one row by parameter, floats or integers.
using RowValues = std::array<float, 32>;

float& at(RowValues& values, SamplerParameter parameter) {
  return values.at(static_cast<std::size_t>(parameter));
}

// Parameter that carries the array index (R16).
SamplerParameter index_parameter(SurfaceType type) {
  if (type == SurfaceType::k1D) return SamplerParameter::kV;
  return type == SurfaceType::kCube ? SamplerParameter::kAi : SamplerParameter::kR;
}

// Divides a direction by its largest component, and its gradients with it; what cannot be divided stays.
void normalise_direction(RowValues& values) {
  using P = SamplerParameter;
  const float largest =
      std::max({std::fabs(at(values, P::kU)), std::fabs(at(values, P::kV)), std::fabs(at(values, P::kR))});
  if (!(largest > 0) || std::isinf(largest)) return;
  for (const P parameter : {P::kU, P::kV, P::kR, P::kDudx, P::kDvdx, P::kDrdx, P::kDudy, P::kDvdy, P::kDrdy}) {
    at(values, parameter) /= largest;
  }
}

// A direction and its gradients in the axes of its face, in [-1, 1]; r becomes the face (R28).
void project_gradients(RowValues& values) {
  using P = SamplerParameter;
  const float x = at(values, P::kU);
  const float y = at(values, P::kV);
  const float z = at(values, P::kR);
  const unsigned face = functional::cube_face(x, y, z);
  const auto direction = functional::to_face<double>(face, x, y, z);
  const auto derivative = [&](P u, P v, P r) {
    return functional::face_derivative(direction,
                                       functional::to_face<double>(face, at(values, u), at(values, v), at(values, r)));
  };
  const auto dx = derivative(P::kDudx, P::kDvdx, P::kDrdx);
  const auto dy = derivative(P::kDudy, P::kDvdy, P::kDrdy);
  at(values, P::kU) = static_cast<float>(direction.s / direction.major);
  at(values, P::kV) = static_cast<float>(direction.t / direction.major);
  at(values, P::kR) = static_cast<float>(face);
  at(values, P::kDudx) = static_cast<float>(2 * dx.s);
  at(values, P::kDvdx) = static_cast<float>(2 * dx.t);
  at(values, P::kDudy) = static_cast<float>(2 * dy.s);
  at(values, P::kDvdy) = static_cast<float>(2 * dy.t);
  at(values, P::kDrdx) = at(values, P::kDrdy) = 0;
}

RowValues row_values(const GoldenCase& golden, const functional::TexelCoding& coding,
                     const functional::QueryOptions& queries, const CaseRows& rows, std::size_t row) {
  using P = SamplerParameter;
  struct Column {
    std::string_view name;
    P parameter;
  };
  constexpr Column kColumns[] = {{"u", P::kU},       {"v", P::kV},       {"r", P::kR},       {"lod", P::kLod},
                                 {"ref", P::kRef},   {"dudx", P::kDudx}, {"dvdx", P::kDvdx}, {"drdx", P::kDrdx},
                                 {"dudy", P::kDudy}, {"dvdy", P::kDvdy}, {"drdy", P::kDrdy}};
  RowValues values{};
  for (const Column& column : kColumns) at(values, column.parameter) = rows.value(row, column.name);
  const SurfaceType type = golden.surface.image.type;
  if (type == SurfaceType::kCube) {
    if (gen9::sampler_message_facts(golden.operation).lod == gen9::LodSource::kGradients && !queries.cube_direction) {
      project_gradients(values);
    } else {
      normalise_direction(values);
    }
  }
  if (golden.sampler && golden.sampler->compare)
    at(values, P::kRef) = compare_reference(*golden.sampler->compare, at(values, P::kRef), coding);
  if (golden.surface.array) at(values, index_parameter(type)) = rows.value(row, "ai");
  return values;
}

// Coordinates of ld and levels of resinfo are whole numbers.
std::uint32_t parameter_bits(SamplerMessageType type, SamplerParameter parameter, float value) {
  if (gen9::parameter_type(type, parameter) == gen9::SamplerParameterType::kFloat)
    return std::bit_cast<std::uint32_t>(value);
  if (!(value == value)) return 0;
  const double limited = std::clamp(static_cast<double>(value), -2147483648.0, 4294967295.0);
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(limited));
}

// Number of parameters to send: up to the last one that the surface type uses.
std::size_t used_parameters(const GoldenCase& golden, const functional::QueryOptions& queries,
                            std::span<const SamplerParameter> parameters) {
  using P = SamplerParameter;
  const SurfaceType type = golden.surface.image.type;
  const auto used = [&](P parameter) {
    switch (parameter) {
      case P::kMlod:
        return false;
      case P::kAi:
        return golden.surface.array && type == SurfaceType::kCube;
      case P::kV:
        return type != SurfaceType::k1D || golden.surface.array;
      case P::kR:
        return type == SurfaceType::k3D || type == SurfaceType::kCube ||
               (golden.surface.array && type == SurfaceType::k2D);
      case P::kDvdx:
      case P::kDvdy:
        return type != SurfaceType::k1D;
      case P::kDrdx:
      case P::kDrdy:
        return type == SurfaceType::k3D || (type == SurfaceType::kCube && queries.cube_direction);
      default:
        return true;
    }
  };
  std::size_t count = parameters.size();
  while (count > 0 && !used(parameters[count - 1])) --count;
  return count;
}

gen9::SamplerHeader header_of(const GoldenCase& golden) {
  gen9::SamplerHeader header;
  header.u_offset = static_cast<std::int8_t>(golden.offset[0]);
  header.v_offset = static_cast<std::int8_t>(golden.offset[1]);
  header.r_offset = static_cast<std::int8_t>(golden.offset[2]);
  header.gather_channel = static_cast<gen9::GatherChannel>(golden.gather_channel);
  return header;
}

}  // namespace

float CaseRows::value(std::size_t row, std::string_view column) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  return found == columns.end() ? 0.0f
                                : values[row * columns.size() + static_cast<std::size_t>(found - columns.begin())];
}

CaseRows read_rows(const GoldenCase& golden) {
  const NpyArray array = read_case_file(golden.coords);
  if (array.type != NpyType::kFloat32 || array.shape.size() != 2 || array.shape[1] != golden.columns.size()) {
    wrong_case_file(golden.coords, "has another shape or type",
                    "float32 with " + std::to_string(golden.columns.size()) + " columns");
  }
  const auto values = array.as<float>();
  return {golden.columns, static_cast<std::size_t>(array.shape[0]), {values.begin(), values.end()}};
}

std::vector<functional::Message> case_messages(const GoldenCase& golden, const CaseRows& rows, MessageSize size,
                                               std::uint8_t surface, std::uint8_t sampler,
                                               const functional::MessageContext& context) {
  const gen9::SamplerMessageFacts& facts = gen9::sampler_message_facts(golden.operation);
  const std::size_t count = used_parameters(golden, context.queries, facts.parameters);
  gen9::SamplerMessage fields;
  fields.type = golden.operation;
  fields.binding_table_index = surface;
  fields.sampler_index = sampler;
  const gen9::SamplerHeader header = header_of(golden);
  fields.header_present = header != gen9::SamplerHeader{};
  const bool fits =
      fields.header_present + 2 * count <= kMaxMessageRegisters && facts.exists_in(gen9::SimdMode::kSimd16);
  fields.simd_mode = size == MessageSize::kSimd16 && fits ? gen9::SimdMode::kSimd16 : gen9::SimdMode::kSimd8;
  const unsigned registers = fields.registers_per_parameter();
  const unsigned channels = registers * 8;
  const bool filler = count == 0 && !fields.header_present;  // a message has at least one register
  fields.message_length = static_cast<std::uint8_t>(fields.header_present + count * registers + filler);
  fields.response_length = static_cast<std::uint8_t>(kResultChannels * fields.registers_per_channel());
  const gen9::MessageWords words = fields.encode();

  const functional::TexelCoding coding = functional::ElementDecoder{golden.surface.image.format}.coding();
  std::vector<functional::Message> messages;
  for (std::size_t first = 0; first < rows.rows; first += channels) {
    functional::Message message;
    message.shared_function = static_cast<std::uint8_t>(gen9::SharedFunction::kSampler);
    message.descriptor = words.descriptor;
    message.extended_descriptor = words.extended;
    message.context = &context;
    message.payload.resize(fields.message_length);
    if (fields.header_present) message.payload[0] = header.encode();
    for (unsigned channel = 0; channel < channels && first + channel < rows.rows; ++channel) {
      message.execution_mask |= 1u << channel;
      RowValues values = row_values(golden, coding, context.queries, rows, first + channel);
      for (std::size_t i = 0; i < count; ++i) {
        functional::Grf& grf = message.payload[fields.header_present + i * registers + channel / 8];
        grf[channel % 8] = parameter_bits(golden.operation, facts.parameters[i], at(values, facts.parameters[i]));
      }
    }
    messages.push_back(std::move(message));
  }
  return messages;
}

unsigned channels_of(const functional::Message& message) {
  return gen9::SamplerMessage::decode({message.descriptor, message.extended_descriptor}).registers_per_parameter() * 8;
}

std::array<std::uint32_t, 4> row_result(const functional::Message& message, const functional::MessageResponse& response,
                                        unsigned channel) {
  const unsigned registers = channels_of(message) / 8;
  std::array<std::uint32_t, 4> result{};
  for (unsigned i = 0; i < kResultChannels; ++i)
    result[i] = response.registers.at(i * registers + channel / 8)[channel % 8];
  return result;
}

}  // namespace texpipe::study
