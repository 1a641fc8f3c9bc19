#include "timing/kernel/reports.h"

#include <string_view>

namespace texpipe::timing {
namespace {

StrictReports* strict_reports = nullptr;

std::string text_of(const sc_core::sc_report& report) {
  std::string text = report.get_msg_type();
  const std::string_view message = report.get_msg();
  if (!message.empty()) text += ": " + std::string{message};
  if (const char* process = report.get_process_name(); process != nullptr && *process != 0)
    text += " (in " + std::string{process} + ")";
  return text;
}

}  // namespace

bool is_of_library(const sc_core::sc_report& report) {
  // TLM's reports have no number; their type is a path.
  return report.get_id() >= 0 || std::string_view{report.get_msg_type()}.starts_with("/OSCI_TLM-2/");
}

Error error_of(const sc_core::sc_report& report) {
  return {ExitCode::kMismatch, "a module that is not texpipe's reports an error: " + text_of(report)};
}

StrictReports::StrictReports(Warned warned) : warned_{std::move(warned)}, outer_{strict_reports} {
  strict_reports = this;
  sc_core::sc_report_handler::set_handler(handle);
}

StrictReports::~StrictReports() {
  strict_reports = outer_;
  if (outer_ == nullptr) sc_core::sc_report_handler::set_handler(sc_core::sc_report_handler::default_handler);
}

StrictReports::OfForeignModule::OfForeignModule() {
  if (strict_reports != nullptr) ++strict_reports->foreign_;
}

StrictReports::OfForeignModule::~OfForeignModule() {
  if (strict_reports != nullptr) --strict_reports->foreign_;
}

void StrictReports::handle(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  if (actions == sc_core::SC_DO_NOTHING || report.get_severity() < sc_core::SC_WARNING) return;
  StrictReports& strict = *strict_reports;
  const bool foreign = strict.foreign_ > 0 || !is_of_library(report);
  if (report.get_severity() > sc_core::SC_WARNING || !strict.warned_ || !foreign) throw report;
  strict.warn(report);
}

void StrictReports::warn(const sc_core::sc_report& report) {
  std::set<std::string>& told = told_[report.get_msg_type()];
  if (told.size() >= kTexts) return;
  const std::string text = text_of(report);
  if (!told.insert(text).second) return;
  warned_(text);
  if (told.size() == kTexts) warned_("no more warnings of `" + std::string{report.get_msg_type()} + "` are shown");
}

}  // namespace texpipe::timing
