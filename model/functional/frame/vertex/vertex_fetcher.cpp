#include "functional/frame/vertex/vertex_fetcher.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/texel_value.h"
#include "functional/formats/vertex64.h"
#include "isa/gen9/commands/vertex_commands.h"

namespace texpipe::functional {

using gen9::CommandId;
using gen9::FieldBits;
using gen9::read_field;
using gen9::VertexComponentControl;
namespace command = gen9::command;

namespace {

constexpr unsigned kElementWords = 2;
constexpr unsigned kComponents = 4;
constexpr unsigned kPackedElements = 32;  // that 3DSTATE_VF_COMPONENT_PACKING has enables of
constexpr unsigned kMostBytes = 32;       // of an element
constexpr std::array kControls{
    command::kVertexElementState["Component 0 Control"], command::kVertexElementState["Component 1 Control"],
    command::kVertexElementState["Component 2 Control"], command::kVertexElementState["Component 3 Control"]};

[[noreturn]] void refuse(unsigned element, const std::string& problem) {
  throw Error{ExitCode::kMalformedInput,
              "3DSTATE_VERTEX_ELEMENTS: element " + std::to_string(element) + ": " + problem};
}

std::span<const std::uint32_t> words_of(const PipelineState& state, unsigned number) {
  return state.words(CommandId::kVertexElements).subspan(1 + kElementWords * number, kElementWords);
}

/// Components of an element that have room in a packed vertex.
unsigned enabled_components(const PipelineState& state, unsigned number) {
  if (number >= kPackedElements || !state.flag(command::kVf["Component Packing Enable"])) return 0xF;
  FieldBits place = command::kVfComponentPacking["Vertex Element 00 Enables"];
  place.stride = kComponents;
  return static_cast<unsigned>(state.value(place, number));
}

/// Component of an element that a generated value replaces; kComponents: none.
unsigned replaced(const PipelineState& state, unsigned number, FieldBits enable, FieldBits element,
                  FieldBits component) {
  if (!state.flag(enable) || state.value(element) != number) return kComponents;
  return static_cast<unsigned>(state.value(component));
}

/// Channels of 32 bits, R first, whose bits are their values.
bool is_copied(const gen9::FormatFacts& facts) {
  if (facts.kind != gen9::FormatKind::kPlain) return false;
  constexpr std::string_view kOrder{"RGBA"};
  for (unsigned i = 0; i < facts.channels.size(); ++i) {
    const gen9::StoredChannel& channel = facts.channels[i];
    if (channel.name == 0) continue;
    const bool as_is = channel.type == gen9::ChannelType::kFloat || channel.type == gen9::ChannelType::kUint ||
                       channel.type == gen9::ChannelType::kSint;
    if (!as_is || channel.bits != 32 || channel.name != kOrder[i] || channel.first_bit != 32 * i) return false;
  }
  return true;
}

}  // namespace

VertexFetcher::VertexFetcher(const PipelineState& state, const GpuMemory& memory, std::uint32_t start_instance)
    : memory_{memory}, start_instance_{start_instance} {
  const std::size_t words = state.words(CommandId::kVertexElements).size();
  const auto count = static_cast<unsigned>(words < 1 ? 0 : (words - 1) / kElementWords);
  for (unsigned number = 0; number < count; ++number) {
    if (read_field(words_of(state, number), command::kVertexElementState["Valid"]) != 0) add_element(state, number);
  }
}

void VertexFetcher::add_element(const PipelineState& state, unsigned number) {
  const std::span<const std::uint32_t> words = words_of(state, number);
  const auto format =
      static_cast<std::uint32_t>(read_field(words, command::kVertexElementState["Source Element Format"]));
  const EnumRow* row = enum_rows(gen9::SurfaceFormat{}).find(format);
  if (row == nullptr || row->reserved()) refuse(number, "there is no format " + std::to_string(format));
  Element element;
  element.format = static_cast<gen9::SurfaceFormat>(format);
  const gen9::FormatFacts& facts = gen9::format_facts(element.format);
  if (!facts.vertex_buffer) refuse(number, std::string{facts.name} + " is no format of vertex buffers");
  element.bytes = facts.element_bytes();
  element.wide = facts.kind == gen9::FormatKind::kVertex64 && facts.channels[0].type == gen9::ChannelType::kRaw;
  element.copied = is_copied(facts);
  if (!element.wide) {
    const ElementDecoder decoder{element.format};
    for (unsigned i = 0; i < kComponents; ++i)
      element.missing[i] = channel_bits(decoder.coding()[i], decoder.coding()[i].default_code);
    if (!element.copied) element.decoder = decoder;
  }
  const VertexBufferWords& buffer = state.vertex_buffer(
      static_cast<unsigned>(read_field(words, command::kVertexElementState["Vertex Buffer Index"])));
  const std::uint64_t start =
      read_field(buffer, command::kVertexBufferState["Buffer Starting Address"]) & (GpuMemory::kEnd - 1);
  const bool null = read_field(buffer, command::kVertexBufferState["Null Vertex Buffer"]) != 0;
  element.first = start + read_field(words, command::kVertexElementState["Source Element Offset"]);
  element.pitch = read_field(buffer, command::kVertexBufferState["Buffer Pitch"]);
  element.end = null ? 0 : start + read_field(buffer, command::kVertexBufferState["Buffer Size"]);
  element.instanced = state.instanced(number);
  element.step = state.instance_step(number);
  if (read_field(words, command::kVertexElementState["Edge Flag Enable"]) != 0) {
    edge_flag_ = element;
    return;
  }
  add_stores(state, number, element);
  elements_.push_back(element);
}

void VertexFetcher::add_stores(const PipelineState& state, unsigned number, Element& element) {
  const std::span<const std::uint32_t> words = words_of(state, number);
  const unsigned vertex_number =
      replaced(state, number, command::kVfSgvs["VertexID Enable"], command::kVfSgvs["VertexID Element Offset"],
               command::kVfSgvs["VertexID Component Number"]);
  const unsigned instance_number =
      replaced(state, number, command::kVfSgvs["InstanceID Enable"], command::kVfSgvs["InstanceID Element Offset"],
               command::kVfSgvs["InstanceID Component Number"]);
  const unsigned enabled = enabled_components(state, number);
  if (element.wide && enabled != 0xF) unsupported("component packing of an element of a 64-bit PASSTHRU format");
  const unsigned dwords_each = element.wide ? 2 : 1;
  element.first_store = static_cast<unsigned>(stores_.size());
  unsigned room = 0;  // DWords
  std::uint8_t source = 0;
  bool ended = false;
  for (unsigned i = 0; i < kComponents; ++i) {
    const auto code = static_cast<std::uint32_t>(read_field(words, kControls[i]));
    const EnumRow* row = enum_rows(VertexComponentControl{}).find(code);
    if (row == nullptr || row->reserved()) refuse(number, "there is no component control " + std::to_string(code));
    const auto control = static_cast<VertexComponentControl>(code);
    if (control == VertexComponentControl::kNoStore && i == 0) refuse(number, "component 0 is not stored");
    if (control != VertexComponentControl::kNoStore && ended)
      refuse(number, "component " + std::to_string(i) + " is stored behind one that is not");
    ended = ended || control == VertexComponentControl::kNoStore;
    const bool generated = i == vertex_number || i == instance_number;
    // Components that are not stored have room, and 0, but in 64-bit elements.
    const bool has_room = element.wide ? !ended || generated : (enabled >> i & 1u) != 0;
    for (unsigned half = 0; half < dwords_each; ++half) {
      Store store{.dword = static_cast<std::uint16_t>(dwords_ + room)};
      if (i == instance_number) {
        store.origin = Origin::kInstanceNumber;
      } else if (i == vertex_number) {
        store.origin = Origin::kVertexNumber;
      } else if (control == VertexComponentControl::kStoreSrc) {
        store.origin = Origin::kSource;
        store.source = source++;
        element.reads = true;
      } else if (control == VertexComponentControl::kStorePid) {
        store.origin = Origin::kPrimitiveNumber;
        stores_primitives_ = true;
      } else if (control == VertexComponentControl::kStore1Fp) {
        constexpr auto kWideOne = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(1.0) >> 32);
        store.value = !element.wide ? std::bit_cast<std::uint32_t>(1.0f) : half == 1 ? kWideOne : 0;
      } else if (control == VertexComponentControl::kStore1Int) {
        store.value = half == 0 ? 1 : 0;
      }
      if (!has_room) continue;
      ++room;
      stores_.push_back(store);
    }
  }
  element.stores = static_cast<unsigned>(stores_.size()) - element.first_store;
  dwords_ += element.wide ? (room + kComponents - 1) / kComponents * kComponents : room;
}

