/* texpipe_pkg.sv over texpipe.h: descriptions as text, arrays of the simulator's. Compiles as C and as C++. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "svdpi.h"
#include "texpipe.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOST_PAIRS 64

static char problem[300]; /* of a description; texpipe_last_error() knows the others */

/* A description taken apart: names and values, which stand in `text`. */
typedef struct description {
  char* text;
  texpipe_field pairs[MOST_PAIRS];
  size_t count;
} description;

static int32_t refuse(const char* what, const char* word) {
  snprintf(problem, sizeof problem, "%s: %s", what, word);
  return TEXPIPE_USAGE;
}

static int32_t take_apart(const char* text, description* into) {
  into->count = 0;
  into->text = (char*)malloc(strlen(text) + 1);
  if (into->text == NULL) return TEXPIPE_INTERNAL_ERROR;
  strcpy(into->text, text);
  for (char* word = into->text; *word != 0;) {
    char* end = word + strcspn(word, " \t\n");
    const int last = *end == 0;
    *end = 0;
    if (*word != 0) {
      char* value = strchr(word, '=');
      if (value == NULL) return refuse("no name=value", word);
      if (into->count == MOST_PAIRS) return refuse("too many pairs from here on", word);
      *value = 0;
      into->pairs[into->count].name = word;
      into->pairs[into->count++].value = value + 1;
    }
    word = last ? end : end + 1;
  }
  return TEXPIPE_SUCCESS;
}

static int is_there(const description* from, const char* name) {
  for (size_t i = 0; i < from->count; ++i) {
    if (strcmp(from->pairs[i].name, name) == 0) return 1;
  }
  return 0;
}

/* Refuses a name that stands there twice, and a description without one of those that it needs. */
static int32_t check_names(const description* from, const char* missing, const char* const* needed, size_t count) {
  for (size_t i = 0; i < from->count; ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (strcmp(from->pairs[i].name, from->pairs[j].name) == 0) return refuse("given twice", from->pairs[i].name);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    if (!is_there(from, needed[i])) return refuse(missing, needed[i]);
  }
  return TEXPIPE_SUCCESS;
}

/* Takes a pair out of the description; null when it is not there. */
static const char* take(description* from, const char* name) {
  for (size_t i = 0; i < from->count; ++i) {
    if (strcmp(from->pairs[i].name, name) != 0) continue;
    const char* value = from->pairs[i].value;
    memmove(&from->pairs[i], &from->pairs[i + 1], (from->count - i - 1) * sizeof from->pairs[0]);
    --from->count;
    return value;
  }
  return NULL;
}

/* The same for a number; it is left alone when the name is not there. */
static int32_t take_number(description* from, const char* name, uint32_t* number) {
  const char* text = take(from, name);
  if (text == NULL) return TEXPIPE_SUCCESS;
  char* end = NULL;
  const long long value = strtoll(text, &end, 0);
  if (end == text || *end != 0 || value < -2147483648LL || value > 4294967295LL) return refuse("no number", text);
  *number = (uint32_t)value;
  return TEXPIPE_SUCCESS;
}

static size_t elements(svOpenArrayHandle array) {
  const int least = svLow(array, 1), most = svHigh(array, 1);
  return most < least ? 0 : (size_t)(most - least) + 1;
}

static void* element(svOpenArrayHandle array, size_t i) {
  return svGetArrElemPtr1(array, svLow(array, 1) + (int)i);
}

/* Bytes of an array, which a simulator may keep in any way; to be freed. */
static uint8_t* copy_of(svOpenArrayHandle array) {
  const size_t count = elements(array);
  uint8_t* bytes = (uint8_t*)malloc(count + 1);
  for (size_t i = 0; bytes != NULL && i < count; ++i) bytes[i] = *(uint8_t*)element(array, i);
  return bytes;
}

void* texpipe_sv_create(void) {
  texpipe_context* context = NULL;
  return texpipe_context_create(&context) == TEXPIPE_SUCCESS ? context : NULL;
}
void texpipe_sv_destroy(void* context) {
  texpipe_context_destroy((texpipe_context*)context);
}

const char* texpipe_sv_error(void) {
  return problem[0] != 0 ? problem : texpipe_last_error();
}

