#include "workload/accesses/access_list.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/unit_text.h"
#include "host/files/byte_reader.h"
#include "workload/accesses/access_quad.h"
#include "workload/accesses/access_text.h"

namespace texpipe::study {

namespace {

constexpr unsigned kHeaderSamplers = 16;      // a descriptor names one of so many; a header leads to the others
constexpr unsigned kSamplerTableBytes = 256;  // of those
constexpr unsigned kOffsetsDword = 2;
constexpr unsigned kSamplerDword = 3;

/// Puts quads into messages.
class AccessBuilder {
 public:
  AccessBuilder(const AccessLimits& limits, std::string file) : limits_{limits}, file_{std::move(file)} {}

  void add(const AccessQuad& quad, int line) {
    Thread& thread = thread_of(quad.thread);
    if (!joins(thread, quad, line)) begin(thread, quad, line);
    put(list_.messages[thread.message], thread.quads++, quad);
    ++list_.quads;
    list_.draws |= quad.draws;
    const std::uint64_t bytes = list_.registers.size() * sizeof(functional::Grf) +
                                list_.messages.size() * sizeof(AccessMessage) * 2 +
                                list_.pixels.size() * sizeof(AccessPixel);
    if (bytes > limits_.memory.value())
      refuse(line, "the messages need more than " + value_text(limits_.memory),
             "a larger workload.max_memory, or fewer quads");
  }

  /// The messages by thread.
  AccessList finish() {
    list_.first_of.assign(threads_.size() + 1, 0);
    for (const AccessMessage& message : list_.messages) ++list_.first_of[message.thread + 1];
    for (std::size_t n = 0; n < threads_.size(); ++n) list_.first_of[n + 1] += list_.first_of[n];
    std::stable_sort(list_.messages.begin(), list_.messages.end(),
                     [](const AccessMessage& a, const AccessMessage& b) { return a.thread < b.thread; });
    return std::move(list_);
  }

 private:
  struct Thread {
    std::uint32_t index = 0;
    std::size_t message = 0;  // the latest
    unsigned quads = 0;       // of it
    AccessKind kind;
    std::optional<std::uint64_t> call;
  };

  [[noreturn]] void refuse(int line, std::string problem, std::string hint) const {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {.file = file_, .line = line, .column = 1},
                                                      .problem = std::move(problem),
                                                      .hint = std::move(hint)}};
  }

  Thread& thread_of(std::uint64_t number) {
    const auto [found, is_new] = threads_.try_emplace(number);
    if (is_new) found->second.index = static_cast<std::uint32_t>(threads_.size() - 1);
    return found->second;
  }

  /// Whether a quad goes into the thread's latest message.
  bool joins(const Thread& thread, const AccessQuad& quad, int line) const {
    if (thread.quads == 0 || thread.call != quad.call) return false;
    const bool full = thread.quads == thread.kind.simd / kQuadPixels;
    if (!quad.call) return !full && thread.kind == quad.kind;
    const std::string call = "call " + std::to_string(*quad.call);
    if (full)
      refuse(line, call + " has more quads than its message",
             std::to_string(thread.kind.simd) + " channels hold " + std::to_string(thread.quads));
    if (thread.kind != quad.kind)
      refuse(line, call + " has quads of different texture, sampler or message",
             "quads of one call agree in all but their values");
    return true;
  }

  void begin(Thread& thread, const AccessQuad& quad, int line) {
    thread.message = list_.messages.size();
    thread.quads = 0;
    thread.kind = quad.kind;
    thread.call = quad.call;
    const AccessKind& kind = quad.kind;
    const bool header = kind.header != 0 || kind.sampler >= kHeaderSamplers;
    gen9::SamplerMessage fields;
    fields.type = kind.type;
    fields.simd_mode = kind.simd == 16 ? gen9::SimdMode::kSimd16 : gen9::SimdMode::kSimd8;
    fields.header_present = header;
    fields.binding_table_index = static_cast<std::uint8_t>(kind.texture);
    fields.sampler_index = static_cast<std::uint8_t>(kind.sampler % kHeaderSamplers);
    fields.return_format = kind.half ? gen9::ReturnFormat::k16Bit : gen9::ReturnFormat::k32Bit;
    const unsigned disabled = kind.header >> 12 & 0xF;
    const unsigned channels = 4u - static_cast<unsigned>(std::popcount(disabled));
    const unsigned kill = fields.facts().kill_mask ? 1 : 0;
    const unsigned response = kind.response != 0 ? kind.response : channels * fields.registers_per_channel() + kill;
    fields.message_length = static_cast<std::uint8_t>(
        std::max(1u, (header ? 1u : 0u) + kind.parameters * fields.registers_per_parameter()));
    fields.response_length = static_cast<std::uint8_t>(response);
    const auto words = encoded(fields, line);
    list_.messages.push_back({.thread = thread.index,
                              .descriptor = words.descriptor,
                              .extended_descriptor = words.extended,
                              .first_register = list_.registers.size(),
                              .first_pixel = list_.pixels.size(),
                              .registers = fields.message_length,
                              .response = fields.response_length,
                              .wide = kind.simd == 16,
                              .half = kind.half,
                              .disabled_channels = static_cast<std::uint8_t>(disabled),
                              .line = line});
    list_.registers.resize(list_.registers.size() + fields.message_length);
    if (!header) return;
    functional::Grf& m0 = list_.registers[list_.messages.back().first_register];
    m0[kOffsetsDword] = kind.header;
    m0[kSamplerDword] = kind.sampler / kHeaderSamplers * kSamplerTableBytes;
  }

  gen9::MessageWords encoded(const gen9::SamplerMessage& fields, int line) const try {
    return fields.encode();
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    refuse(line, "the message cannot be sent: " + first.problem, first.hint);
  }

  void put(AccessMessage& message, unsigned place, const AccessQuad& quad) {
    const unsigned first = place * kQuadPixels;
    message.mask |= quad.mask << first;
    const unsigned width = message.wide ? 2 : 1;
    const unsigned header = message.registers - quad.kind.parameters * width;
    for (unsigned n = 0; n < quad.kind.parameters; ++n) {
      functional::Grf& values = list_.registers[message.first_register + header + n * width + first / 8];
      std::copy(quad.parameters[n].begin(), quad.parameters[n].end(), values.begin() + first % 8);
    }
    if (!quad.draws && !message.draws) return;
    // Places of quads without any stay empty.
    if (!message.draws) {
      message.draws = true;
      message.first_pixel = list_.pixels.size();
      list_.pixels.resize(list_.pixels.size() + (message.wide ? 16 : 8));
    }
    std::copy(quad.pixels.begin(), quad.pixels.end(),
              list_.pixels.begin() + static_cast<std::ptrdiff_t>(message.first_pixel + first));
  }

  const AccessLimits& limits_;
  std::string file_;
  std::unordered_map<std::uint64_t, Thread> threads_;
  AccessList list_;
};

}  // namespace

AccessList read_accesses(FileBytes file, const AccessLimits& limits) {
  const std::string name = file.name();
  AccessBuilder builder{limits, name};
  const std::unique_ptr<AccessRows> rows = access_rows(std::move(file));
  AccessRow row;
  while (rows->next(row)) builder.add(read_quad(row, limits, name), row.line);
  AccessList list = builder.finish();
  if (list.threads() == 0) malformed(name, "has no quads", "a row for each");
  return list;
}

}  // namespace texpipe::study
