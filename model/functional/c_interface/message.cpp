// Messages from their parts, and outcomes taken apart.
#include <algorithm>
#include <bit>
#include <span>

#include "functional/c_interface/context.h"
#include "functional/c_interface/outcome.h"
#include "functional/shared_function/sampler_batch.h"
#include "isa/gen9/sampler_message.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::c_interface;

namespace {

constexpr unsigned kSamplersInReach = 16;  // of a descriptor
constexpr std::size_t kMostSubspans = std::size_t{1} << 32;

const gen9::SamplerMessageFacts& facts_of(const char* operation) {
  require_pointers(operation);
  const gen9::SamplerMessageFacts& facts = gen9::sampler_message_facts(parse_enum<gen9::SamplerMessageType>(operation));
  if (facts.action == gen9::SamplerAction::kMedia || facts.action == gen9::SamplerAction::kCacheFlush)
    unsupported(std::string{"sampler message "} + operation + " (SIMD32/64)");
  return facts;
}

gen9::SamplerHeader header_of(const texpipe_context& context, const texpipe_message& message) {
  const auto in_nibble = [](std::int32_t offset) { return offset >= -8 && offset <= 7; };
  require(std::all_of(std::begin(message.offset), std::end(message.offset), in_nibble), "offsets are -8 to 7");
  require(message.gather_channel < 4, "gather_channel is 0 to 3");
  require(message.disabled_channels < 16, "disabled_channels has 4 bits");
  gen9::SamplerHeader header;
  header.u_offset = static_cast<std::int8_t>(message.offset[0]);
  header.v_offset = static_cast<std::int8_t>(message.offset[1]);
  header.r_offset = static_cast<std::int8_t>(message.offset[2]);
  header.gather_channel = static_cast<gen9::GatherChannel>(message.gather_channel);
  header.channel_disables = static_cast<std::uint8_t>(message.disabled_channels);
  header.pixel_null_mask = message.null_mask != 0;
  header.sampler_state_pointer = context.heap.header_sampler_pointer(message.sampler);
  if (message.simd == TEXPIPE_SIMD4X2) header.simd_mode_extension = gen9::SimdModeExtension::kSimd4x2;
  return header;
}

gen9::SimdMode mode_of(std::uint32_t simd) {
  require(simd <= TEXPIPE_SIMD4X2, "simd is none of TEXPIPE_SIMD8 to TEXPIPE_SIMD4X2");
  constexpr gen9::SimdMode kModes[] = {gen9::SimdMode::kSimd8, gen9::SimdMode::kSimd16,
                                       gen9::SimdMode::kSimd8dOrSimd4x2, gen9::SimdMode::kSimd8dOrSimd4x2};
  return kModes[simd];
}

// Registers of the response: enabled channels, then the masks.
unsigned response_registers(const texpipe_message& message, unsigned per_channel) {
  const bool killpix = facts_of(message.operation).kill_mask;
  const unsigned channels = 4 - static_cast<unsigned>(std::popcount(message.disabled_channels));
  const unsigned data = message.simd == TEXPIPE_SIMD4X2 ? 1 : channels * per_channel;
  return data + (message.null_mask != 0 ? 1 : 0) + (killpix ? 1 : 0);
}

void fill_payload(const texpipe_message& message, unsigned first, std::vector<Grf>& payload) {
  const bool side_by_side = message.simd == TEXPIPE_SIMD4X2;
  const unsigned channels = message.simd == TEXPIPE_SIMD16 ? 16 : side_by_side ? 2 : 8;
  for (unsigned i = 0; i < message.parameter_count; ++i) {
    for (unsigned n = 0; n < channels; ++n) {
      const std::uint32_t bits = message.parameters[std::size_t{i} * channels + n];
      if (side_by_side) {
        payload[first + i / 4][n * 4 + i % 4] = bits;
      } else {
        payload[first + i * channels / 8 + n / 8][n % 8] = bits;
      }
    }
  }
}

Message message_of(const texpipe_context& context, const texpipe_message& message) {
  const gen9::SamplerMessageFacts& facts = facts_of(message.operation);
  require(message.surface < context.surfaces, "no surface has this index");
  require(!facts.uses_sampler_state() || message.sampler < context.samplers, "no sampler has this index");
  require(message.parameter_count <= facts.parameters.size(), "more parameters than the operation has");
  require(message.parameters != nullptr || message.parameter_count == 0, "a pointer is null");
  const gen9::SamplerHeader header = header_of(context, message);
  gen9::SamplerMessage fields;
  fields.type = facts.type;
  fields.simd_mode = mode_of(message.simd);
  fields.binding_table_index = static_cast<std::uint8_t>(message.surface);
  fields.sampler_index = static_cast<std::uint8_t>(message.sampler % kSamplersInReach);
  fields.return_format = message.half_return != 0 ? gen9::ReturnFormat::k16Bit : gen9::ReturnFormat::k32Bit;
  fields.header_present = header != gen9::SamplerHeader{};
  const unsigned registers = message.simd == TEXPIPE_SIMD4X2
                                 ? (message.parameter_count + 3) / 4
                                 : message.parameter_count * fields.registers_per_parameter();
  // A message has at least one register.
  const unsigned length = std::max(1u, registers + (fields.header_present ? 1 : 0));
  fields.message_length = static_cast<std::uint8_t>(length);
  fields.response_length = static_cast<std::uint8_t>(response_registers(message, fields.registers_per_channel()));
  const gen9::MessageWords words = fields.encode();

  Message result;
  result.shared_function = kSamplerSfid;
  result.descriptor = words.descriptor;
  result.extended_descriptor = words.extended;
  result.execution_mask = message.execution_mask;
  result.context = &context.heap.context();
  result.payload.resize(length);
  if (fields.header_present) result.payload[0] = header.encode();
  fill_payload(message, fields.header_present ? 1 : 0, result.payload);
  return result;
}

std::uint32_t response_value(const texpipe_outcome& outcome, unsigned channel, unsigned component) {
  const SamplerRequest& request = outcome.request;
  if ((request.disabled_channels >> component & 1) != 0) return 0;
  const unsigned bytes = request.half_return ? 2 : 4;
  unsigned byte = 0;
  if (request.simd == SamplerSimd::kSimd4x2) {
    byte = (4 * channel + component) * bytes;
  } else {
    const auto before = static_cast<std::uint32_t>((1u << component) - 1u);
    const unsigned slot = component - static_cast<unsigned>(std::popcount(request.disabled_channels & before));
    const unsigned per_channel = request.simd == SamplerSimd::kSimd16 && !request.half_return ? 2 : 1;
    byte = slot * per_channel * 32 + channel * bytes;
  }
  if (byte / 32 >= outcome.response.registers.size()) return 0;
  if ((outcome.response.byte_enables[byte / 32] >> byte % 32 & 1) == 0) return 0;
  const std::uint32_t word = outcome.response.registers[byte / 32][byte % 32 / 4];
  return bytes == 4 ? word : word >> (byte % 4 * 8) & 0xFFFF;
}

}  // namespace

