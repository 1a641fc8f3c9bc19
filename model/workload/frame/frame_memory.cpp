#include "workload/frame/frame_memory.h"

#include <algorithm>
#include <span>

#include "base/diagnostic.h"
#include "functional/frame/state/read_program.h"
#include "host/hashes/sha256.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/message_descriptor.h"

namespace texpipe::study {

namespace {

void add_once(std::vector<std::uint8_t>& list, std::uint8_t number) {
  if (std::find(list.begin(), list.end(), number) == list.end()) list.push_back(number);
}

void add_table_entry(std::vector<std::uint8_t>& list, std::uint8_t index) {
  if (index <= gen9::kLastTableIndex) add_once(list, index);
}

void add_message(ProgramSummary& summary, const gen9::EuInstruction& instruction) {
  const gen9::EuForm form = instruction.shape().form;
  if (form != gen9::EuForm::kSend && form != gen9::EuForm::kSplitSend) return;
  if (instruction.message.descriptor_in_register || instruction.message.extended_in_register) return;
  try {
    const gen9::AnyMessage message = gen9::decode_message(instruction.message_words());
    if (const auto* sampler = std::get_if<gen9::SamplerMessage>(&message)) {
      add_table_entry(summary.sampled, sampler->binding_table_index);
      add_once(summary.samplers, sampler->sampler_index);
    } else if (const auto* target = std::get_if<gen9::RenderTargetMessage>(&message)) {
      add_table_entry(summary.targets, target->binding_table_index);
    } else if (const auto* data = std::get_if<gen9::DataPortMessage>(&message)) {
      add_table_entry(summary.data, data->binding_table_index);
    }
  } catch (const Error&) {
    // A message that nobody could execute points to nothing.
  }
}

bool is_as_read(const FrameMemory& memory, std::uint64_t address, const ReadSummary& read) {
  constexpr std::uint64_t kTile = functional::GpuMemory::kTileBytes;
  const std::uint64_t last = (address + read.summary.bytes - 1) / kTile;
  for (std::uint64_t tile = address / kTile; tile <= last; ++tile) {
    if (memory.bytes.changed_since(tile, read.generation)) return false;
  }
  return true;
}

ProgramSummary read_summary(const FrameMemory& memory, std::uint64_t address) {
  ProgramSummary summary{.mapped = true};
  try {
    const functional::ReadProgram program = functional::read_program(memory.bytes, ByteAddress{address});
    summary.readable = true;
    summary.instructions = static_cast<unsigned>(program.instructions.size());
    summary.bytes = program.bytes;
    std::vector<std::uint8_t> code(program.bytes);
    memory.bytes.read(ByteAddress{address}, std::as_writable_bytes(std::span{code}));
    Sha256 hash;
    hash.add(code);
    constexpr std::size_t kDigits = 8;
    summary.hash = hash.finish().substr(0, kDigits);
    for (const gen9::EuInstruction& instruction : program.instructions) add_message(summary, instruction);
    for (auto* list : {&summary.targets, &summary.sampled, &summary.data, &summary.samplers})
      std::sort(list->begin(), list->end());
  } catch (const Error&) {
    // Bytes that are no program.
  }
  return summary;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> FrameMemory::words(std::uint64_t address, std::size_t dwords) const {
  std::vector<std::uint32_t> words(dwords);
  if (!mapped.holds(ByteAddress{address}, ByteSize{dwords * sizeof(std::uint32_t)})) return std::nullopt;
  bytes.read(ByteAddress{address}, std::as_writable_bytes(std::span{words}));
  return words;
}

ProgramSummary summary_of(const FrameMemory& memory, std::uint64_t address) {
  if (!memory.mapped.holds(ByteAddress{address}, ByteSize{8})) return {};
  const auto known = memory.programs.find(address);
  if (known != memory.programs.end() && is_as_read(memory, address, known->second)) return known->second.summary;
  ProgramSummary summary = read_summary(memory, address);
  if (!summary.readable) return summary;
  memory.bytes.watch(ByteAddress{address}, ByteSize{summary.bytes});
  memory.programs[address] = {summary, memory.bytes.generation()};
  return summary;
}

}  // namespace texpipe::study
