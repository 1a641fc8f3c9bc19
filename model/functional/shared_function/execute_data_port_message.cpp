#include "functional/shared_function/execute_data_port_message.h"

#include <string>

#include "base/diagnostic.h"
#include "functional/message/recent_decode.h"
#include "functional/shared_function/atomic_message.h"
#include "functional/shared_function/dual_oword_block.h"
#include "functional/shared_function/lane_transfer.h"
#include "functional/shared_function/media_block.h"
#include "functional/shared_function/oword_block.h"
#include "functional/shared_function/scratch_block.h"
#include "functional/shared_function/side_by_side.h"
#include "functional/shared_function/typed_access.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

namespace {

bool is_fence(const gen9::DataPortMessage& fields) {
  return fields.shared_function == gen9::SharedFunction::kDataPort0 &&
         fields.category == gen9::DataPortCategory::kTyped && fields.type0() == gen9::DataPort0Type::kMemoryFence;
}

/// A fence that commits answers with a register whose content nobody may rely on.
void execute_fence(const gen9::DataPortMessage& fields, DataPortOutcome& outcome) {
  if (fields.response_length == 0) return;
  outcome.response.registers.assign(fields.response_length, Grf{});
  outcome.response.byte_enables.assign(fields.response_length, 0);
}

void execute(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields, DataPortOutcome& outcome) {
  if (is_scratch_block(fields)) return execute_scratch_block(memory, message, fields, outcome);
  if (is_typed_access(fields)) return execute_typed_access(memory, message, fields, outcome);
  if (is_lane_transfer(fields)) return execute_lane_transfer(memory, message, fields, outcome);
  if (is_oword_block(fields)) return execute_oword_block(memory, message, fields, outcome);
  if (is_dual_oword_block(fields)) return execute_dual_oword_block(memory, message, fields, outcome);
  if (is_atomic(fields)) return execute_atomic(memory, message, fields, outcome);
  if (is_media_block(fields)) return execute_media_block(memory, message, fields, outcome);
  if (is_fence(fields)) return execute_fence(fields, outcome);
  unsupported("data port message `" + fields.type_name() + "` to " +
              std::string{texpipe::name_of(fields.shared_function)});
}

}  // namespace

void execute_data_port_message(GpuMemory& memory, const Message& message, DataPortOutcome& outcome) {
  outcome.writes.clear();
  outcome.reads.clear();
  outcome.local = false;
  outcome.response.registers.clear();
  outcome.response.byte_enables.clear();
  const auto& fields = recently_decoded<gen9::DataPortMessage>({message.descriptor, message.extended_descriptor});
  if (!is_side_by_side(fields)) return execute(memory, message, fields, outcome);
  const SideBySide lanes{message, fields};
  execute(memory, lanes.message(), lanes.fields(), outcome);
  outcome.response = lanes.packed(outcome.response);
}

DataPortOutcome execute_data_port_message(GpuMemory& memory, const Message& message) {
  DataPortOutcome outcome;
  execute_data_port_message(memory, message, outcome);
  return outcome;
}

}  // namespace texpipe::functional
