#include "functional/c_interface/context.h"

#include <bit>
#include <span>

#include "functional/query/texture_query.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::c_interface;

namespace {

constexpr std::uint64_t kLargestRange = std::uint64_t{1} << 40;  // bytes of one call

void require_inside(std::uint64_t address, std::uint64_t bytes) {
  require(GpuMemory::holds(ByteAddress{address}, ByteSize{bytes}), "the range ends beyond the 48-bit address space");
}

}  // namespace

uint32_t texpipe_abi_version(void) {
  return TEXPIPE_ABI_MAJOR << 16 | TEXPIPE_ABI_MINOR;
}

const char* texpipe_last_error(void) {
  return last_error().c_str();
}

texpipe_status texpipe_context_create(texpipe_context** context) {
  return guarded([&] {
    require_pointers(context);
    *context = new texpipe_context;
  });
}

void texpipe_context_destroy(texpipe_context* context) {
  delete context;
}

texpipe_status texpipe_memory_allocate(texpipe_context* context, uint64_t bytes, uint64_t alignment,
                                       uint64_t* address) {
  return guarded([&] {
    require_pointers(context, address);
    require(bytes != 0 && bytes <= kLargestRange, "an allocation has 1 byte to 1 TiB");
    require(std::has_single_bit(alignment) && alignment <= kLargestRange, "alignment is not a power of two");
    *address = context->memory.allocate("c_interface", ByteSize{bytes}, ByteSize{alignment}).value();
  });
}

texpipe_status texpipe_memory_read(const texpipe_context* context, uint64_t address, void* data, size_t bytes) {
  return guarded([&] {
    require_pointers(context, data);
    require_inside(address, bytes);
    context->memory.read(ByteAddress{address}, std::span{static_cast<std::byte*>(data), bytes});
  });
}

texpipe_status texpipe_memory_write(texpipe_context* context, uint64_t address, const void* data, size_t bytes) {
  return guarded([&] {
    require_pointers(context, data);
    require_inside(address, bytes);
    context->memory.write(ByteAddress{address}, std::span{static_cast<const std::byte*>(data), bytes});
  });
}

texpipe_status texpipe_memory_set_null(texpipe_context* context, uint64_t address, uint64_t bytes, int is_null) {
  return guarded([&] {
    require_pointers(context);
    require(bytes <= kLargestRange, "a range has at most 1 TiB");
    require_inside(address, bytes);
    if (bytes != 0) context->memory.set_null(ByteAddress{address}, ByteSize{bytes}, is_null != 0);
  });
}

texpipe_status texpipe_txq(const uint32_t header[8], const char* query, uint32_t parameter, uint32_t rgba[4]) {
  return guarded([&] {
    require_pointers(header, query, rgba);
    if (spa::undocumented_texture_queries().find(std::string_view{query}) != nullptr)
      unsupported(std::string{"texture query "} + query);
    spa::TextureHeaderWords words;
    std::copy(header, header + words.size(), words.begin());
    const auto result =
        query_texture(spa::decode_texture_header(words), parse_enum<spa::TextureQuery>(query), parameter);
    std::copy(result.begin(), result.end(), rgba);
  });
}
