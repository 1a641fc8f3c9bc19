/* Included by GTKWave's FST writer, a C source, in the place of its configuration: its own temporary files are kept in
   memory. It maps them, so that on a disk that is full the program would be killed by a signal. */
#ifndef TEXPIPE_STUDY_TRACE_FST_MEMORY_H
#define TEXPIPE_STUDY_TRACE_FST_MEMORY_H

#include <fst_config.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A file without a name, for reading and writing, that takes no room on any disk. Null: there is none. */
FILE* texpipe_memory_file(void);

/** As fopen(); the file of names that the writer keeps beside its result (NAME.hier) is one of memory. */
FILE* texpipe_fst_fopen(const char* name, const char* mode);

#ifdef __cplusplus
}
#else
#define tmpfile texpipe_memory_file
#define fopen texpipe_fst_fopen
#endif

#endif