texpipe_status texpipe_parameter_count(const char* operation, uint32_t* count) {
  return guarded([&] {
    require_pointers(count);
    *count = static_cast<std::uint32_t>(facts_of(operation).parameters.size());
  });
}

texpipe_status texpipe_parameter_name(const char* operation, uint32_t parameter, const char** name) {
  return guarded([&] {
    require_pointers(name);
    const gen9::SamplerMessageFacts& facts = facts_of(operation);
    require(parameter < facts.parameters.size(), "the operation has fewer parameters");
    *name = name_of(facts.parameters[parameter]).data();  // a literal
  });
}

texpipe_status texpipe_sample(texpipe_context* context, const texpipe_message* message, texpipe_outcome** outcome) {
  return guarded([&] {
    require_structure(message);
    require_pointers(context, outcome);
    *outcome = new texpipe_outcome{execute(context->memory, message_of(*context, *message))};
  });
}

texpipe_status texpipe_sample_batch(texpipe_context* context, const texpipe_batch* batch) {
  return guarded([&] {
    require_structure(batch);
    require_pointers(context);
    require(batch->subspans <= kMostSubspans, "a batch has at most 2^32 subspans");
    require((batch->parameters != nullptr && batch->results != nullptr) || batch->subspans == 0, "a pointer is null");
    texpipe_message message{};
    message.struct_size = sizeof message;
    message.operation = batch->operation;
    message.surface = batch->surface;
    message.sampler = batch->sampler;
    message.gather_channel = batch->gather_channel;
    std::copy(std::begin(batch->offset), std::end(batch->offset), message.offset);
    message.simd = facts_of(batch->operation).exists_in(gen9::SimdMode::kSimd16) ? TEXPIPE_SIMD16 : TEXPIPE_SIMD8;
    message.execution_mask = 0xFFFF;
    require(batch->parameter_count <= facts_of(batch->operation).parameters.size(),
            "more parameters than the operation has");
    execute_sampler_batch(context->memory, message_of(*context, message),
                          {batch->parameters, batch->parameter_count, batch->subspans * 4, batch->results});
  });
}

