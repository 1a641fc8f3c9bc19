#include "workload/recording/thread_batch.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/diagnostic.h"
#include "functional/sampling/rules/mono_filter.h"
#include "host/files/byte_reader.h"
#include "isa/gen9/shared_function.h"
#include "workload/recording/chunk_file.h"

namespace texpipe::study {

namespace {

using functional::EuStep;
using functional::GrfRange;
using functional::InstructionClass;
using functional::MessageContext;
using functional::MessageSend;

enum KindFlag : std::uint32_t { kEndOfThread = 1, kTicket = 2, kHash = 4, kSpa = 8 };

[[noreturn]] void refuse_threads(const std::string& name, const std::string& problem) {
  malformed(name, "threads of the recording: " + problem, "a recording as `texpipe run --record` writes it");
}

std::uint32_t bits_of(GrfRange range) {
  return range.first | std::uint32_t{range.count} << 8;
}

GrfRange range_of(std::uint32_t bits, const std::string& name) {
  const GrfRange range{static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8)};
  if (range.first + unsigned{range.count} > functional::kGrfCount)
    refuse_threads(name, "registers beyond the last one");
  return range;
}

// Beside the class.
constexpr std::uint32_t kIgnoresDestination = 1u << 8, kHoldsDestination = 1u << 9;
constexpr unsigned kControlShift = 10;  // two bits
constexpr std::uint32_t kAfterOlder = 1u << 12;

std::uint32_t control_bits(const EuStep& step) {
  return (step.checks_destination ? 0 : kIgnoresDestination) | (step.releases_destination ? 0 : kHoldsDestination) |
         static_cast<std::uint32_t>(step.control) << kControlShift | (step.after_older_threads ? kAfterOlder : 0);
}

StepWords words_of(const EuStep& step) {
  return {static_cast<std::uint32_t>(step.instruction) | control_bits(step) | std::uint32_t{step.dwords} << 16,
          bits_of(step.reads[0]) | bits_of(step.reads[1]) << 16,
          bits_of(step.reads[2]) | bits_of(step.reads[3]) << 16,
          bits_of(step.writes),
          step.reads_flags,
          step.writes_flags};
}

EuStep step_of(const StepWords& words, const std::string& name) {
  EuStep step;
  if ((words[0] & 0xFF) >= functional::kInstructionClasses || (words[0] & 0xE000) != 0)
    refuse_threads(name, "an instruction of no class");
  const std::uint32_t control = words[0] >> kControlShift & 3;
  if (control > static_cast<std::uint32_t>(functional::ThreadControl::kSwitch))
    refuse_threads(name, "an instruction of no thread control");
  step.checks_destination = (words[0] & kIgnoresDestination) == 0;
  step.releases_destination = (words[0] & kHoldsDestination) == 0;
  step.control = static_cast<functional::ThreadControl>(control);
  step.after_older_threads = (words[0] & kAfterOlder) != 0;
  step.instruction = static_cast<InstructionClass>(words[0] & 0xFF);
  step.dwords = static_cast<std::uint16_t>(words[0] >> 16);
  for (unsigned i = 0; i < step.reads.size(); ++i) step.reads[i] = range_of(words[1 + i / 2] >> i % 2 * 16, name);
  step.writes = range_of(words[3], name);
  step.reads_flags = words[4];
  step.writes_flags = words[5];
  return step;
}

/// Columns of structures are their words, one after the other.
template <class Words>
std::vector<Words> words_at(const nlohmann::json& content, const char* key, const std::string& name) {
  return column_at<Words>(content, key, name);
}

/// Lists one after the other, and where each starts; the last start is the end.
struct Lists {
  std::vector<std::uint32_t> starts{0};
  std::vector<std::uint32_t> values;

  void add(const std::vector<std::uint32_t>& list) {
    values.insert(values.end(), list.begin(), list.end());
    starts.push_back(static_cast<std::uint32_t>(values.size()));
  }
};

void check_starts(const std::vector<std::uint32_t>& starts, std::size_t values, const std::string& name) {
  if (starts.empty() || starts.front() != 0 || starts.back() != values || !std::is_sorted(starts.begin(), starts.end()))
    refuse_threads(name, "lists that do not follow each other");
}

}  // namespace

bool goes_to_pixel_coverage(const functional::Message& message) {
  return message.shared_function == static_cast<std::uint8_t>(gen9::SharedFunction::kPixelInterpolator);
}

std::array<std::uint32_t, 8>& quad_slots(functional::Message& message) {
  if (message.variant != functional::OperationVariant::kSpa) return message.subspan_slots;
  if (message.payload.size() < 2) throw Error{ExitCode::kMalformedInput, "a PIXLD message without its quads' slots"};
  return message.payload[1];
}