int texpipe_sv_allocate(void* context, uint64_t bytes, uint64_t alignment, uint64_t* address) {
  problem[0] = 0;
  *address = 0; /* what the simulator has there comes back when the call fails */
  return texpipe_memory_allocate((texpipe_context*)context, bytes, alignment, address);
}

int texpipe_sv_write(void* context, uint64_t address, const svOpenArrayHandle data) {
  problem[0] = 0;
  uint8_t* bytes = copy_of(data);
  if (bytes == NULL) return TEXPIPE_INTERNAL_ERROR;
  const int32_t status = texpipe_memory_write((texpipe_context*)context, address, bytes, elements(data));
  free(bytes);
  return status;
}

int texpipe_sv_read(void* context, uint64_t address, const svOpenArrayHandle data) {
  problem[0] = 0;
  const size_t count = elements(data);
  uint8_t* bytes = (uint8_t*)malloc(count + 1);
  if (bytes == NULL) return TEXPIPE_INTERNAL_ERROR;
  const int32_t status = texpipe_memory_read((texpipe_context*)context, address, bytes, count);
  for (size_t i = 0; status == TEXPIPE_SUCCESS && i < count; ++i) *(uint8_t*)element(data, i) = bytes[i];
  free(bytes);
  return status;
}

int texpipe_sv_surface(void* context, const char* text, const svOpenArrayHandle texels, uint32_t* index) {
  problem[0] = 0;
  *index = 0;
  description pairs;
  int32_t status = take_apart(text, &pairs);
  texpipe_surface surface;
  memset(&surface, 0, sizeof surface);
  surface.struct_size = sizeof surface;
  const struct {
    const char* name;
    uint32_t* number;
  } numbers[] = {{"width", &surface.width},       {"height", &surface.height},
                 {"depth", &surface.depth},       {"array_length", &surface.array_length},
                 {"levels", &surface.levels},     {"samples", &surface.samples},
                 {"is_array", &surface.is_array}, {"has_mcs", &surface.has_mcs}};
  static const char* const needed[] = {"format", "type", "width"};
  if (status == TEXPIPE_SUCCESS) status = check_names(&pairs, "missing in the description of a surface", needed, 3);
  for (size_t i = 0; status == TEXPIPE_SUCCESS && i < sizeof numbers / sizeof numbers[0]; ++i)
    status = take_number(&pairs, numbers[i].name, numbers[i].number);
  if (status == TEXPIPE_SUCCESS) {
    surface.format = take(&pairs, "format");
    surface.type = take(&pairs, "type");
    surface.tiling = take(&pairs, "tiling");
    surface.fields = pairs.pairs;
    surface.field_count = pairs.count;
    uint8_t* bytes = copy_of(texels);
    surface.texels = bytes;
    surface.texel_bytes = elements(texels);
    status =
        bytes == NULL ? TEXPIPE_INTERNAL_ERROR : texpipe_surface_create((texpipe_context*)context, &surface, index);
    free(bytes);
  }
  free(pairs.text);
  return status;
}

int texpipe_sv_sampler(void* context, const char* text, uint32_t* index) {
  problem[0] = 0;
  *index = 0;
  description pairs;
  int32_t status = take_apart(text, &pairs);
  static const char* const names[] = {"border_red", "border_green", "border_blue", "border_alpha"};
  uint32_t border[4] = {0, 0, 0, 0};
  if (status == TEXPIPE_SUCCESS) status = check_names(&pairs, NULL, NULL, 0);
  for (size_t i = 0; status == TEXPIPE_SUCCESS && i < 4; ++i) status = take_number(&pairs, names[i], &border[i]);
  if (status == TEXPIPE_SUCCESS)
    status = texpipe_sampler_create((texpipe_context*)context, pairs.pairs, pairs.count, border, index);
  free(pairs.text);
  return status;
}

