// Pooled TLM payloads: allocated once, returned by the last release().
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <systemc>
#include <tlm>

namespace texpipe::timing {

using Payload = tlm::tlm_generic_payload;

/// Owning reference to a payload (acquire and release of TLM-2.0).
class PayloadRef {
 public:
  PayloadRef() = default;
  explicit PayloadRef(Payload& payload) : payload_{&payload} { payload.acquire(); }
  PayloadRef(const PayloadRef& other) : payload_{other.payload_} {
    if (payload_) payload_->acquire();
  }
  PayloadRef(PayloadRef&& other) noexcept : payload_{std::exchange(other.payload_, nullptr)} {}
  PayloadRef& operator=(PayloadRef other) noexcept {
    std::swap(payload_, other.payload_);
    return *this;
  }
  /// Inlined, because most references have been moved from.
  [[gnu::always_inline]] ~PayloadRef() {
    if (payload_) payload_->release();
  }

  Payload& operator*() const { return *payload_; }
  Payload* operator->() const { return payload_; }
  Payload* get() const { return payload_; }
  explicit operator bool() const { return payload_ != nullptr; }

 private:
  Payload* payload_ = nullptr;
};

/// Payloads that each carry one Extension for life. When the last holder lets go, the pool calls the extension's `void
/// recycle()`, which forgets the transaction and keeps its storage. The pool must outlive the modules that hold
/// payloads.
template <class Extension>
class PayloadPool final : public tlm::tlm_mm_interface {
 public:
  PayloadPool() = default;
  PayloadPool(const PayloadPool&) = delete;
  PayloadPool& operator=(const PayloadPool&) = delete;

  /// A payload that nobody else holds. Its response status is incomplete.
  PayloadRef take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Payload>(this));
      all_.back()->set_extension(new Extension);  // deleted by the payload's destructor
      free_.push_back(all_.back().get());
    }
    Payload& payload = *free_.back();
    free_.pop_back();
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    return PayloadRef{payload};
  }

  /// Number of payloads that were handed out and not yet returned.
  std::size_t in_use() const { return all_.size() - free_.size(); }

  void free(Payload* payload) override {
    payload->reset();  // removes the automatic extensions of foreign modules
    payload->get_extension<Extension>()->recycle();
    free_.push_back(payload);
  }

 private:
  std::vector<std::unique_ptr<Payload>> all_;
  std::vector<Payload*> free_;
};

}  // namespace texpipe::timing
