#include "functional/shared_function/lane_transfer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/data_port_header.h"
#include "functional/shared_function/memory_window.h"

namespace texpipe::functional {

namespace {

using gen9::DataPort0Type;
using gen9::DataPort1Type;
using gen9::DataPortMessage;
using gen9::ScatteredDataSize;
using gen9::UntypedSimdMode;

constexpr unsigned kRegisterBytes = 32;
constexpr unsigned kDwordBytes = 4;

/// Shape of a transfer: what each lane moves, and its layout in registers: first the addresses, then element after
/// element.
struct Shape {
  bool write = false;
  bool wide_addresses = false;  // 64 bits
  unsigned lanes = 8;
  unsigned address_unit = 1;                // bytes
  unsigned element_bytes = kDwordBytes;     // in memory
  std::array<std::uint8_t, 8> elements{0};  // that are moved, counted from the lane's address
  unsigned count = 1;

  unsigned reach() const { return count == 0 ? 0 : (elements[count - 1] + 1u) * element_bytes; }  // of a lane
  unsigned slot_bytes() const { return element_bytes > kDwordBytes ? 2 * kDwordBytes : kDwordBytes; }
  unsigned address_registers() const { return lanes * (wide_addresses ? 8 : 4) / kRegisterBytes; }
  unsigned element_registers() const { return lanes * slot_bytes() / kRegisterBytes; }
  unsigned data_registers() const { return count * element_registers(); }
  unsigned payload() const { return address_registers() + (write ? data_registers() : 0); }
};

[[noreturn]] void unsupported_control(const DataPortMessage& fields) {
  unsupported(fields.type_name() + " with message control " + std::to_string(fields.control));
}

void set_consecutive(Shape& shape, unsigned count) {
  shape.count = count;
  for (unsigned i = 0; i < count; ++i) shape.elements[i] = static_cast<std::uint8_t>(i);
}

Shape untyped_shape(const DataPortMessage& fields) {
  const DataPort1Type type = fields.type1();
  Shape shape{.write = type == DataPort1Type::kUntypedWrite || type == DataPort1Type::kA64UntypedWrite,
              .wide_addresses = type == DataPort1Type::kA64UntypedRead || type == DataPort1Type::kA64UntypedWrite,
              .lanes = fields.untyped_simd == UntypedSimdMode::kSimd16 ? 16u : 8u};
  shape.count = 0;
  for (std::uint8_t dword = 0; dword < 4; ++dword) {
    if ((fields.channel_disables >> dword & 1) == 0) shape.elements[shape.count++] = dword;
  }
  return shape;
}

/// Control bits 1:0 are the element's size (byte, DWord, QWord), 3:2 the log2 of their number, 4 SIMD16 (assumed, as
/// the compiler's disassembler names them).
Shape a64_scattered_shape(const DataPortMessage& fields) {
  Shape shape{.write = fields.type1() == DataPort1Type::kA64ScatteredWrite,
              .wide_addresses = true,
              .lanes = (fields.control & 0x10) != 0 ? 16u : 8u};
  const unsigned number = 1u << (fields.control >> 2 & 3);
  switch (fields.control & 3) {
    case 0:  // the bytes of a lane share a DWord
      if (number > kDwordBytes) unsupported_control(fields);
      shape.element_bytes = number;
      break;
    case 1:
      set_consecutive(shape, number);
      break;
    case 2:
      shape.element_bytes = 2 * kDwordBytes;
      set_consecutive(shape, number);
      break;
    default:
      unsupported_control(fields);
  }
  if ((fields.control & 0x20) != 0) unsupported_control(fields);
  return shape;
}

Shape scattered_shape(const DataPortMessage& fields) {
  Shape shape{.lanes = fields.simd16 ? 16u : 8u};
  switch (fields.type0()) {
    case DataPort0Type::kDwordScatteredWrite:
      shape.write = true;
      [[fallthrough]];
    case DataPort0Type::kDwordScatteredRead:
      shape.address_unit = kDwordBytes;
      return shape;
    case DataPort0Type::kByteScatteredWrite:
      shape.write = true;
      [[fallthrough]];
    default:
      shape.element_bytes = fields.data_size == ScatteredDataSize::kByte   ? 1
                            : fields.data_size == ScatteredDataSize::kWord ? 2
                                                                           : kDwordBytes;
      return shape;
  }
}

bool is_scattered(const DataPortMessage& fields) {
  if (fields.shared_function != gen9::SharedFunction::kDataPort0 &&
      fields.shared_function != gen9::SharedFunction::kReadOnlyDataPort)
    return false;
  if (fields.category != gen9::DataPortCategory::kTyped) return false;
  switch (fields.type0()) {
    case DataPort0Type::kDwordScatteredRead:
    case DataPort0Type::kDwordScatteredWrite:
    case DataPort0Type::kByteScatteredRead:
    case DataPort0Type::kByteScatteredWrite:
      return true;
    default:
      return false;
  }
}

bool is_a64_scattered(const DataPortMessage& fields) {
  return fields.type1() == DataPort1Type::kA64ScatteredRead || fields.type1() == DataPort1Type::kA64ScatteredWrite;
}

bool is_untyped(const DataPortMessage& fields) {
  switch (fields.type1()) {
    case DataPort1Type::kUntypedRead:
    case DataPort1Type::kUntypedWrite:
    case DataPort1Type::kA64UntypedRead:
    case DataPort1Type::kA64UntypedWrite:
      return true;
    default:
      return false;
  }
}

Shape shape_of(const DataPortMessage& fields) {
  if (is_scattered(fields)) return scattered_shape(fields);
  return is_untyped(fields) ? untyped_shape(fields) : a64_scattered_shape(fields);
}

/// The lane's place in the window.
std::uint64_t address_of(const Shape& shape, std::span<const Grf> addresses, unsigned lane) {
  if (!shape.wide_addresses) return std::uint64_t{addresses[lane / 8][lane % 8]} * shape.address_unit;
  const std::uint32_t* dwords = &addresses[lane / 4][lane % 4 * 2];
  return dwords[0] | std::uint64_t{dwords[1]} << 32;
}

/// Elements of a lane that follow each other are read together. @param first  where the lane's reads begin
void add_read(std::vector<MemoryAccess>& reads, std::size_t first, ByteAddress address, unsigned bytes) {
  if (reads.size() > first && reads.back().address.value() + reads.back().size == address.value())
    reads.back().size = static_cast<std::uint8_t>(reads.back().size + bytes);
  else
    reads.push_back({address, static_cast<std::uint8_t>(bytes)});
}

/// Bytes that lanes read close together: one read of the memory.
class CloseBytes {
 public:
  /// @param begin, end  of all lanes
  CloseBytes(const GpuMemory& memory, ByteAddress begin, ByteAddress end) : memory_{memory}, begin_{begin.value()} {
    if (end <= begin || end.value() - begin_ > bytes_.size()) return;
    size_ = end.value() - begin_;
    memory.read(begin, std::span{bytes_}.first(size_));
  }

