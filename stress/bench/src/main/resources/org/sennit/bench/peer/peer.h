/*
 * What the peer programs of `sennit bench` share: a clock, the near/far probe on a mapped file, batches and their
 * summary. Each program prints one line a size: size, median ns, best ns, p99 ns, probe before, probe after (ns one way).
 */
#ifndef SENNIT_PEER_H
#define SENNIT_PEER_H
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <immintrin.h>
#define SPIN_HINT() _mm_pause()
#elif defined(__aarch64__)
#define SPIN_HINT() __asm__ volatile("isb")
#else
#define SPIN_HINT() ((void)0)
#endif

#define PROBE_ROUNDS 5
#define PROBE_ROUND_TRIPS 20000

static int rank, size, batches;
static volatile long *line;
static long sequence;
static char *sizes, **arguments;
static int argument_count;
static int fresh, window, batch_iterations;
static double *samples;
static int sample_count, sample_capacity;

static inline double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Two threads, one line, one pause in the spin: ns one way, median of the rounds. Ranks 0 and 1 only. */
static double probe(void) {
    double round[PROBE_ROUNDS];
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 1 || size < 2 || line == NULL) return 0;
    for (int r = 0; r < PROBE_ROUNDS; r++) {
        double start = now_ns();
        for (int i = 0; i < PROBE_ROUND_TRIPS; i++) {
            long mine = sequence + 1 + rank, other = sequence + 2 - rank;
            if (rank == 0) {
                __atomic_store_n(line, mine, __ATOMIC_RELEASE);
                while (__atomic_load_n(line, __ATOMIC_ACQUIRE) != other) SPIN_HINT();
            } else {
                while (__atomic_load_n(line, __ATOMIC_ACQUIRE) != other) SPIN_HINT();
                __atomic_store_n(line, mine, __ATOMIC_RELEASE);
            }
            sequence += 2;
        }
        round[r] = (now_ns() - start) / PROBE_ROUND_TRIPS / 2;
    }
    qsort(round, PROBE_ROUNDS, sizeof(double), by_value);
    return round[PROBE_ROUNDS / 2];
}

/* Arguments: probe file, sizes with commas, batches, iterations a batch (0: by size), warm or fresh, window, settings. */
static void start(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 7) {
        if (rank == 0) fprintf(stderr, "usage: PROBE_FILE SIZES BATCHES ITERATIONS warm|fresh WINDOW\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int file = open(argv[1], O_RDWR);
    if (file >= 0) {
        void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (memory != MAP_FAILED) line = memory;
        close(file);
    }
    argument_count = argc;
    arguments = argv;
    sizes = argv[2];
    batches = atoi(argv[3]);
    batch_iterations = atoi(argv[4]);
    fresh = strcmp(argv[5], "fresh") == 0;
    window = atoi(argv[6]);
    sample_capacity = batches * 20 + 16;
    samples = malloc(sizeof(double) * sample_capacity);
}

/* The value of an argument NAME=VALUE behind the others. */
static const char *setting(const char *name, const char *usual) {
    size_t length = strlen(name);
    for (int i = 7; i < argument_count; i++)
        if (strncmp(arguments[i], name, length) == 0 && arguments[i][length] == '=') return arguments[i] + length + 1;
    return usual;
}

/* The next size of the list; -1 at its end. */
static inline long next_size(void) {
    if (*sizes == 0) return -1;
    char *end;
    long value = strtol(sizes, &end, 10);
    sizes = *end == ',' ? end + 1 : end;
    return value;
}

/* As Batching of the Java side: many iterations a batch while they are short, single ones when they are long. */
static inline int iterations_of(long bytes) {
    if (batch_iterations > 0) return batch_iterations;
    return bytes <= 16384 ? 1000 : 1;
}

static inline int batches_of(long bytes) { return bytes <= 16384 ? batches : batches * 4; }

static inline char *memory_of(long bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 4096, bytes + 4096)) MPI_Abort(MPI_COMM_WORLD, 1);
    memset(memory, 1, bytes + 4096);
    return memory;
}

static void record(double ns) {
    if (sample_count < sample_capacity) samples[sample_count++] = ns;
}

static void print_row(long bytes, double before, double after) {
    if (rank == 0 && sample_count > 0) {
        qsort(samples, sample_count, sizeof(double), by_value);
        int p99 = (int)(sample_count * 0.99);
        printf("%ld %.2f %.2f %.2f %.1f %.1f\n", bytes, samples[sample_count / 2], samples[0],
               samples[p99 < sample_count ? p99 : sample_count - 1], before, after);
        fflush(stdout);
    }
    sample_count = 0;
}
#endif
