#include "capture/recorder/kernel_driver.h"

#include <fcntl.h>
#include <libdrm/drm.h>
#include <libdrm/i915_drm.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "capture/capture_contract.h"
#include "capture/capture_report.h"
#include "capture/recorder/next_function.h"

namespace texpipe::capture {

namespace {

/// Addresses of the GPU have 48 bits.
constexpr std::uint64_t kAddressSpace = std::uint64_t{1} << 48;
/// Points of a timeline that are reached: all.
constexpr std::uint64_t kLastPoint = ~std::uint64_t{0} >> 1;

/// Values of I915_GETPARAM that are no mere "yes", for the chip of capture_contract.h.
constexpr std::pair<int, int> kParameters[] = {
    {I915_PARAM_CHIPSET_ID, kPciId},
    {I915_PARAM_REVISION, kPciRevision},
    {I915_PARAM_CS_TIMESTAMP_FREQUENCY, 12'000'000},
    {I915_PARAM_HAS_ALIASING_PPGTT, 3},
    {I915_PARAM_SLICE_MASK, 1},
    {I915_PARAM_SUBSLICE_MASK, 7},
    {I915_PARAM_SUBSLICE_TOTAL, 3},
    {I915_PARAM_EU_TOTAL, 24},
    {I915_PARAM_CMD_PARSER_VERSION, 10},
    {I915_PARAM_MMAP_GTT_VERSION, 4},
    {I915_PARAM_PERF_REVISION, 0},
};

template <class Structure>
Structure& as(void* argument) {
  return *static_cast<Structure*>(argument);
}

int fail(int reason) {
  errno = reason;
  return -1;
}

/// Text of DRM_IOCTL_VERSION: as much as the caller has room for, and its length.
void give_text(char* place, __kernel_size_t& room, std::string_view text) {
  if (place != nullptr) std::memcpy(place, text.data(), std::min<std::size_t>(room, text.size()));
  room = text.size();
}

int version(Recorder&, void* argument) {
  auto& version = as<drm_version>(argument);
  version.version_major = 1;
  version.version_minor = 6;
  version.version_patchlevel = 0;
  give_text(version.name, version.name_len, "i915");
  give_text(version.date, version.date_len, "20201103");
  give_text(version.desc, version.desc_len, "i915");
  return 0;
}

int capability(Recorder&, void* argument) {
  auto& capability = as<drm_get_cap>(argument);
  switch (capability.capability) {
    case DRM_CAP_SYNCOBJ:
    case DRM_CAP_SYNCOBJ_TIMELINE:
    case DRM_CAP_DUMB_BUFFER:
      capability.value = 1;
      return 0;
    case DRM_CAP_PRIME:
      capability.value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
      return 0;
    default:
      capability.value = 0;
      return 0;
  }
}

int close_object(Recorder& recorder, void* argument) {
  const std::uint32_t handle = as<drm_gem_close>(argument).handle;
  if (recorder.objects.find(handle) == nullptr) return fail(EINVAL);
  recorder.close(handle);
  return 0;
}

/// Handles of objects that left as descriptors, by the number of the descriptor's file.
std::map<ino_t, std::uint32_t>& exported() {
  static auto* const only = new std::map<ino_t, std::uint32_t>;
  return *only;
}

/// A descriptor of an object is a file as long as the object; what it holds is not the object's memory.
int export_object(Recorder& recorder, void* argument) {
  auto& prime = as<drm_prime_handle>(argument);
  const BufferObject* const object = recorder.objects.find(prime.handle);
  if (object == nullptr) return fail(ENOENT);
  MemoryFile file;
  if (!file.make("texpipe-capture-object") || !file.grow(object->size)) return fail(EMFILE);
  exported()[file.number()] = prime.handle;
  prime.fd = file.descriptor();
  return 0;
}

int import_object(Recorder& recorder, void* argument) {
  auto& prime = as<drm_prime_handle>(argument);
  const auto known = exported().find(MemoryFile::number_of(prime.fd));
  if (known == exported().end() || recorder.objects.find(known->second) == nullptr) return fail(EBADF);
  prime.handle = known->second;
  return 0;
}

std::uint32_t next_number() {
  static std::uint32_t last = 0;
  return ++last;
}

int create_sync(Recorder&, void* argument) {
  as<drm_syncobj_create>(argument).handle = next_number();
  return 0;
}

int sync_to_descriptor(Recorder& recorder, void* argument) {
  auto& sync = as<drm_syncobj_handle>(argument);
  sync.fd = fcntl(recorder.objects.memory().descriptor(), F_DUPFD_CLOEXEC, 0);
  return sync.fd < 0 ? -1 : 0;
}

int sync_from_descriptor(Recorder&, void* argument) {
  as<drm_syncobj_handle>(argument).handle = next_number();
  return 0;
}

int query_syncs(Recorder&, void* argument) {
  const auto& query = as<drm_syncobj_timeline_array>(argument);
  std::fill_n(reinterpret_cast<std::uint64_t*>(query.points), query.count_handles, kLastPoint);
  return 0;
}

int parameter(Recorder&, void* argument) {
  const auto& asked = as<drm_i915_getparam>(argument);
  const auto* const row =
      std::find_if(std::begin(kParameters), std::end(kParameters), [&](auto& p) { return p.first == asked.param; });
  *asked.value = row == std::end(kParameters) ? 1 : row->second;
  return 0;
}

/// Drivers that get no answer ask by parameter.
int refuse(Recorder&, void*) {
  return fail(EINVAL);
}

int create_object(Recorder& recorder, void* argument) {
  auto& create = as<drm_i915_gem_create>(argument);
  create.handle = recorder.objects.create(create.size, nullptr);
  if (create.handle == 0) return fail(ENOMEM);
  create.size = recorder.objects.find(create.handle)->size;
  return 0;
}

int lend_object(Recorder& recorder, void* argument) {
  auto& lent = as<drm_i915_gem_userptr>(argument);
  lent.handle = recorder.objects.create(lent.user_size, reinterpret_cast<void*>(lent.user_ptr));
  return lent.handle == 0 ? fail(ENOMEM) : 0;
}

/// Offset at which the device's descriptor maps an object. The newer call (MMAP_OFFSET) has its members at the same
/// places.
int map_offset(Recorder& recorder, void* argument) {
  auto& map = as<drm_i915_gem_mmap_gtt>(argument);
  const BufferObject* const object = recorder.objects.find(map.handle);
  if (object == nullptr) return fail(ENOENT);
  map.offset = object->offset;
  return 0;
}

/// The older call, for which the kernel itself maps.
int map_object(Recorder& recorder, void* argument) {
  auto& map = as<drm_i915_gem_mmap>(argument);
  static auto* const next_mmap = next_function<void*(void*, std::size_t, int, int, int, off64_t), "mmap64">();
  const BufferObject* const object = recorder.objects.find(map.handle);
  if (object == nullptr) return fail(ENOENT);
  const std::uint64_t offset = object->offset + map.offset;
  void* const place = next_mmap(nullptr, map.size, PROT_READ | PROT_WRITE, MAP_SHARED,
                                recorder.objects.memory().descriptor(), static_cast<off64_t>(offset));
  if (place == MAP_FAILED) return -1;
  recorder.objects.note_mapping(place, map.size, offset);
  map.addr_ptr = reinterpret_cast<std::uintptr_t>(place);
  return 0;
}

int create_context(Recorder&, void* argument) {
  as<drm_i915_gem_context_create>(argument).ctx_id = next_number();
  return 0;
}

int create_address_space(Recorder&, void* argument) {
  as<drm_i915_gem_vm_control>(argument).vm_id = 1;
  return 0;
}

int context_parameter(Recorder&, void* argument) {
  auto& parameter = as<drm_i915_gem_context_param>(argument);
  parameter.value = parameter.param == I915_CONTEXT_PARAM_GTT_SIZE ? kAddressSpace : 0;
  return 0;
}

int aperture(Recorder&, void* argument) {
  auto& aperture = as<drm_i915_gem_get_aperture>(argument);
  aperture.aper_size = aperture.aper_available_size = kAddressSpace;
  return 0;
}

int submit(Recorder& recorder, void* argument) {
  return recorder.submit(as<drm_i915_gem_execbuffer2>(argument));
}

int is_idle(Recorder&, void* argument) {
  as<drm_i915_gem_busy>(argument).busy = 0;
  return 0;
}

int read_register(Recorder&, void* argument) {
  as<drm_i915_reg_read>(argument).val = 0;
  return 0;
}

/// Orders that have nothing to do here: waits, hints, tilings of objects, and what frees numbers.
int obey(Recorder&, void*) {
  return 0;
}

struct Call {
  unsigned long request;
  int (*answer)(Recorder& recorder, void* argument);
};
constexpr Call kCalls[] = {
    {DRM_IOCTL_VERSION, version},
    {DRM_IOCTL_GEM_CLOSE, close_object},
    {DRM_IOCTL_GET_CAP, capability},
    {DRM_IOCTL_PRIME_HANDLE_TO_FD, export_object},
    {DRM_IOCTL_PRIME_FD_TO_HANDLE, import_object},
    {DRM_IOCTL_SYNCOBJ_CREATE, create_sync},
    {DRM_IOCTL_SYNCOBJ_DESTROY, obey},
    {DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, sync_to_descriptor},
    {DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, sync_from_descriptor},
    {DRM_IOCTL_SYNCOBJ_WAIT, obey},
    {DRM_IOCTL_SYNCOBJ_RESET, obey},
    {DRM_IOCTL_SYNCOBJ_SIGNAL, obey},
    {DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, obey},
    {DRM_IOCTL_SYNCOBJ_QUERY, query_syncs},
    {DRM_IOCTL_SYNCOBJ_TRANSFER, obey},
    {DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, obey},
    {DRM_IOCTL_I915_GETPARAM, parameter},
    {DRM_IOCTL_I915_QUERY, refuse},
    {DRM_IOCTL_I915_GEM_CREATE, create_object},
    {DRM_IOCTL_I915_GEM_CREATE_EXT, refuse},
    {DRM_IOCTL_I915_GEM_USERPTR, lend_object},
    {DRM_IOCTL_I915_GEM_MMAP, map_object},
    {DRM_IOCTL_I915_GEM_MMAP_GTT, map_offset},
    {DRM_IOCTL_I915_GEM_CONTEXT_CREATE, create_context},
    {DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, obey},
    {DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, context_parameter},
    {DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, obey},
    {DRM_IOCTL_I915_GEM_VM_CREATE, create_address_space},
    {DRM_IOCTL_I915_GEM_VM_DESTROY, obey},
    {DRM_IOCTL_I915_GEM_GET_APERTURE, aperture},
    {DRM_IOCTL_I915_GEM_EXECBUFFER2, submit},
    {DRM_IOCTL_I915_GEM_BUSY, is_idle},
    {DRM_IOCTL_I915_GEM_WAIT, obey},
    {DRM_IOCTL_I915_GEM_MADVISE, obey},
    {DRM_IOCTL_I915_GEM_SET_DOMAIN, obey},
    {DRM_IOCTL_I915_GEM_SET_TILING, obey},
    {DRM_IOCTL_I915_GEM_GET_TILING, obey},
    {DRM_IOCTL_I915_GEM_SET_CACHING, obey},
    {DRM_IOCTL_I915_GEM_SW_FINISH, obey},
    {DRM_IOCTL_I915_GET_RESET_STATS, obey},
    {DRM_IOCTL_I915_REG_READ, read_register},
};

/// Calls of descriptors that stand for fences have another letter than those of the device.
constexpr unsigned kDeviceType = DRM_IOCTL_BASE;

}  // namespace

int answer(Recorder& recorder, unsigned long request, void* argument) {
  if (_IOC_TYPE(request) != kDeviceType) return 0;
  // Sizes of structures, a part of the whole number, grow with the kernel's version.
  const auto* const call = std::find_if(std::begin(kCalls), std::end(kCalls),
                                        [&](const Call& c) { return _IOC_NR(c.request) == _IOC_NR(request); });
  if (call != std::end(kCalls)) return call->answer(recorder, argument);
  std::array<char, 80> line{};
  std::snprintf(line.data(), line.size(), "the driver's call 0x%02x of the kernel was refused: it is not known",
                static_cast<unsigned>(_IOC_NR(request)));
  report(line.data());
  return fail(EINVAL);
}

}  // namespace texpipe::capture
