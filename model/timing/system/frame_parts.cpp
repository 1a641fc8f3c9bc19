#include "timing/system/frame_parts.h"

#include <string>

#include "machine/graph/cache_surroundings.h"
#include "machine/graph/places.h"
#include "timing/simulation/connect.h"

namespace texpipe::timing {

FrameParts::FrameParts(sc_core::sc_module_name name, Simulation& simulation, const machine::MachineParameters& machine,
                       functional::Workload& workload, RecurrenceDriver* recurrence)
    : sc_module{name},
      simulation_{simulation},
      recurrence_{recurrence},
      block_{std::make_unique<FrameBlock>("pipeline", simulation, this->name(), machine.slice.frame,
                                          machine::subslices_of_slices(machine), *workload.threads,
                                          workload.ask_for_work(), [this] { return flush(); })} {
  for (unsigned cache = 0; cache < functional::kFrameCaches; ++cache) {
    const machine::FrameCacheFacts& facts = machine::kFrameCacheFacts[cache];
    paths_.push_back(machine::frame_cache_path(machine, cache));
    RequestPort& port = block_->port(static_cast<functional::FrameCache>(cache));
    if (recurrence != nullptr) {
      ports_.push_back(std::make_unique<LooseLinePort>((std::string{facts.name} + "_entrance").c_str(), simulation,
                                                       *recurrence, recurrence->machine().frame_port(cache),
                                                       *workload.memory));
      connect(simulation, port.socket, ports_.back()->socket);
      continue;
    }
    caches_.push_back(std::make_unique<LineCache>(
        facts.name, simulation, machine.slice.frame.line_cache(static_cast<functional::FrameCache>(cache)),
        LineCachePlace{machine::surroundings_of_frame_cache(machine), *workload.memory, facts.description}));
    connect(simulation, port.socket, caches_.back()->requester(0));
  }
}

void FrameParts::offer(Sockets& sockets) {
  for (std::size_t cache = 0; cache < caches_.size(); ++cache)
    sockets.offer(paths_[cache], 0, caches_[cache]->memory_port().socket);
}

void FrameParts::bind(Sockets& sockets, Simulation& simulation, const machine::MachineParameters& machine) {
  const std::vector<machine::LineCacheOf> behind = machine::caches_behind_slices(machine);
  const std::string next{behind.empty() ? std::string_view{"memory"} : behind.front().facts.path};
  for (unsigned cache = 0; cache < functional::kFrameCaches; ++cache)
    sockets.bind_lines(simulation, machine::frame_cache_path(machine, cache), next,
                       machine::first_frame_requester(machine) + cache);
}

std::vector<machine::WarmCache*> FrameParts::warm_caches() const {
  std::vector<machine::WarmCache*> caches;
  for (const auto& cache : caches_) caches.push_back(cache.get());
  return caches;
}

void FrameParts::write_back_all() {
  for (const auto& cache : caches_) cache->write_back_all();
}

std::uint64_t FrameParts::flush() {
  std::uint64_t bytes = 0;
  for (const auto& cache : caches_) bytes += cache->flush();
  if (recurrence_ == nullptr) return bytes;
  recurrence_->advance();
  bytes = recurrence_->machine().flush_frame_caches(simulation_.clock.now());
  recurrence_->schedule();
  return bytes;
}

}  // namespace texpipe::timing