int texpipe_sv_sample(void* context, const char* text, const svOpenArrayHandle parameters, void** outcome) {
  problem[0] = 0;
  *outcome = NULL;
  description pairs;
  int32_t status = take_apart(text, &pairs);
  texpipe_message message;
  memset(&message, 0, sizeof message);
  message.struct_size = sizeof message;
  uint32_t offset[3] = {0, 0, 0};
  const struct {
    const char* name;
    uint32_t* number;
  } numbers[] = {{"simd", &message.simd},       {"surface", &message.surface},
                 {"sampler", &message.sampler}, {"execution_mask", &message.execution_mask},
                 {"offset_u", &offset[0]},      {"offset_v", &offset[1]},
                 {"offset_r", &offset[2]},      {"gather_channel", &message.gather_channel}};
  static const char* const needed[] = {"operation", "surface"};
  if (status == TEXPIPE_SUCCESS) status = check_names(&pairs, "missing in the description of a message", needed, 2);
  const int masked = is_there(&pairs, "execution_mask");
  for (size_t i = 0; status == TEXPIPE_SUCCESS && i < sizeof numbers / sizeof numbers[0]; ++i)
    status = take_number(&pairs, numbers[i].name, numbers[i].number);
  if (status == TEXPIPE_SUCCESS) {
    message.operation = take(&pairs, "operation");
    if (pairs.count != 0) status = refuse("a message has no such name", pairs.pairs[0].name);
  }
  if (status == TEXPIPE_SUCCESS) {
    for (size_t i = 0; i < 3; ++i) message.offset[i] = (int32_t)offset[i];
    static const uint32_t channels[] = {8, 16, 8, 2};
    static const uint32_t all_lanes[] = {0xFF, 0xFFFF, 0xFF, 0xFF};
    if (!masked && message.simd < 4) message.execution_mask = all_lanes[message.simd];
    const size_t count = elements(parameters);
    const size_t each = message.simd < 4 ? channels[message.simd] : 1;
    uint32_t* values = (uint32_t*)malloc((count + 1) * sizeof *values);
    for (size_t i = 0; values != NULL && i < count; ++i) values[i] = *(uint32_t*)element(parameters, i);
    message.parameters = values;
    message.parameter_count = (uint32_t)(count / each);
    texpipe_outcome* made = NULL;
    if (count % each != 0) {
      status = refuse("parameters", "there must be one for each channel");
    } else {
      status = values == NULL ? TEXPIPE_INTERNAL_ERROR : texpipe_sample((texpipe_context*)context, &message, &made);
    }
    free(values);
    *outcome = made;
  }
  free(pairs.text);
  return status;
}
void texpipe_sv_free(void* outcome) {
  texpipe_outcome_destroy((texpipe_outcome*)outcome);
}

int texpipe_sv_result(void* outcome, uint32_t channel, uint32_t* rgba) {
  problem[0] = 0;
  return texpipe_outcome_result((const texpipe_outcome*)outcome, channel, rgba);
}

int texpipe_sv_lod(void* outcome, uint32_t channel, int32_t* clamped, uint32_t* first_level, uint32_t* second_weight,
                   uint32_t* taps) {
  problem[0] = 0;
  texpipe_lod lod;
  const int32_t status = texpipe_outcome_lod((const texpipe_outcome*)outcome, channel, &lod);
  if (status != TEXPIPE_SUCCESS) return status;
  *clamped = lod.clamped;
  *first_level = lod.first_level;
  *second_weight = lod.second_weight;
  *taps = lod.taps;
  return status;
}

int texpipe_sv_footprint_count(void* outcome, uint32_t subspan, uint32_t* count) {
  problem[0] = 0;
  *count = 0;
  return texpipe_outcome_footprint_count((const texpipe_outcome*)outcome, subspan, count);
}

int texpipe_sv_footprint(void* outcome, uint32_t subspan, uint32_t index, uint32_t* pixels, uint32_t* border,
                         uint32_t* level, uint64_t* address, uint32_t* weight, int32_t* code, uint32_t* pixel_weight) {
  problem[0] = 0;
  texpipe_footprint footprint;
  const int32_t status = texpipe_outcome_footprint((const texpipe_outcome*)outcome, subspan, index, &footprint);
  if (status != TEXPIPE_SUCCESS) return status;
  *pixels = footprint.pixels;
  *border = footprint.border;
  *level = footprint.level;
  memcpy(address, footprint.address, sizeof footprint.address);
  memcpy(weight, footprint.weight, sizeof footprint.weight);
  memcpy(code, footprint.code, sizeof footprint.code);
  memcpy(pixel_weight, footprint.pixel_weight, sizeof footprint.pixel_weight);
  return status;
}

#ifdef __cplusplus
}
#endif