texpipe_status texpipe_send(texpipe_context* context, uint32_t descriptor, uint32_t extended_descriptor,
                            uint32_t execution_mask, const uint32_t (*payload)[8], size_t registers,
                            texpipe_outcome** outcome) {
  return guarded([&] {
    require_pointers(context, outcome);
    require(payload != nullptr || registers == 0, "a pointer is null");
    Message message;
    message.shared_function = kSamplerSfid;
    message.descriptor = descriptor;
    message.extended_descriptor = extended_descriptor;
    message.execution_mask = execution_mask;
    message.context = &context->heap.context();
    message.payload.resize(registers);
    for (std::size_t i = 0; i < registers; ++i) std::copy(payload[i], payload[i] + 8, message.payload[i].begin());
    *outcome = new texpipe_outcome{execute(context->memory, message)};
  });
}

void texpipe_outcome_destroy(texpipe_outcome* outcome) {
  delete outcome;
}

texpipe_status texpipe_outcome_descriptors(const texpipe_outcome* outcome, uint32_t* descriptor, uint32_t* extended) {
  return guarded([&] {
    require_pointers(outcome, descriptor, extended);
    *descriptor = outcome->descriptor;
    *extended = outcome->extended_descriptor;
  });
}

texpipe_status texpipe_outcome_result(const texpipe_outcome* outcome, uint32_t channel, uint32_t rgba[4]) {
  return guarded([&] {
    require_pointers(outcome, rgba);
    require(channel < outcome->request.channels(), "the message has fewer channels");
    for (unsigned component = 0; component < 4; ++component)
      rgba[component] = response_value(*outcome, channel, component);
  });
}

texpipe_status texpipe_outcome_masks(const texpipe_outcome* outcome, uint32_t* null_pixels, uint32_t* killed_pixels) {
  return guarded([&] {
    require_pointers(outcome, null_pixels, killed_pixels);
    const SamplerRequest& request = outcome->request;
    const unsigned masks = (request.null_mask ? 1 : 0) + (request.operation->kill_mask ? 1 : 0);
    const auto& registers = outcome->response.registers;
    const bool present = registers.size() >= masks;
    const std::size_t first = registers.size() - (present ? masks : 0);
    const auto missing = [&](bool asked, std::size_t index) {
      return present && asked ? request.pixels & ~registers[index][0] : 0;
    };
    *null_pixels = missing(request.null_mask, first);
    *killed_pixels = missing(request.operation->kill_mask, first + masks - 1);
  });
}

texpipe_status texpipe_outcome_register_count(const texpipe_outcome* outcome, uint32_t* count) {
  return guarded([&] {
    require_pointers(outcome, count);
    *count = static_cast<std::uint32_t>(outcome->response.registers.size());
  });
}

texpipe_status texpipe_outcome_register(const texpipe_outcome* outcome, uint32_t index, uint32_t dwords[8],
                                        uint32_t* byte_enables) {
  return guarded([&] {
    require_pointers(outcome, dwords, byte_enables);
    require(index < outcome->response.registers.size(), "the response has fewer registers");
    std::copy(outcome->response.registers[index].begin(), outcome->response.registers[index].end(), dwords);
    *byte_enables = outcome->response.byte_enables[index];
  });
}

texpipe_status texpipe_outcome_lod(const texpipe_outcome* outcome, uint32_t channel, texpipe_lod* lod) {
  return guarded([&] {
    require_pointers(outcome, lod);
    require(channel < outcome->request.channels(), "the message has fewer channels");
    *lod = outcome->lod[channel];
  });
}

texpipe_status texpipe_outcome_subspan_count(const texpipe_outcome* outcome, uint32_t* count) {
  return guarded([&] {
    require_pointers(outcome, count);
    *count = static_cast<std::uint32_t>(outcome->footprints.size());
  });
}

texpipe_status texpipe_outcome_footprint_count(const texpipe_outcome* outcome, uint32_t subspan, uint32_t* count) {
  return guarded([&] {
    require_pointers(outcome, count);
    require(subspan < outcome->footprints.size(), "the message has fewer subspans");
    *count = static_cast<std::uint32_t>(outcome->footprints[subspan].size());
  });
}

texpipe_status texpipe_outcome_footprint(const texpipe_outcome* outcome, uint32_t subspan, uint32_t index,
                                         texpipe_footprint* footprint) {
  return guarded([&] {
    require_pointers(outcome, footprint);
    require(subspan < outcome->footprints.size(), "the message has fewer subspans");
    require(index < outcome->footprints[subspan].size(), "the subspan has fewer footprints");
    *footprint = outcome->footprints[subspan][index];
  });
}