  void read(ByteAddress address, std::span<std::byte> bytes) const {
    if (size_ == 0) return memory_.read(address, bytes);
    std::memcpy(bytes.data(), &bytes_[address.value() - begin_], bytes.size());
  }

 private:
  const GpuMemory& memory_;
  std::uint64_t begin_;
  std::uint64_t size_ = 0;
  std::array<std::byte, 512> bytes_;
};

}  // namespace

bool is_lane_transfer(const DataPortMessage& fields) {
  if (fields.shared_function == gen9::SharedFunction::kDataPort1) return is_untyped(fields) || is_a64_scattered(fields);
  return is_scattered(fields);
}

void execute_lane_transfer(GpuMemory& memory, const Message& message, const DataPortMessage& fields,
                           DataPortOutcome& outcome) {
  const Shape shape = shape_of(fields);
  const unsigned header = fields.header_present ? 1 : 0;
  if (message.payload.size() != header + shape.payload()) {
    throw Error{ExitCode::kMalformedInput, fields.type_name() + " of " + std::to_string(shape.count) +
                                               (shape.element_bytes == kDwordBytes ? " DWords" : " elements") +
                                               " for " + std::to_string(shape.lanes) + " channels with " +
                                               std::to_string(message.payload.size()) + " payload registers"};
  }
  const MemoryWindow window = shape.wide_addresses ? whole_memory() : plain_window(memory, message, fields);
  outcome.local = window.local;
  const std::span<const Grf> addresses = std::span{message.payload}.subspan(header, shape.address_registers());
  const std::span<const Grf> data = std::span{message.payload}.subspan(header + shape.address_registers());
  if (!shape.write) {
    outcome.response.registers.assign(shape.data_registers(), Grf{});
    outcome.response.byte_enables.assign(shape.data_registers(), 0);
  }
  const unsigned slot = shape.slot_bytes(), slots = kRegisterBytes / slot;
  const std::uint32_t lanes = message.execution_mask & ((std::uint32_t{1} << shape.lanes) - 1);
  const std::uint64_t base = header != 0 && is_scattered(fields) ? buffer_base(fields, message.payload[0]) : 0;
  std::array<std::uint64_t, 16> starts;
  std::uint64_t begin = ~std::uint64_t{0}, end = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    starts[lane] = window.place(base + address_of(shape, addresses, lane));
    begin = std::min(begin, starts[lane]);
    end = std::max(end, starts[lane] + std::min<std::uint64_t>(shape.reach(), ~starts[lane]));  // none wraps
  }
  if (const OutsideAccesses outside{message, window, shape.write};
      shape.count != 0 && begin < end && outside.would_count(begin, end - begin)) {
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
      const unsigned first = shape.elements[0] * shape.element_bytes;
      outside.count(starts[static_cast<unsigned>(std::countr_zero(left))] + first, shape.reach() - first);
    }
  }
  const bool one_range = !shape.write && begin < end && end <= window.bytes;
  const CloseBytes close{memory, window[one_range ? begin : 0], window[one_range ? end : 0]};
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t start = starts[lane];
    const std::size_t lane_reads = outcome.reads.size();  // of those before
    for (unsigned i = 0; i < shape.count; ++i) {
      const std::uint64_t at = start + shape.elements[i] * shape.element_bytes;
      const unsigned reg = i * shape.element_registers() + lane / slots, byte = lane % slots * slot;
      const bool inside = at >= start && window.holds(at, shape.element_bytes);
      const ByteAddress address = window[at];
      std::array<std::byte, 8> bytes{};
      const std::span<std::byte> element = std::span{bytes}.first(shape.element_bytes);
      if (shape.write) {
        if (!inside) continue;
        std::memcpy(bytes.data(), reinterpret_cast<const std::byte*>(data[reg].data()) + byte, shape.element_bytes);
        memory.write(address, element);
        outcome.writes.push_back({address, static_cast<std::uint8_t>(shape.element_bytes)});
        continue;
      }
      if (inside) {
        close.read(address, element);
        add_read(outcome.reads, lane_reads, address, shape.element_bytes);
      }
      std::memcpy(reinterpret_cast<std::byte*>(outcome.response.registers[reg].data()) + byte, bytes.data(), slot);
      outcome.response.byte_enables[reg] |= ((std::uint32_t{1} << slot) - 1) << byte;
    }
  }
}

}  // namespace texpipe::functional
