#include "timing/frame/frame_block.h"

#include <algorithm>
#include <utility>

#include "functional/message/pixel_writes.h"

namespace texpipe::timing {

FrameBlock::FrameBlock(sc_core::sc_module_name name, Simulation& simulation, const std::string& path,
                       const machine::FrameParameters& parameters, const std::vector<std::uint32_t>& subslices,
                       const functional::ThreadSource& threads, functional::FrameWork& work,
                       std::function<std::uint64_t()> flush)
    : sc_module{name},
      simulation_{simulation},
      threads_{threads},
      work_{work},
      flush_{std::move(flush)},
      statistics_{simulation.statistics, path},
      hash_{parameters.pixel_hash, subslices},
      urb_{parameters.urb, hash_.subslices(), *this, statistics_},
      pipeline_{parameters, work.cleared, *this, urb_, statistics_, accounts_},
      backend_{parameters.pixel_backend, hash_.subslices(), work.cleared, *this, statistics_, accounts_} {
  work_.reuse = parameters.vertex_fetch.reuse;
  work_.ahead = parameters.vertex_fetch.ahead;
  work_.compresses = parameters.pixel_backend.compression_ratio != 1;
  work_.cleared.keep(functional::FrameCache::kDepth, parameters.hiz.clear_state);
  work_.cleared.keep(functional::FrameCache::kColor, parameters.pixel_backend.clear_state);
  simulation.watchdog.add(
      {path, 0, [this] { return std::uint64_t{pipeline_.steps()}; }, [this] { return pipeline_.describe(); }});
  for (unsigned cache = 0; cache < functional::kFrameCaches; ++cache) {
    ports_[cache] =
        std::make_unique<RequestPort>((std::string{machine::kFrameCacheFacts[cache].name} + "_port").c_str(),
                                      simulation, [this](Payload& payload) { answered(payload); });
  }
}

void FrameBlock::begin_phase() {
  pipeline_.take(work_, simulation_.clock.now());
  wake();
}

void FrameBlock::started() {
  pipeline_.started(simulation_.clock.now());
  wake();
}

std::optional<std::uint32_t> FrameBlock::subslice_of(unsigned group) {
  const std::optional<functional::ThreadPixel> pixel = threads_.pixel_of(group);
  return pixel ? hash_.subslice_of(*pixel) : std::nullopt;
}

bool FrameBlock::takes_write(unsigned subslice) {
  const bool takes = backend_.has_room(subslice, simulation_.clock.now());
  if (!takes) wake();
  return takes;
}

void FrameBlock::write(unsigned subslice, const functional::Message& message) {
  message.context->pixels->last_work(message, target_);
  backend_.take(subslice, target_, simulation_.clock.now());
  wake();
}

/// A header of one register stands before what is written.
void FrameBlock::move_urb(unsigned subslice, const functional::Message& message,
                          const functional::MessageResponse& response) {
  const std::uint64_t sent = message.payload.size(), read = response.registers.size();
  urb_.take(subslice, read == 0 && sent > 1 ? (sent - 1) * sizeof(functional::Grf) : 0, read * sizeof(functional::Grf),
            simulation_.clock.now());
  wake();
}

void FrameBlock::ask(functional::FrameCache cache, ByteAddress line, ByteSize bytes, bool write, std::uint64_t tag) {
  PayloadRef payload =
      memory_request(simulation_.memory, write ? MemoryCommand::kWrite : MemoryCommand::kRead, line, bytes);
  tag_of(*payload) = tag << 1 | static_cast<std::uint64_t>(in_backend_);
  port(cache).send(std::move(payload));
}

void FrameBlock::open(std::uint32_t threads) {
  for (std::uint32_t thread = 0; thread < threads; ++thread) opened();
}

void FrameBlock::answered(const Payload& payload) {
  const std::uint64_t tag = payload.get_extension<MemoryBuffer>()->tag;
  const Cycles now = simulation_.clock.now();
  if ((tag & 1) != 0) {
    backend_.answered(tag >> 1, now);
  } else {
    pipeline_.answered(tag >> 1, now);
  }
  wake();
}

/// A pipeline that waits for the backend to rest looks again when the backend has.
void FrameBlock::act() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    urb_.advance(now);
    in_backend_ = true;
    backend_.advance(now);
    in_backend_ = false;
    pipeline_.advance(now, backend_.rests(now));
    wake();
  });
}

void FrameBlock::wake() {
  const Cycles next = std::min({pipeline_.next(), backend_.next(), urb_.next()});
  if (next != machine::kNever) wake_.at(next);
}

}  // namespace texpipe::timing
