#include "isa/gen9/data_port_message.h"

#include <algorithm>
#include <initializer_list>

#include "isa/gen9/message_layouts.h"

namespace texpipe::gen9 {

namespace {

using M = DataPortMessage;
using T0 = DataPort0Type;
using T1 = DataPort1Type;

bool is_port0(const M& m) {
  return m.shared_function == SharedFunction::kDataPort0 || m.shared_function == SharedFunction::kReadOnlyDataPort;
}
bool is_scratch(const M& m) {
  return m.shared_function == SharedFunction::kDataPort0 && m.category == DataPortCategory::kScratchBlock;
}
bool is_typed_category(const M& m) {
  return !is_scratch(m);
}
bool has_category(const M& m) {
  return m.shared_function == SharedFunction::kDataPort0;
}
bool one_of(const M& m, std::initializer_list<T0> types) {
  return is_port0(m) && !is_scratch(m) && std::find(types.begin(), types.end(), m.type0()) != types.end();
}
bool one_of(const M& m, std::initializer_list<T1> types) {
  return m.shared_function == SharedFunction::kDataPort1 &&
         std::find(types.begin(), types.end(), m.type1()) != types.end();
}

bool is_oword_block(const M& m) {
  return one_of(m, {T0::kOwordBlockRead, T0::kUnalignedOwordBlockRead, T0::kOwordBlockWrite});
}
bool is_dual_oword_block(const M& m) {
  return one_of(m, {T0::kDualOwordBlockRead, T0::kDualOwordBlockWrite});
}
bool is_byte_scattered(const M& m) {
  return one_of(m, {T0::kByteScatteredRead, T0::kByteScatteredWrite});
}
bool is_dword_scattered(const M& m) {
  return one_of(m, {T0::kDwordScatteredRead, T0::kDwordScatteredWrite});
}
bool has_simd16(const M& m) {
  return is_byte_scattered(m) || is_dword_scattered(m);
}
bool is_fence(const M& m) {
  return one_of(m, {T0::kMemoryFence});
}
bool is_untyped_access(const M& m) {
  return one_of(m, {T1::kUntypedRead, T1::kUntypedWrite, T1::kA64UntypedRead, T1::kA64UntypedWrite});
}
bool is_typed_access(const M& m) {
  return one_of(m, {T1::kTypedRead, T1::kTypedWrite});
}
bool has_channels(const M& m) {
  return is_untyped_access(m) || is_typed_access(m);
}
bool is_atomic_simd4x2(const M& m) {
  return one_of(m, {T1::kUntypedAtomicSimd4x2, T1::kTypedAtomicSimd4x2});
}
bool is_untyped_atomic(const M& m) {
  return one_of(m, {T1::kUntypedAtomic, T1::kA64UntypedAtomic});
}
bool is_typed_atomic(const M& m) {
  return one_of(m, {T1::kTypedAtomic});
}
bool is_integer_atomic(const M& m) {
  return is_untyped_atomic(m) || is_typed_atomic(m) || is_atomic_simd4x2(m);
}
bool is_float_atomic(const M& m) {
  return one_of(m, {T1::kUntypedFloatAtomic, T1::kA64UntypedFloatAtomic});
}
bool has_simd8(const M& m) {
  return is_untyped_atomic(m) || is_float_atomic(m);
}
bool is_atomic(const M& m) {
  return is_integer_atomic(m) || is_float_atomic(m);
}
bool has_plain_control(const M& m) {
  return is_typed_category(m) && !is_oword_block(m) && !is_dual_oword_block(m) && !has_simd16(m) && !is_fence(m) &&
         !has_channels(m) && !is_atomic(m);
}

constexpr EnumRow kSimd16Or8Rows[] = {
    {0, "SIMD16", "16 channels"},
    {1, "SIMD8", "8 channels"},
};
constexpr EnumRows kSimd16Or8{"atomic SIMD mode", kSimd16Or8Rows};

constexpr EnumRow kAtomicSlotGroupRows[] = {
    {0, "slots 0-7", "low half of the mask"},
    {1, "slots 8-15", "high half of the mask"},
};
constexpr EnumRows kAtomicSlotGroups{"typed atomic slot group", kAtomicSlotGroupRows};

constexpr EnumRow kScratchDirectionRows[] = {
    {0, "read", "scratch space to registers"},
    {1, "write", "registers to scratch space"},
};
constexpr EnumRows kScratchDirections{"scratch direction", kScratchDirectionRows};

constexpr EnumRow kScratchChannelModeRows[] = {
    {0, "OWord", "masked per OWord"},
    {1, "DWord", "masked per DWord"},
};
constexpr EnumRows kScratchChannelModes{"scratch channel mode", kScratchChannelModeRows};

constexpr EnumRow kScratchBlockSizeRows[] = {
    {0, "1", "register"},
    {1, "2", "registers"},
    {2, "4", "registers"},
    {3, "8", "registers"},
};
constexpr EnumRows kScratchBlockSizes{"scratch block size", kScratchBlockSizeRows};

EnumRows type_rows(const M& m) {
  if (is_port0(m)) return enum_rows(T0{});
  if (m.shared_function == SharedFunction::kDataPort1) return enum_rows(T1{});
  return {};
}

constexpr BitField<M> type_field() {
  BitField<M> f = field<M, &M::type>(0, 18, 14, "Message Type", "what is done", kPlain, is_typed_category);
  f.rows = type_rows;
  return f;
}

// Source: specification/messages 5.1 to 5.3; "MC" there is bits 13:8. Bit 18 of data port 0 selects scratch blocks.
constexpr std::array kFields = message_table<M>(std::array{
    field<M, &M::category>(0, 18, 18, "Category", "kind of message", kPlain, has_category),
    type_field(),
    field<M, &M::binding_table_index>(0, 7, 0, "Binding Table Index", "surface", kPlain, is_typed_category),
    field<M, &M::oword_block_size>(0, 10, 8, "Block Size", "OWords", kPlain, is_oword_block),
    field<M, &M::dual_oword_block_size>(0, 9, 8, "Dual Block Size", "OWords of each block", kPlain,
                                        is_dual_oword_block),
    coded_field<M, &M::simd16, kSimd8Or16>(0, 8, 8, "SIMD Mode", "channels", has_simd16),
    field<M, &M::dword_scattered_bit>(0, 9, 9, "DWord Scattered Control", "set by compilers", kPlain,
                                      is_dword_scattered),
    field<M, &M::data_size>(0, 11, 10, "Data Size", "per channel", kPlain, is_byte_scattered),
    field<M, &M::commit>(0, 13, 13, "Commit Enable", "answers when done", kPlain, is_fence),
    field<M, &M::flushed>(0, 12, 8, "Flushed Caches",
                          "bit 0 L1, and of L3 bit 1 instructions, 2 textures, 3 constants, 4 data", kPlain, is_fence),
    field<M, &M::channel_disables>(0, 11, 8, "Channel Mask", "bit 0 red to bit 3 alpha: 1 = not accessed", kPlain,
                                   has_channels),
    field<M, &M::untyped_simd>(0, 13, 12, "SIMD Mode", "channels", kPlain, is_untyped_access),
    coded_field<M, &M::slots_8_to_15, kAtomicSlotGroups>(0, 12, 12, "Slot Group", "channels", is_typed_atomic),
    field<M, &M::slot_group>(0, 13, 12, "Slot Group", "channels", kPlain, is_typed_access),
    field<M, &M::operation>(0, 11, 8, "Atomic Operation", "what is stored", kPlain, is_integer_atomic),
    field<M, &M::float_operation>(0, 11, 8, "Float Atomic Operation", "what is stored", kPlain, is_float_atomic),
    coded_field<M, &M::simd8, kSimd16Or8>(0, 12, 12, "SIMD Mode", "channels", has_simd8),
    field<M, &M::return_data>(0, 13, 13, "Return Data", "answers with the old value", kPlain, is_atomic),
    field<M, &M::control>(0, 13, 8, "Message Control", "depends on the type", kPlain, has_plain_control),
    coded_field<M, &M::scratch_write, kScratchDirections>(0, 17, 17, "Scratch Direction", "", is_scratch),
    coded_field<M, &M::scratch_dwords, kScratchChannelModes>(0, 16, 16, "Scratch Channel Mode", "", is_scratch),
    field<M, &M::scratch_invalidate>(0, 15, 15, "Scratch Invalidate After Read", "drops the cached lines", kPlain,
                                     is_scratch),
    coded_field<M, &M::scratch_block_size, kScratchBlockSizes>(0, 13, 12, "Scratch Block Size", "", is_scratch),
    field<M, &M::scratch_offset>(0, 11, 0, "Scratch Offset", "registers", kPlain, is_scratch),
    bindless_surface_field<M>(),
});
constexpr MessageLayout<M> kLayout{"data port message", kFields, kMessageWordNames};

}  // namespace

bool DataPortMessage::accepts(SharedFunction shared_function) {
  switch (shared_function) {
    case SharedFunction::kDataPort0:
    case SharedFunction::kDataPort1:
    case SharedFunction::kDataPort2:
    case SharedFunction::kReadOnlyDataPort:
      return true;
    default:
      return false;
  }
}

std::string DataPortMessage::type_name() const {
  if (is_scratch(*this)) return scratch_write ? "scratch block write" : "scratch block read";
  const EnumRow* row = type_rows(*this).find(type);
  return row ? std::string{row->name} : "type " + std::to_string(type);
}

DataPortMessage DataPortMessage::decode(MessageWords words) {
  return decode_message_fields(kLayout, words);
}

MessageWords DataPortMessage::encode() const {
  return encode_message_fields(kLayout, *this);
}

std::vector<FieldValue> DataPortMessage::fields() const {
  return kLayout.values(*this);
}

void DataPortMessage::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

std::string DataPortMessage::describe() const {
  std::string text = std::string{shared_function_id_rows().find(static_cast<std::uint32_t>(shared_function))->name} +
                     " " + type_name();
  if (is_scratch(*this)) {
    text +=
        ", offset " + std::to_string(scratch_offset) + ", " + std::to_string(1u << scratch_block_size) + " registers";
  } else if (binding_table_index == 252) {
    text += ", bindless surface at " + std::to_string(bindless_surface_offset);
  } else {
    text += ", binding " + std::to_string(binding_table_index);
  }
  if (is_integer_atomic(*this)) text += ", " + std::string{name_of(operation)};
  if (is_float_atomic(*this)) text += ", " + std::string{name_of(float_operation)};
  if (is_untyped_access(*this)) text += ", " + std::string{name_of(untyped_simd)};
  if (is_typed_access(*this)) text += ", " + std::string{name_of(slot_group)};
  return text + describe_lengths(*this);
}

template <>
const MessageLayout<DataPortMessage>& message_layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
