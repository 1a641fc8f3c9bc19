#include "workload/recording/interval_columns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <utility>

#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/planned_message.h"
#include "host/files/byte_reader.h"
#include "workload/recording/chunk_file.h"

namespace texpipe::study {

namespace {

using machine::LineUse;

/// Long enough that its sums say something, short enough that a few hundred make a recording.

constexpr std::uint64_t kMostLines = functional::GpuMemory::kEnd / kTouchedLineBytes;
constexpr unsigned kUseBits = 2;
constexpr unsigned kUnitsPerLineBits = 6 - functional::kPlannedUnitBits;
static_assert(kTouchedLineBytes == 1 << 6);

constexpr std::array<EnumRow, kIntervalFeatures> kFeatures{{
    {0, "instructions", "instructions issued"},
    {1, "sampler_messages", "messages to the sampler"},
    {2, "subspans", "subspans of the sampler's messages"},
    {3, "point_footprints", "footprints of subspans with a nearest filter"},
    {4, "bilinear_footprints", "footprints with a bilinear filter"},
    {5, "trilinear_footprints", "footprints with a trilinear filter"},
    {6, "anisotropic_footprints", "footprints with an anisotropic filter"},
    {7, "texels", "texels that the footprints read"},
    {8, "units", "units of 8 bytes that each footprint touches"},
    {9, "data_port_messages", "messages to the data port"},
    {10, "data_port_bytes", "bytes that the data port's messages read and write in memory"},
    {11, "local_bytes", "bytes that the data port's messages read and write in shared local memory"},
    {12, "other_messages", "messages to other shared functions"},
    {13, "lines", "lines of 64 bytes, each once for each use: by samplers, read and written by data ports"},
    {14, "returned_lines", "lines that the interval before did not touch"},
    {15, "fresh_lines", "lines that no interval before touched"},
}};

[[noreturn]] void refuse_intervals(const std::string& name, const std::string& problem) {
  malformed(name, "intervals of the recording: " + problem, "a recording as `texpipe run --record` writes it");
}

}  // namespace

EnumRows enum_rows(IntervalFeature) {
  return {"feature of an interval", kFeatures};
}

IntervalColumns::IntervalColumns(unsigned threads_per_group, unsigned threads_per_interval)
    : groups_per_interval_{std::max(threads_per_interval / threads_per_group, 1u)} {}

void IntervalColumns::touch(std::uint64_t line, LineUse use) {
  Touch& last = touched_[line << kUseBits | static_cast<std::uint64_t>(use)];
  if (last.interval == interval_) {
    if (std::exchange(last_groups_[last.line], groups_) == groups_) return;
    std::uint8_t& groups = lines_[last.line].groups;
    if (groups < TouchedLine::kManyGroups) ++groups;
    return;
  }
  if (last.interval == 0) ++count(IntervalFeature::kFreshLines);
  if (last.interval + 1 != interval_) ++count(IntervalFeature::kReturnedLines);
  last = {interval_, static_cast<std::uint32_t>(lines_.size())};
  ++count(IntervalFeature::kLines);
  lines_.push_back({line, use, 1});
  last_groups_.push_back(groups_);
}

void IntervalColumns::add_message(const functional::SamplerOutcome* planned) {
  ++messages_;
  if (planned == nullptr) return;
  ++count(IntervalFeature::kSamplerMessages);
  count(IntervalFeature::kSubspans) += planned->subspans.size();
  constexpr auto kFirstFilter = static_cast<std::size_t>(IntervalFeature::kPointFootprints);
  for (const functional::SubspanPlan& plan : planned->subspans) {
    for (const functional::Footprint& footprint : plan.footprints) {
      ++signature_[kFirstFilter + static_cast<std::size_t>(footprint.filter)];
      count(IntervalFeature::kTexels) += static_cast<std::uint64_t>(std::popcount(footprint.texels));
      count(IntervalFeature::kUnits) += footprint.line_count;
      for (unsigned i = 0; i < footprint.line_count; ++i)
        touch(footprint.lines[i] >> kUnitsPerLineBits, LineUse::kSampled);
    }
  }
}

void IntervalColumns::add_accesses(const functional::DataPortOutcome& outcome) {
  ++count(IntervalFeature::kDataPortMessages);
  const auto add = [&](const std::vector<functional::MemoryAccess>& accesses, LineUse use) {
    for (const functional::MemoryAccess& access : accesses) {
      count(outcome.local ? IntervalFeature::kLocalBytes : IntervalFeature::kDataPortBytes) += access.size;
      if (outcome.local || access.size == 0) continue;
      const std::uint64_t last = (access.address.value() + access.size - 1) / kTouchedLineBytes;
      for (std::uint64_t line = access.address.value() / kTouchedLineBytes; line <= last; ++line) touch(line, use);
    }
  };
  add(outcome.reads, LineUse::kRead);
  add(outcome.writes, LineUse::kWritten);
}

void IntervalColumns::end_group() {
  if (++groups_ == groups_per_interval_) end_interval();
}

void IntervalColumns::finish() {
  if (groups_ != 0) end_interval();
}

void IntervalColumns::end_interval() {
  count(IntervalFeature::kOtherMessages) =
      messages_ - count(IntervalFeature::kSamplerMessages) - count(IntervalFeature::kDataPortMessages);
  messages_ = 0;
  interval_groups_.push_back(groups_);
  signatures_.push_back(signature_);
  line_counts_.push_back(static_cast<std::uint32_t>(lines_.size()));
  all_lines_.insert(all_lines_.end(), lines_.begin(), lines_.end());
  lines_.clear();
  last_groups_.clear();
  signature_ = {};
  groups_ = 0;
  ++interval_;
}

std::vector<RecordedInterval> IntervalColumns::take_intervals() {
  std::vector<RecordedInterval> intervals;
  auto line = all_lines_.begin();
  for (std::size_t i = 0; i < interval_groups_.size(); ++i) {
    RecordedInterval& interval = intervals.emplace_back();
    interval.first_group = i == 0 ? 0 : intervals[i - 1].first_group + intervals[i - 1].groups;
    interval.groups = interval_groups_[i];
    interval.signature = signatures_[i];
    interval.lines.assign(line, line + line_counts_[i]);
    line += line_counts_[i];
  }
  clear();
  return intervals;
}

void IntervalColumns::clear() {
  interval_groups_.clear();
  signatures_.clear();
  line_counts_.clear();
  all_lines_.clear();
}

nlohmann::json IntervalColumns::take(unsigned first_group, unsigned groups) {
  std::vector<std::uint64_t> lines;
  std::vector<std::uint8_t> sampled, line_groups;
  lines.reserve(all_lines_.size());
  sampled.reserve(all_lines_.size());
  line_groups.reserve(all_lines_.size());
  std::uint64_t last = 0;
  for (const TouchedLine& line : all_lines_) {
    const std::uint64_t word = line.number << 1 | std::uint64_t{line.use == LineUse::kWritten};
    lines.push_back(word - std::exchange(last, word));
    sampled.push_back(line.use == LineUse::kSampled);
    line_groups.push_back(line.groups);
  }
  nlohmann::json content{{"first_group", first_group},
                         {"groups", groups},
                         {"interval_groups", column(interval_groups_)},
                         {"signatures", column(signatures_)},
                         {"line_counts", column(line_counts_)},
                         {"lines", column(lines)},
                         {"sampled", column(sampled)},
                         {"line_groups", column(line_groups)}};
  clear();
  return content;
}

void read_intervals(const nlohmann::json& content, const std::string& name, std::vector<RecordedInterval>& intervals) {
  const auto groups = column_at<std::uint32_t>(content, "interval_groups", name);
  const auto signatures = column_at<IntervalSignature>(content, "signatures", name);
  const auto counts = column_at<std::uint32_t>(content, "line_counts", name);
  auto lines = column_at<std::uint64_t>(content, "lines", name);
  std::vector<std::uint8_t> sampled(lines.size());
  if (content.contains("sampled")) sampled = column_at<std::uint8_t>(content, "sampled", name);
  if (sampled.size() != lines.size()) refuse_intervals(name, "not as many uses as lines");
  std::vector<std::uint8_t> touching(lines.size(), TouchedLine::kManyGroups);
  if (content.contains("line_groups")) touching = column_at<std::uint8_t>(content, "line_groups", name);
  if (touching.size() != lines.size()) refuse_intervals(name, "not as many numbers of work groups as lines");
  for (std::size_t i = 1; i < lines.size(); ++i) lines[i] += lines[i - 1];
  if (signatures.size() != groups.size() || counts.size() != groups.size())
    refuse_intervals(name, "not as many signatures as intervals");
  std::size_t next = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] == 0) refuse_intervals(name, "an interval without work groups");
    if (counts[i] > lines.size() - next) refuse_intervals(name, "fewer lines than the intervals have");
    RecordedInterval& interval = intervals.emplace_back();
    const std::size_t before = intervals.size() - 1;
    interval.first_group = before == 0 ? 0 : intervals[before - 1].first_group + intervals[before - 1].groups;
    interval.groups = groups[i];
    interval.signature = signatures[i];
    interval.lines.reserve(counts[i]);
    for (const std::size_t end = next + counts[i]; next < end; ++next) {
      if (lines[next] >> 1 >= kMostLines) refuse_intervals(name, "a line beyond the GPU address space");
      const LineUse read = sampled[next] != 0 ? LineUse::kSampled : LineUse::kRead;
      if (touching[next] == 0) refuse_intervals(name, "a line that no work group touches");
      interval.lines.push_back({lines[next] >> 1, (lines[next] & 1) != 0 ? LineUse::kWritten : read, touching[next]});
    }
  }
  if (next != lines.size()) refuse_intervals(name, "more lines than the intervals have");
}

}  // namespace texpipe::study
