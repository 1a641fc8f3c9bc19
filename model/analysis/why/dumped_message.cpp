#include "analysis/why/dumped_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string>

#include "analysis/why/message_explanation.h"
#include "functional/memory/canonical_address.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/message_descriptor.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"

namespace texpipe::study {

namespace {

[[noreturn]] void refuse(std::string problem, std::string hint) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = std::move(problem), .hint = std::move(hint)}};
}

/// A dump as GPU memory.
class DumpMemory {
 public:
  explicit DumpMemory(std::span<const gen9::DumpBlock> dump) {
    for (const gen9::DumpBlock& block : dump) {
      if (!block.address) continue;
      const ByteAddress start = functional::from_canonical(ByteAddress{*block.address});
      memory_.write(start, std::as_bytes(std::span{block.words}));
      ranges_.push_back({start.value(), start.value() + block.words.size() * 4});
    }
    if (ranges_.empty()) refuse("a dump without addresses", "expected lines such as 00010040 :  23000000");
  }

  const functional::GpuMemory& memory() const { return memory_; }

  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [&](const Range& range) { return range.begin <= address && address + bytes <= range.end; });
  }

  void require(const std::string& what, std::uint64_t address, std::uint64_t bytes) const {
    if (holds(address, bytes)) return;
    refuse(fmt::format("the dump has no {} at 0x{:x}", what, address),
           fmt::format("expected {} bytes from there on", bytes));
  }

 private:
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };
  functional::GpuMemory memory_;
  std::vector<Range> ranges_;
};

gen9::SamplerMessage sampler_message(gen9::MessageWords words) {
  const gen9::AnyMessage message = gen9::decode_message(words);
  if (const auto* sampler = std::get_if<gen9::SamplerMessage>(&message)) return *sampler;
  refuse("only messages to the sampler are executed again: " + gen9::describe_message(message),
         "expected an extended descriptor with 2 in bits 3:0");
}

/// The states that the message names lie in the dump.
void require_states(const DumpMemory& dump, const gen9::SamplerMessage& message,
                    const functional::MessageContext& context) {
  std::uint64_t surface = context.surface_state_base.value() + message.bindless_surface_offset;
  if (message.binding_table_index != gen9::kBindlessIndex) {
    const std::uint64_t entry =
        context.surface_state_base.value() + context.binding_table_offset + message.binding_table_index * 4u;
    dump.require(fmt::format("binding table entry {}", message.binding_table_index), entry, 4);
    surface = context.surface_state_base.value() + dump.memory().read_u32(ByteAddress{entry});
  }
  dump.require("surface state", surface, gen9::RenderSurfaceState::kDwords * 4);
  if (!message.facts().uses_sampler_state() || message.header_present) return;
  constexpr std::uint64_t kBytes = gen9::SamplerState::kDwords * 4;
  dump.require(fmt::format("sampler state {}", message.sampler_index),
               context.dynamic_state_base.value() + context.sampler_state_offset + message.sampler_index * kBytes,
               kBytes);
}

std::uint32_t all_channels(const gen9::SamplerMessage& message) {
  return message.simd_mode == gen9::SimdMode::kSimd16 ? 0xFFFFu : 0xFFu;
}

void warn_of_missing_texels(const DumpMemory& dump, ReplayedMessage& replayed) {
  std::set<std::uint64_t> missing;
  for (const ChannelHistory& channel : replayed.message.channels) {
    for (const ProbedTexel& texel : channel.texels) {
      const std::uint64_t address = texel.address.stored.value();
      if (!texel.border && !texel.missing && !dump.holds(address, 1)) missing.insert(address);
    }
  }
  if (missing.empty()) return;
  replayed.warnings.push_back(
      {.problem = fmt::format("{} texel{} outside the dump read 0, the first at 0x{:x}", missing.size(),
                              missing.size() == 1 ? "" : "s", *missing.begin())});
}

}  // namespace

ReplayedMessage replay_dumped_message(std::span<const gen9::DumpBlock> blocks, const DumpedMessage& dumped) {
  const gen9::SamplerMessage fields = sampler_message(dumped.words);
  const DumpMemory dump{blocks};
  functional::MessageContext context;
  context.surface_state_base = functional::from_canonical(ByteAddress{dumped.surface_state_base});
  context.bindless_surface_state_base = context.surface_state_base;
  context.dynamic_state_base = functional::from_canonical(ByteAddress{dumped.dynamic_state_base});
  context.binding_table_offset = dumped.binding_table_offset;
  context.sampler_state_offset = dumped.sampler_state_offset;
  require_states(dump, fields, context);

  functional::Message message;
  message.shared_function = static_cast<std::uint8_t>(fields.shared_function);
  message.descriptor = dumped.words.descriptor;
  message.extended_descriptor = dumped.words.extended;
  message.execution_mask = dumped.execution_mask.value_or(all_channels(fields));
  message.context = &context;
  message.payload.resize(fields.payload_length());
  const ByteAddress payload = functional::from_canonical(ByteAddress{dumped.payload});
  dump.require("payload", payload.value(), message.payload.size() * sizeof(functional::Grf));
  dump.memory().read(payload, std::as_writable_bytes(std::span{message.payload}));

  std::set<unsigned> channels{dumped.channels.begin(), dumped.channels.end()};
  for (const unsigned channel : channels) {
    if (channel >= static_cast<unsigned>(std::bit_width(all_channels(fields))))
      refuse(fmt::format("the message has no channel {}", channel),
             fmt::format("expected 0 to {}", std::bit_width(all_channels(fields)) - 1));
  }
  constexpr unsigned kMostChannels = 16;
  for (unsigned channel = 0; dumped.channels.empty() && channel < kMostChannels; ++channel) {
    if ((message.execution_mask & all_channels(fields)) >> channel & 1) channels.insert(channel);
  }
  ReplayedMessage replayed{.message = explained_message(dump.memory(), std::move(message), channels), .warnings = {}};
  add_returned(replayed.message);
  replayed.message.history.message.context = nullptr;  // it ends here
  warn_of_missing_texels(dump, replayed);
  return replayed;
}

}  // namespace texpipe::study
