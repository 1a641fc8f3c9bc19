#include "timing/cache/line_cache.h"

#include "base/diagnostic.h"
#include "base/units.h"
#include "timing/protocol/debug_access.h"
#include "timing/stage/debug_transport.h"

namespace texpipe::timing {
namespace {

constexpr const char* kWritingBack = "when caches are written back";

}  // namespace

LineCache::LineCache(sc_core::sc_module_name name, Simulation& simulation,
                     const machine::LineCacheParameters& parameters, const LineCachePlace& place)
    : sc_module{name},
      simulation_{simulation},
      parameters_{parameters},
      memory_{place.memory},
      progress_{simulation.watchdog.requester(this->name())},
      channel_{simulation.events.channel(EventChannelKind::kCache, std::string{this->name()} + ".lookups")},
      banks_{parameters, place.surroundings, simulation.statistics.group(this->name(), place.description), *this} {
  const machine::LineCacheSurroundings& around = place.surroundings;
  for (std::uint32_t index = 0; index < around.requesters; ++index)
    add_port(index, around.requesters_per_port, around.places.port());
  for (std::uint32_t slice = 0; slice < parameters.slices; ++slice) {
    memory_ports_.push_back(std::make_unique<RequestPort>(unit_path("memory_port", slice, parameters.slices).c_str(),
                                                          simulation,
                                                          [this](Payload& payload) { memory_answered(payload); }));
  }
}

void LineCache::add_port(std::uint32_t requester, std::uint32_t per_port, machine::LinePlace place) {
  const std::string name = "requester[" + std::to_string(requester) + "]";
  ports_.push_back(std::make_unique<AnswerPort>(
      name.c_str(), simulation_, parameters_.bytes_per_cycle,
      AnswerPort::Owner{[this, requester](Payload& payload) { return offered(requester, payload); },
                        [this](Payload& payload) { return debug(payload); }, place}));
  ports_.back()->share_bus(*ports_[requester - requester % per_port]);
  if (requester % per_port == 0) ports_.back()->keep(banks_.port_account(requester / per_port));
  simulation_.watchdog.add({std::string{this->name()} + "." + name, parameters_.queue,
                            [this, requester] { return std::uint64_t{banks_.queued(requester)}; },
                            [this, requester] { return describe_queue(requester); }});
}

void LineCache::offer_sockets(Sockets& sockets, const std::string& path) {
  for (std::uint32_t index = 0; index < ports_.size(); ++index) sockets.offer(path, index, requester(index));
  for (std::uint32_t slice = 0; slice < memory_ports_.size(); ++slice)
    sockets.offer(path, slice, memory_port(slice).socket);
}

std::string LineCache::describe_queue(std::uint32_t requester) const {
  std::string text;
  banks_.for_each_oldest(requester, [&text](std::size_t bank, const Request& request) {
    text += (text.empty() ? "" : "; ") + std::string{"bank "} + std::to_string(bank) + " address " +
            std::to_string(request.handle->get_address()) + " since cycle " + std::to_string(request.arrival.value());
  });
  return text;
}

bool LineCache::offered(std::uint32_t requester, Payload& payload) {
  if (banks_.full(requester, banks_.line_of(ByteAddress{payload.get_address()}))) return false;
  push(requester, payload);
  wake_when_due();
  return true;
}

void LineCache::push(std::uint32_t requester, Payload& payload) {
  const std::uint64_t line = banks_.line_of(ByteAddress{payload.get_address()});
  const ByteAddress last{payload.get_address() + payload.get_data_length() - 1};
  if (line != banks_.line_of(last))
    throw Error{ExitCode::kInternalError, std::string{name()} + ": a request crosses a cache line"};
  progress_.asked();
  banks_.take({.handle = PayloadRef{payload},
               .line = line,
               .bytes = payload.get_data_length(),
               .requester = requester,
               .offset = banks_.offset_of(ByteAddress{payload.get_address()}),
               .write = payload.is_write()},
              now());
}

void LineCache::freed(std::uint32_t requester, Cycles) {
  AnswerPort& port = *ports_[requester];
  if (port.waiting() == nullptr) return;
  if (banks_.full(requester, banks_.line_of(ByteAddress{port.waiting()->get_address()}))) return;
  push(requester, *port.waiting());
  port.take_waiting();
}

void LineCache::memory_answered(Payload& payload) {
  note_place(payload, machine::LinePlace::kMemory, now());  // a foreign memory tells no places
  banks_.answered(ByteAddress{payload.get_address()}, payload.is_write(), now(),
                  payload.get_extension<MemoryBuffer>()->path);
  wake_when_due();
}

void LineCache::step() {
  banks_.step(now());
  wake_when_due();
}

void LineCache::wake_when_due() {
  if (banks_.next() != machine::kNever) wake_.at(banks_.next());
}

void LineCache::looked_up(const Request& request, machine::LineLookup result, Cycles now) const {
  if (!simulation_.events.listening()) return;
  simulation_.events.publish(LookupEvent{channel_, now, request.line, result, nullptr, request.requester, line()});
}

void LineCache::ask(std::uint32_t slice, const machine::LineParts& parts, bool write, Cycles at) {
  for (std::uint32_t number = 0; number < parts.count; ++number) {
    const machine::LinePart part = parts[number];
    memory_ports_[slice]->send_at(
        at, write ? write_of(part) : memory_request(simulation_.memory, MemoryCommand::kRead, part.address, part.size));
  }
}

PayloadRef LineCache::write_of(machine::LinePart part) {
  PayloadRef payload = memory_request(simulation_.memory, MemoryCommand::kWrite, part.address, part.size);
  if (writes_bytes_) memory_.read(part.address, data_of(*payload));
  return payload;
}

machine::LinePath* LineCache::answer(const Request& request, Cycles ready, std::uint32_t rank) {
  request.handle->set_response_status(tlm::TLM_OK_RESPONSE);
  progress_.answered();
  ports_[request.requester]->answer(request.handle, ready, rank);
  auto* const buffer = request.handle->get_extension<MemoryBuffer>();
  return buffer != nullptr ? &buffer->path : nullptr;
}

unsigned LineCache::debug(Payload& payload) {
  const unsigned count = debug_access(memory_, payload);
  if (count > 0 && payload.is_write() && writes_bytes_) debug_transport(memory_port().socket, payload, kWritingBack);
  return count;
}

void LineCache::write_back_all() {
  banks_.clean_all([this](const machine::LineParts& parts) {
    for (std::uint32_t part = 0; part < parts.count && writes_bytes_; ++part)
      debug_transport(memory_port().socket, *write_of(parts[part]), kWritingBack);
  });
}

std::uint64_t LineCache::flush() {
  const std::uint64_t bytes = banks_.flush(now());
  wake_when_due();
  return bytes;
}

std::uint64_t LineCache::bytes_moved() const {
  return banks_.bytes_moved();
}

}  // namespace texpipe::timing