const std::array<std::uint32_t, 8>& quad_slots(const functional::Message& message) {
  return quad_slots(const_cast<functional::Message&>(message));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// The last word of a context: switches, above them how much general state there is and where, in the units that
/// launches place it in.
constexpr unsigned kGeneralBytesAt = 5, kGeneralBaseAt = 28;
constexpr std::uint64_t kGeneralBytesUnit = 1024, kGeneralBaseUnit = 4096;

ContextWords context_words(const MessageContext& c) {
  const functional::QueryOptions& q = c.queries;
  return {c.surface_state_base.value(),
          c.dynamic_state_base.value(),
          c.bindless_surface_state_base.value(),
          c.binding_table_offset,
          c.sampler_state_offset,
          c.palettes[0].value(),
          c.palettes[1].value(),
          c.chroma_keys.value(),
          c.mono_filter[0] | c.mono_filter[1] << 8 | c.coarse_pixel[0] << 16 | std::uint64_t{c.coarse_pixel[1]} << 24,
          std::uint64_t{q.literal_shift} | std::uint64_t{q.palette_plus_one} << 1 |
              std::uint64_t{q.cube_direction} << 2 | std::uint64_t{q.pixld.grid_integer} << 3 |
              std::uint64_t{q.pixld.covered_all_ones} << 4 |
              c.general_state_bytes / kGeneralBytesUnit << kGeneralBytesAt |
              c.general_state_base.value() / kGeneralBaseUnit << kGeneralBaseAt};
}

const MessageContext* ContextTable::find(const ContextWords& words, const std::string& name) {
  std::unique_ptr<MessageContext>& context = contexts_[words];
  if (context) return context.get();
  context = std::make_unique<MessageContext>();
  const auto small = [&](std::uint64_t value) {
    if (value > std::numeric_limits<std::uint32_t>::max()) refuse_threads(name, "a state offset that is too large");
    return static_cast<std::uint32_t>(value);
  };
  const auto size = [&](unsigned shift, unsigned most) {
    const auto value = static_cast<std::uint8_t>(words[8] >> shift);
    if (value < 1 || value > most) refuse_threads(name, "a filter or pixel of " + std::to_string(value) + " texels");
    return value;
  };
  context->surface_state_base = ByteAddress{words[0]};
  context->dynamic_state_base = ByteAddress{words[1]};
  context->bindless_surface_state_base = ByteAddress{words[2]};
  context->binding_table_offset = small(words[3]);
  context->sampler_state_offset = small(words[4]);
  context->palettes = {ByteAddress{words[5]}, ByteAddress{words[6]}};
  context->chroma_keys = ByteAddress{words[7]};
  context->mono_filter = {size(0, functional::kMaxMonoFilter), size(8, functional::kMaxMonoFilter)};
  context->coarse_pixel = {size(16, 255), size(24, 255)};
  const std::uint64_t q = words[9];
  context->queries = {.literal_shift = (q & 1) != 0,
                      .palette_plus_one = (q >> 1 & 1) != 0,
                      .cube_direction = (q >> 2 & 1) != 0,
                      .pixld = {.grid_integer = (q >> 3 & 1) != 0, .covered_all_ones = (q >> 4 & 1) != 0}};
  context->general_state_bytes =
      (q >> kGeneralBytesAt & ((1u << (kGeneralBaseAt - kGeneralBytesAt)) - 1)) * kGeneralBytesUnit;
  context->general_state_base = ByteAddress{(q >> kGeneralBaseAt) * kGeneralBaseUnit};
  context->coverage = places_.coverage;
  context->urb = places_.urb;
  context->pixels = places_.pixels;
  return context.get();
}

ThreadBatch::ThreadBatch(const nlohmann::json& content, unsigned threads_per_group, bool places, Plans plans,
                         ContextTable& contexts, const std::string& name)
    : first_group_{static_cast<unsigned>(number_at(content, "first_group", 0xFFFF'FFFF, name))},
      groups_{static_cast<unsigned>(number_at(content, "groups", 0xFFFF'FFFF, name))},
      threads_per_group_{threads_per_group} {
  for (const StepWords& words : words_at<StepWords>(content, "steps", name)) steps_.push_back(step_of(words, name));
  read_kinds(content, contexts, name);
  read_paths(content, name);
  read_threads(content, places, plans, name);
}

void ThreadBatch::read_kinds(const nlohmann::json& content, ContextTable& contexts, const std::string& name) {
  const auto states = words_at<ContextWords>(content, "contexts", name);
  for (const KindWords& words : words_at<KindWords>(content, "kinds", name)) {
    MessageKind kind;
    functional::Message& message = kind.send.message;
    const std::uint32_t flags = words[0] >> 8 & 0xFF;
    message.shared_function = static_cast<std::uint8_t>(words[0]);
    if ((flags & kSpa) != 0) message.variant = functional::OperationVariant::kSpa;
    kind.send.end_of_thread = (flags & kEndOfThread) != 0;
    if ((flags & kTicket) != 0) kind.send.ticket = 0;
    if ((flags & kHash) != 0) kind.send.texture_hash = static_cast<std::uint8_t>(words[0] >> 16);
    kind.send.first_channel = static_cast<std::uint8_t>(words[0] >> 24);
    message.descriptor = words[1];
    message.extended_descriptor = words[2];
    kind.registers = static_cast<std::uint16_t>(words[3]);
    kind.send.destination = range_of(words[3] >> 16, name);
    kind.send.hazards = words[4];
    if (words[5] > states.size()) refuse_threads(name, "a message of no state");
    if (words[5] != 0) message.context = contexts.find(states[words[5] - 1], name);
    kinds_.push_back(std::move(kind));
  }
}

void ThreadBatch::read_paths(const nlohmann::json& content, const std::string& name) {
  awaits_ = column_at<std::uint32_t>(content, "await_starts", name);
  awaited_ = column_at<std::uint32_t>(content, "awaited", name);
  check_starts(awaits_, awaited_.size(), name);
  for (const EntryWords& words : words_at<EntryWords>(content, "entries", name)) {
    const PathEntry entry{words[0], words[1], words[2]};
    if (entry.step >= steps_.size() || entry.message > kinds_.size() || entry.awaits >= awaits_.size())
      refuse_threads(name, "an instruction that is not described");
    if (entry.message != 0 && steps_[entry.step].instruction != InstructionClass::kSend)
      refuse_threads(name, "an instruction that sends and is no send");
    entries_.push_back(entry);
  }
  path_starts_ = column_at<std::uint32_t>(content, "path_starts", name);
  path_ = column_at<std::uint32_t>(content, "paths", name);
  check_starts(path_starts_, path_.size(), name);
  for (const std::uint32_t index : path_) {
    if (index >= entries_.size()) refuse_threads(name, "a path with an instruction that is not described");
  }
  before_send_.resize(path_.size());
  for (std::size_t p = 0; p + 1 < path_starts_.size(); ++p) {
    std::uint32_t before = 0;
    bool last = true;
    if (path_starts_[p] == path_starts_[p + 1]) refuse_threads(name, "a thread that never ends");
    for (std::uint32_t i = path_starts_[p + 1]; i-- > path_starts_[p]; last = false) {
      const PathEntry& here = entry(i);
      const bool ends = here.message != 0 && kind(here).send.end_of_thread;
      if (ends != last) refuse_threads(name, "a thread that does not end with its end");
      before = here.message != 0 ? 0 : before + 1;
      before_send_[i] = before;
    }
  }
}

void ThreadBatch::read_threads(const nlohmann::json& content, bool places, Plans plans, const std::string& name) {
  const auto paths = column_at<std::uint32_t>(content, "threads", name);
  if (groups_ == 0 || paths.size() != std::uint64_t{groups_} * threads_per_group_)
    refuse_threads(name, "groups of another size");
  masks_ = column_at<std::uint32_t>(content, "masks", name);
  payload_ = column_at<functional::Grf>(content, "payload", name);
  if (places) places_ = column_at<QuadPlaces>(content, "places", name);
  // Totals that one pass of a path sends.
  struct Sends {
    std::uint64_t messages = 0, registers = 0, plans = 0;
  };
  std::vector<Sends> sends(path_starts_.size() - 1);
  for (std::size_t p = 0; p < sends.size(); ++p) {
    std::uint32_t tickets = 0;
    for (std::uint32_t i = path_starts_[p]; i < path_starts_[p + 1]; ++i) {
      const PathEntry& here = entry(i);
      for (const std::uint32_t ticket : awaited(here)) {
        if (ticket >= tickets) refuse_threads(name, "an instruction that waits for a message that was not sent");
      }
      if (here.message == 0) continue;
      ++sends[p].messages;
      sends[p].registers += kind(here).registers;
      if (has_plan(kind(here).send.message)) ++sends[p].plans;
      if (kind(here).send.ticket) ++tickets;
    }
  }
  Sends all;
  for (const std::uint32_t path : paths) {
    if (path >= sends.size()) refuse_threads(name, "a thread without a path");
    threads_.push_back({path_starts_[path], std::uint64_t{path_starts_[path + 1]} - path_starts_[path], all.messages,
                        all.registers, all.plans});
    all.messages += sends[path].messages;
    all.registers += sends[path].registers;
    all.plans += sends[path].plans;
  }
  if (masks_.size() != all.messages || payload_.size() != all.registers || (places && places_.size() != all.messages))
    refuse_threads(name, "as many messages as the threads do not send");
  if (plans == Plans::kRead) plans_ = planned_messages(content, all.plans, name);
}

std::uint32_t ThreadBatchBuilder::kind_of(const MessageSend& sent) {
  const functional::Message& message = sent.message;
  std::uint32_t flags = 0;
  if (sent.end_of_thread) flags |= kEndOfThread;
  if (sent.ticket) flags |= kTicket;
  if (sent.texture_hash) flags |= kHash;
  if (message.variant == functional::OperationVariant::kSpa) flags |= kSpa;
  const std::uint32_t context = message.context == nullptr ? 0 : contexts_(context_words(*message.context)) + 1;
  return kinds_({message.shared_function | flags << 8 | std::uint32_t{sent.texture_hash.value_or(0)} << 16 |
                     std::uint32_t{sent.first_channel} << 24,
                 message.descriptor, message.extended_descriptor,
                 static_cast<std::uint32_t>(message.payload.size()) | bits_of(sent.destination) << 16, sent.hazards,
                 context});
}

/// Tickets that an instruction waits for. Those that an earlier instruction waited for are left out: they are there.
std::uint32_t ThreadBatchBuilder::awaits_of(std::span<const std::uint32_t> awaited) {
  std::vector<std::uint32_t> fresh;
  for (const std::uint32_t program_ticket : awaited) {
    const std::uint32_t ticket = tickets_.at(program_ticket);
    if (waited_[ticket]) continue;
    waited_[ticket] = true;
    fresh.push_back(ticket);
  }
  return fresh.empty() ? 0 : awaits_(fresh) + 1;
}

void ThreadBatchBuilder::add(const EuStep& step, std::span<const std::uint32_t> awaited, const MessageSend* sent,
                             const QuadPlaces* places, const functional::GpuMemory& memory) {
  ++instructions_;
  const std::uint32_t awaits = awaits_of(awaited);
  std::uint32_t kind = 0;
  if (sent != nullptr) {
    ++messages_;
    kind = kind_of(*sent) + 1;
    masks_.push_back(sent->message.execution_mask);
    payload_.insert(payload_.end(), sent->message.payload.begin(), sent->message.payload.end());
    bytes_ += 4 + sent->message.payload.size() * sizeof(functional::Grf);
    if (places != nullptr) places_.push_back(*places);
    if (has_plan(sent->message)) plans_.add(memory, sent->message);
    if (sent->ticket) {
      tickets_[*sent->ticket] = next_ticket_++;
      waited_.push_back(false);
    }
  }
  path_.push_back(entries_({steps_(words_of(step)), kind, awaits}));
}

void ThreadBatchBuilder::end_thread() {
  const std::size_t known = paths_.values.size();
  threads_.push_back(paths_(path_));
  if (paths_.values.size() != known) bytes_ += 4 * path_.size();
  path_.clear();
  tickets_.clear();
  waited_.clear();
  next_ticket_ = 0;
}

nlohmann::json ThreadBatchBuilder::take() {
  Lists awaited, paths;
  for (const auto& list : awaits_.values) awaited.add(list);
  for (const auto& list : paths_.values) paths.add(list);
  nlohmann::json content{{"first_group", first_group_},          {"groups", groups_},
                         {"steps", column(steps_.values)},       {"kinds", column(kinds_.values)},
                         {"contexts", column(contexts_.values)}, {"await_starts", column(awaited.starts)},
                         {"awaited", column(awaited.values)},    {"entries", column(entries_.values)},
                         {"path_starts", column(paths.starts)},  {"paths", column(paths.values)},
                         {"threads", column(threads_)},          {"masks", column(masks_)},
                         {"payload", column(payload_)}};
  if (!places_.empty()) content["places"] = column(places_);
  plans_.take(content);
  ThreadBatchBuilder next;
  next.plans_ = std::move(plans_);
  next.first_group_ = first_group_ + groups_;
  next.instructions_ = instructions_;
  next.messages_ = messages_;
  *this = std::move(next);
  return content;
}

}  // namespace texpipe::study
