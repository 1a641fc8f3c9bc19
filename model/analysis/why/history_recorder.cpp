#include "analysis/why/history_recorder.h"

#include <algorithm>
#include <string_view>

#include "analysis/why/message_explanation.h"
#include "functional/message/sampler_request.h"
#include "machine/cache/footprint_lines.h"
#include "machine/cache/line_decoding.h"
#include "machine/cache/line_parts.h"
#include "machine/graph/line_caches.h"
#include "machine/graph/machine_graph.h"
#include "machine/graph/places.h"
#include "timing/protocol/sampler_work.h"

namespace texpipe::study {

namespace {

using machine::LineLookup;

/// Path of the block that a channel belongs to.
std::string owner_of(std::string_view channel) {
  for (const std::string_view end : {".l1.fills.mshrs", ".lookups", ".slots", ".messages"}) {
    if (!channel.ends_with(end)) continue;
    channel.remove_suffix(end.size());
    return std::string{channel} + (end == ".l1.fills.mshrs" ? ".l1" : "");
  }
  return std::string{channel};
}

std::string last_name(const std::string& path) {
  return path.substr(path.rfind('.') + 1);
}

std::string path_of(const machine::MachineParameters& machine, const timing::ThreadIndex& sender) {
  return machine::subslices_of(machine)[sender.subslice].path + ".eu[" + std::to_string(sender.eu) + "], thread " +
         std::to_string(sender.thread);
}

/// Shares of time that follow one another.
class Shares {
 public:
  explicit Shares(Cycles from) : at_{from} {}
  void until(Cycles end, std::string where, std::string what) {
    if (end <= at_) return;
    shares.push_back({std::move(where), std::move(what), end - at_});
    at_ = end;
  }
  std::vector<TimeShare> shares;

