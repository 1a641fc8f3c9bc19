#include "functional/shared_function/oword_block.h"

#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/data_port_header.h"
#include "functional/shared_function/memory_window.h"
#include "isa/gen9/binding_table_entry.h"

namespace texpipe::functional {

namespace {

using gen9::DataPort0Type;
using gen9::DataPort1Type;
using gen9::DataPortMessage;
using gen9::OwordBlockSize;

constexpr unsigned kOwordsPerRegister = 2;
constexpr unsigned kBlockChannels = 16;

unsigned owords_of(OwordBlockSize size) {
  switch (size) {
    case OwordBlockSize::k1Low:
    case OwordBlockSize::k1High:
      return 1;
    case OwordBlockSize::k2:
      return 2;
    case OwordBlockSize::k4:
      return 4;
    case OwordBlockSize::k8:
      return 8;
  }
  return 1;
}

bool is_a64(const DataPortMessage& fields) {
  return fields.shared_function == gen9::SharedFunction::kDataPort1;
}

bool is_write(const DataPortMessage& fields) {
  return is_a64(fields) ? fields.type1() == DataPort1Type::kA64BlockWrite
                        : fields.type0() == DataPort0Type::kOwordBlockWrite;
}

/// Block that a message moves: its OWords, and which OWord of its registers comes first.
struct Block {
  unsigned owords = 0;
  unsigned first = 0;
};

Block block_of(OwordBlockSize size) {
  return {.owords = owords_of(size), .first = size == OwordBlockSize::k1High ? 1u : 0u};
}

/// Block of a message. For blocks with a 64-bit address the control bits 4:3 are 0 or 1 for OWords, 3 for HWords of 32
/// bytes, and 2:0 the size or, for HWords, the log2 of their number: at most 8 (assumed, as the compiler's disassembler
/// names them).
Block block_of(const DataPortMessage& fields) {
  if (!is_a64(fields)) return block_of(fields.oword_block_size);
  constexpr unsigned kLargest = static_cast<unsigned>(OwordBlockSize::k8), kHwords = 3, kMostHwords = 8;
  const unsigned kind = fields.control >> 3, size = fields.control & 7;
  if (kind <= 1 && size <= kLargest) return block_of(static_cast<OwordBlockSize>(size));
  if (kind == kHwords && 1u << size <= kMostHwords) return {.owords = kOwordsPerRegister << size};
  unsupported(fields.type_name() + " with message control " + std::to_string(fields.control));
}

/// Bytes from the window's base on.
std::uint64_t offset_of(const DataPortMessage& fields, const Grf& header) {
  if (is_a64(fields)) return header[0] | std::uint64_t{header[1]} << 32;
  const std::uint64_t offset = header[kOffsetDword];
  const bool bytes = fields.type0() == DataPort0Type::kUnalignedOwordBlockRead;
  return buffer_base(fields, header) + (bytes ? offset : offset * kOwordBytes);
}

/// Writes the DWords of an OWord whose channels are enabled: channels 0 to 7 are those of the first register and each
/// second one after it, channels 8 to 15 those of the others (resolution R63).
void write_oword(GpuMemory& memory, ByteAddress address, std::span<const std::byte> bytes, unsigned enabled,
                 DataPortOutcome& outcome) {
  constexpr unsigned kAll = 0xF, kDwordBytes = 4;
  if ((enabled & kAll) == kAll) {
    memory.write(address, bytes);
    outcome.writes.push_back({address, kOwordBytes});
    return;
  }
  for (unsigned d = 0; d < kOwordDwords; ++d) {
    if ((enabled >> d & 1) == 0) continue;
    const ByteAddress dword = address + ByteAddress{std::uint64_t{kDwordBytes} * d};
    memory.write(dword, bytes.subspan(std::size_t{kDwordBytes} * d, kDwordBytes));
    outcome.writes.push_back({dword, kDwordBytes});
  }
}

}  // namespace

bool is_oword_block(const DataPortMessage& fields) {
  if (is_a64(fields))
    return fields.type1() == DataPort1Type::kA64BlockRead || fields.type1() == DataPort1Type::kA64BlockWrite;
  if (fields.shared_function != gen9::SharedFunction::kDataPort0 &&
      fields.shared_function != gen9::SharedFunction::kReadOnlyDataPort)
    return false;
  return fields.category == gen9::DataPortCategory::kTyped &&
         (fields.type0() == DataPort0Type::kOwordBlockWrite || fields.type0() == DataPort0Type::kOwordBlockRead ||
          fields.type0() == DataPort0Type::kUnalignedOwordBlockRead);
}

void execute_oword_block(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                         DataPortOutcome& outcome) {
  const bool write = is_write(fields);
  const auto [owords, first] = block_of(fields);
  const unsigned registers = (owords + kOwordsPerRegister - 1) / kOwordsPerRegister;
  if (!fields.header_present || message.payload.size() != 1 + (write ? registers : 0)) {
    throw Error{ExitCode::kMalformedInput, "an OWord block message of " + std::to_string(owords) + " OWords with " +
                                               std::to_string(message.payload.size()) + " payload registers"};
  }
  const MemoryWindow window = is_a64(fields) ? whole_memory() : memory_window(memory, message, fields);
  outcome.local = window.local;
  const std::uint64_t offset = window.place(offset_of(fields, message.payload[0]));
  if (!write) {
    outcome.response.registers.assign(registers, Grf{});
    outcome.response.byte_enables.assign(registers, owords == 1 ? 0xFFFFu << (first * kOwordBytes) : 0xFFFF'FFFFu);
  }
  OutsideAccesses{message, window, write}.count(offset, std::uint64_t{owords} * kOwordBytes);
  for (unsigned i = 0; i < owords; ++i) {
    const unsigned place = first + i;
    const std::uint64_t at = offset + std::uint64_t{i} * kOwordBytes;
    if (at < offset || !window.holds(at, kOwordBytes)) continue;
    const ByteAddress address = window[at];
    const std::size_t reg = place / kOwordsPerRegister;
    const std::size_t byte = place % kOwordsPerRegister * kOwordBytes;
    if (write) {
      write_oword(memory, address, std::as_bytes(std::span{message.payload[1 + reg]}).subspan(byte, kOwordBytes),
                  message.execution_mask >> place * kOwordDwords % kBlockChannels, outcome);
    } else {
      memory.read(address,
                  std::as_writable_bytes(std::span{outcome.response.registers[reg]}).subspan(byte, kOwordBytes));
      outcome.reads.push_back({address, kOwordBytes});
    }
  }
}

}  // namespace texpipe::functional