void VertexFetcher::fetch(const FetchedVertex& vertex, std::span<std::uint32_t> values) const {
  for (const Element& element : elements_) {
    const Source source = element.reads ? read_source(element, vertex) : Source{};
    for (const Store& store : std::span{stores_}.subspan(element.first_store, element.stores)) {
      if (store.dword >= values.size()) return;
      std::uint32_t& value = values[store.dword];
      switch (store.origin) {
        case Origin::kSource:
          value = source[store.source];
          break;
        case Origin::kConstant:
          value = store.value;
          break;
        case Origin::kVertexNumber:
          value = vertex.number;
          break;
        case Origin::kInstanceNumber:
          value = vertex.instance;
          break;
        case Origin::kPrimitiveNumber:
          value = vertex.primitive;
          break;
      }
    }
  }
}

/// Address of an element; nothing: it lies beyond its buffer.
std::optional<std::uint64_t> VertexFetcher::address_of(const Element& element, const FetchedVertex& vertex) const {
  const std::uint32_t index =
      !element.instanced ? vertex.index : start_instance_ + (element.step == 0 ? 0 : vertex.instance / element.step);
  const std::uint64_t address = element.first + element.pitch * index;
  if (address + element.bytes > element.end || !GpuMemory::holds(ByteAddress{address}, ByteSize{element.bytes}))
    return std::nullopt;
  return address;
}

VertexFetcher::Source VertexFetcher::read_source(const Element& element, const FetchedVertex& vertex) const {
  Source source{};
  const std::optional<std::uint64_t> found = address_of(element, vertex);
  if (!found) return source;
  const std::uint64_t address = *found;
  if (element.copied) {
    std::copy(element.missing.begin(), element.missing.end(), source.begin());
    memory_.read(ByteAddress{address}, std::as_writable_bytes(std::span{source}).first(element.bytes));
    return source;
  }
  std::array<std::byte, kMostBytes> bytes;
  memory_.read(ByteAddress{address}, std::span{bytes}.first(element.bytes));
  if (element.wide) {
    const std::array<std::uint64_t, 4> components = decode_vertex64(element.format, bytes.data());
    return std::bit_cast<Source>(components);
  }
  Texel texel;
  element.decoder->decode(bytes.data(), &texel);
  const std::array<std::uint32_t, 4> rgba = texel_to_rgba(element.decoder->coding(), texel);
  std::copy(rgba.begin(), rgba.end(), source.begin());
  return source;
}

bool VertexFetcher::edge_flag(const FetchedVertex& vertex) const {
  return !edge_flag_ || read_source(*edge_flag_, vertex)[0] != 0;
}

}  // namespace texpipe::functional