 private:
  Cycles at_;
};

}  // namespace

HistoryRecorder::HistoryRecorder(const machine::MachineParameters& machine, const functional::GpuMemory& memory,
                                 const std::map<std::uint64_t, std::set<unsigned>>& chosen)
    : machine_{machine}, memory_{memory} {
  for (const auto& [number, channels] : chosen) growing_[number].channels = channels;
}

void HistoryRecorder::listen(timing::Simulation& simulation) {
  for (std::size_t i = 0; i < simulation.events.channels(); ++i)
    block_of_channel_.push_back(block(owner_of(simulation.events.path(static_cast<timing::ChannelId>(i)))));
  simulation.events.add(*this);
}

std::size_t HistoryRecorder::block(const std::string& path) {
  const auto known = std::find(blocks_.begin(), blocks_.end(), path);
  if (known != blocks_.end()) return static_cast<std::size_t>(known - blocks_.begin());
  blocks_.push_back(path);
  return blocks_.size() - 1;
}

HistoryRecorder::Growing* HistoryRecorder::chosen(std::uint64_t number) {
  const auto known = growing_.find(number);
  return known == growing_.end() ? nullptr : &known->second;
}

HistoryRecorder::Growing* HistoryRecorder::chosen(const timing::SamplerWork& work) {
  const functional::Message& message = timing::message_of(*work.message).message;
  return message.variant == functional::OperationVariant::kGen9 ? chosen(message.number) : nullptr;
}

void HistoryRecorder::sent(const functional::Message& message) {
  Growing* growing = chosen(message.number);
  if (growing == nullptr) return;
  growing->has_values = message.planned == nullptr;
  growing->answer = explained_message(memory_, message, growing->channels);
  growing->history().name = MessageName::of(message.number);
}

void HistoryRecorder::on(const timing::LookupEvent& event) {
  if (event.footprint != nullptr) {
    lookups_[event.footprint].push_back(event);
  } else {
    level_lookups_[{block_of(event.cache), event.line}].push_back(event);
  }
}

void HistoryRecorder::on(const timing::FillEvent& event) {
  fills_[{block_of(event.cache), event.line}].push_back(event);
}

void HistoryRecorder::on(const timing::FootprintEvent& event) {
  const timing::FootprintExtension& footprint = *event.footprint;
  // An idle cache looks up before the stage in front of it tells that it has passed the footprint on.
  auto looked_up = lookups_.find(footprint.footprint);
  if (looked_up != lookups_.end() && block_of(looked_up->second.front().cache) != block_of(event.stage))
    looked_up = lookups_.end();
  const std::string& stage = blocks_[block_of(event.stage)];
  if (Growing* growing = chosen(*footprint.work)) {
    auto& all = growing->history().footprints;
    auto known = std::find_if(all.begin(), all.end(), [&](const FootprintHistory& h) {
      return h.subspan == footprint.subspan && h.index == footprint.index;
    });
    if (known == all.end()) {
      FootprintHistory made{.subspan = footprint.subspan, .index = footprint.index, .last = footprint.last};
      made.token = footprint.footprint == nullptr;
      if (!made.token) {
        made.level = footprint.footprint->level;
        made.tap = footprint.footprint->tap;
        made.pixels = footprint.footprint->pixels;
      }
      known = all.insert(all.end(), made);
    }
    known->stages.push_back({stage, event.entered, event.issued, event.ready, event.lines_there, event.left});
    if (looked_up != lookups_.end() && footprint.footprint != nullptr) {
      const NextLevel next = next_levels(stage.substr(0, stage.rfind('.')));
      for (const timing::LookupEvent& lookup : looked_up->second) known->lines.push_back(line_history(lookup, next));
    }
  }
  if (looked_up != lookups_.end()) lookups_.erase(looked_up);
}

void HistoryRecorder::on(const timing::MessageEvent& event) {
  Growing* growing = chosen(*event.work);
  if (growing == nullptr) return;
  if (event.answered) {
    growing->responded_at = event.ready;
    const std::string& block = blocks_[block_of(event.block)];
    growing->sampler = block.ends_with(".writeback") ? block.substr(0, block.rfind('.')) : block;
    growing->history().times.emplace();
    growing->history().times->accepted_at = event.work->accepted_at;
  } else {
    growing->front_end_ready = event.ready;
    growing->left_front_end = event.left;
  }
}

void HistoryRecorder::on(const timing::AnswerEvent& event) {
  const timing::MessageExtension& extension = *event.message;
  if (extension.message.shared_function != functional::kSamplerSfid) return;
  Growing* growing = chosen(extension.message.number);
  if (growing == nullptr || !growing->history().times) return;
  MessageTimes& times = *growing->history().times;
  times.sampler = growing->sampler;
  times.sent_at = extension.sent_at;
  times.responded_at = growing->responded_at;
  times.answered_at = event.time;
  times.shares = shares(*growing, times);
  growing->history().sender = path_of(machine_, extension.sender);
  if (growing->has_values) growing->history().response = extension.response;
}

/// The caches to which a miss of the sampler's first cache goes: its second level if it has one, L3, the last-level
/// cache.
HistoryRecorder::NextLevel HistoryRecorder::next_levels(const std::string& sampler) {
  const machine::MachineGraph graph = machine::graph_of(machine_);
  NextLevel next{.line = {}, .sectors = {ByteSize{64}, {}}, .caches = {}};
  std::size_t at = 0;
  while (at < graph.blocks().size() && graph.blocks()[at].path != sampler + ".l1") ++at;
  if (at == graph.blocks().size()) return next;
  const machine::TextureCacheParameters& l1 =
      machine::subslices_of(machine_)[graph.blocks()[at].subslice].parameters->sampler[graph.blocks()[at].index].l1;
  next.line = l1.line;
  next.sectors = l1.sectors();
  for (bool found = true; found;) {
    found = false;
    for (const machine::GraphEdge& edge : graph.edges()) {
      if (edge.from != at || edge.what != machine::Travels::kLine) continue;
      const machine::GraphBlock& to = graph.blocks()[edge.to];
      if (to.kind == machine::BlockKind::kMemory) break;
      const ByteSize line = machine::cache_parameters(machine_, to).line;
      next.caches.push_back({block(to.path), to.path, line, edge.in});
      at = edge.to;
      found = true;
      break;
    }
  }
  return next;
}

LineHistory HistoryRecorder::line_history(const timing::LookupEvent& lookup, const NextLevel& next) const {
  const functional::Footprint& footprint = *lookup.footprint;
  const unsigned expansion = footprint.decoded_lines ? footprint.expansion : 1;
  LineHistory line{.line = lookup.line,
                   .decoded = footprint.decoded_lines && footprint.expansion > 1,
                   .address = lookup.line * next.line.value() / expansion,
                   .looked_up = lookup.time,
                   .result = lookup.result,
                   .there = {},
                   .levels = {}};
  if (line.result == LineLookup::kHit) return line;
  if (const auto fills = fills_.find({block_of(lookup.cache), lookup.line}); fills != fills_.end()) {
    const auto fill = std::find_if(fills->second.begin(), fills->second.end(),
                                   [&](const timing::FillEvent& f) { return f.time >= lookup.time; });
    if (fill != fills->second.end()) line.there = fill->time;
  }
  if (line.result == LineLookup::kMiss && !next.caches.empty()) add_levels(line, lookup, next);
  return line;
}

/// Adds the lookups of the caches behind for the parts that a miss asks for: the whole line, or the sectors that the
/// footprint reads of it.
void HistoryRecorder::add_levels(LineHistory& line, const timing::LookupEvent& lookup, const NextLevel& next) const {
  const functional::Footprint& footprint = *lookup.footprint;
  machine::LineSectors wanted{{machine::line_of(footprint, 0).space, lookup.line}, next.sectors.all()};
  if (next.sectors.divided()) {
    machine::SectoredLines lines{next.sectors};
    lines.collect(footprint);
    for (unsigned i = 0; i < lines.count(); ++i)
      if (lines[i].key == wanted.key) wanted = lines[i];
  }
  machine::for_each_stored_run(wanted, {footprint.expansion}, next.sectors, [&](ByteAddress address, ByteSize bytes) {
    const machine::LineParts parts = machine::parts_of(address, bytes, next.caches.front().line);
    for (std::uint32_t part = 0; part < parts.count; ++part) add_levels(line, parts[part].address, next);
  });
}

/// The first lookup of a part at each level, from the first one's on, until one hits.
void HistoryRecorder::add_levels(LineHistory& line, ByteAddress part, const NextLevel& next) const {
  Cycles from = line.looked_up;
  for (const NextLevel::Cache& cache : next.caches) {
    const auto known = level_lookups_.find({cache.block, part.value() / cache.line.value()});
    if (known == level_lookups_.end()) break;
    const auto lookup = std::find_if(known->second.begin(), known->second.end(), [&](const timing::LookupEvent& l) {
      return l.time >= from && l.requester == cache.requester;
    });
    if (lookup == known->second.end()) break;
    line.levels.push_back({cache.path, lookup->time, lookup->result});
    from = lookup->time;
    if (lookup->result != LineLookup::kMiss) break;
  }
}

/// The last footprint's times, as the statistics of the stages count them.
std::vector<TimeShare> HistoryRecorder::shares(const Growing& growing, const MessageTimes& times) const {
  Shares shares{times.sent_at};
  shares.until(times.accepted_at, "on the way", "from the EU until the sampler takes it");
  if (growing.left_front_end != Cycles{}) {
    shares.until(growing.front_end_ready, "front_end", "payload and latency");
    shares.until(growing.left_front_end, "front_end", "for those before it and a place in the address generator");
  }
  const auto& all = growing.answer.history.footprints;
  const auto last = std::find_if(all.begin(), all.end(), [](const FootprintHistory& f) { return f.last; });
  if (last != all.end()) {
    for (const StagePassage& passage : last->stages) {
      const std::string stage = last_name(passage.stage);
      shares.until(passage.issued, stage, "to issue");
      shares.until(passage.ready, stage, "work and latency");
      shares.until(passage.lines_there, stage, "for lines");
      shares.until(passage.left, stage, "for those before it and a place in the next stage");
    }
    shares.until(times.responded_at, "writeback", "for the response bus, work and latency");
  } else {
    shares.until(times.responded_at, "sampler", "this timing does not tell more");
  }
  shares.until(times.answered_at, "on the way", "back to the registers");
  return std::move(shares.shares);
}

std::vector<AnsweredMessage> HistoryRecorder::answered() {
  std::vector<AnsweredMessage> answered;
  for (auto& [number, growing] : growing_) {
    MessageHistory& history = growing.history();
    std::stable_sort(history.footprints.begin(), history.footprints.end(), [](const auto& a, const auto& b) {
      return std::pair{a.subspan, a.index} < std::pair{b.subspan, b.index};
    });
    add_returned(growing.answer);
    answered.push_back(std::move(growing.answer));
  }
  return answered;
}

}  // namespace texpipe::study
