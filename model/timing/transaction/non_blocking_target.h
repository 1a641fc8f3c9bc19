// Target sockets of the protocols that have non-blocking calls only. The library's simple sockets convert blocking
// calls as well, with a thread and its stack for each socket of a machine; here there is nothing to convert.
#pragma once

#include <stdexcept>
#include <string>

#include <systemc>
#include <tlm>

namespace texpipe::timing {

/// What both sockets share: calls that their protocols do not have.
template <unsigned kBits, class Types>
class NonBlockingTargetBase : public tlm::tlm_target_socket<kBits, Types>, protected tlm::tlm_fw_transport_if<Types> {
 public:
  using Payload = typename Types::tlm_payload_type;
  using Phase = typename Types::tlm_phase_type;

 protected:
  explicit NonBlockingTargetBase(const char* name) : tlm::tlm_target_socket<kBits, Types>{name} {
    this->bind(static_cast<tlm::tlm_fw_transport_if<Types>&>(*this));
  }

 private:
  [[noreturn]] void b_transport(Payload&, sc_core::sc_time&) override {
    throw std::logic_error{std::string{this->name()} + ": its protocol has no blocking transport"};
  }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned int transport_dbg(Payload&) override { return 0; }
};

/// Requests go to a member function of a module, which is registered before the simulation starts.
template <class Module, unsigned kBits, class Types>
class NonBlockingTarget final : public NonBlockingTargetBase<kBits, Types> {
  using Base = NonBlockingTargetBase<kBits, Types>;
  using Request = tlm::tlm_sync_enum (Module::*)(typename Base::Payload&, typename Base::Phase&, sc_core::sc_time&);

 public:
  explicit NonBlockingTarget(const char* name) : Base{name} {}
  void register_nb_transport_fw(Module* module, Request request) { module_ = module, request_ = request; }

 private:
  tlm::tlm_sync_enum nb_transport_fw(typename Base::Payload& payload, typename Base::Phase& phase,
                                     sc_core::sc_time& delay) override {
    return (module_->*request_)(payload, phase, delay);
  }

  Module* module_ = nullptr;
  Request request_ = nullptr;
};

/// The same for one of several sockets of a module, which learns its number.
template <class Module, unsigned kBits, class Types>
class TaggedNonBlockingTarget final : public NonBlockingTargetBase<kBits, Types> {
  using Base = NonBlockingTargetBase<kBits, Types>;
  using Request = tlm::tlm_sync_enum (Module::*)(int socket, typename Base::Payload&, typename Base::Phase&,
                                                 sc_core::sc_time&);

 public:
  explicit TaggedNonBlockingTarget(const char* name) : Base{name} {}
  void register_nb_transport_fw(Module* module, Request request, int socket) {
    module_ = module, request_ = request, socket_ = socket;
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(typename Base::Payload& payload, typename Base::Phase& phase,
                                     sc_core::sc_time& delay) override {
    return (module_->*request_)(socket_, payload, phase, delay);
  }

  Module* module_ = nullptr;
  Request request_ = nullptr;
  int socket_ = 0;
};

}  // namespace texpipe::timing
