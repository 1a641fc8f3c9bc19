// Target socket of the protocols that have non-blocking calls only. The library's simple sockets convert blocking calls
// as well, and for that have a thread with a stack for each socket of a machine; here there is nothing to convert.
#pragma once

#include <stdexcept>
#include <string>
#include <tuple>

#include <systemc>
#include <tlm>

namespace texpipe::timing {

/// Requests go to a member function of a module, which is registered before the simulation starts.
/// @tparam Tag  int when the function takes the number of the socket among several; else nothing
template <class Module, unsigned kBits, class Types, class... Tag>
class NonBlockingTarget final : public tlm::tlm_target_socket<kBits, Types>, public tlm::tlm_fw_transport_if<Types> {
  using Socket = tlm::tlm_target_socket<kBits, Types>;
  using Payload = typename Types::tlm_payload_type;
  using Phase = typename Types::tlm_phase_type;
  using Request = tlm::tlm_sync_enum (Module::*)(Tag..., Payload&, Phase&, sc_core::sc_time&);

 public:
  explicit NonBlockingTarget(const char* name) : Socket{name} {
    this->bind(static_cast<tlm::tlm_fw_transport_if<Types>&>(*this));
  }
  /// Module whose function takes the requests; null before one is registered.
  Module* module() const { return module_; }
  void register_nb_transport_fw(Module* module, Request request, Tag... tag) {
    module_ = module;
    request_ = request;
    tag_ = {tag...};
  }

 private:
  void start_of_simulation() override {
    Socket::start_of_simulation();
    if (module_ == nullptr) refuse("nobody is registered for its requests");
  }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, Phase& phase, sc_core::sc_time& delay) override {
    return std::apply([&](Tag... tag) { return (module_->*request_)(tag..., payload, phase, delay); }, tag_);
  }
  void b_transport(Payload&, sc_core::sc_time&) override { refuse("its protocol has no blocking transport"); }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned int transport_dbg(Payload&) override { return 0; }

  [[noreturn]] void refuse(const char* why) const { throw std::logic_error{std::string{this->name()} + ": " + why}; }

  Module* module_ = nullptr;
  Request request_ = nullptr;
  std::tuple<Tag...> tag_;
};

}  // namespace texpipe::timing
