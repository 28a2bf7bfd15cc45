/*
 * The loop of the collectives' programs, each of which says what a call is: ns a call, as rank 0 sees a batch of calls.
 * Each call has the next rank as its root, so that no root runs ahead. Sizes are as the OSU micro-benchmarks mean them.
 */
#include "peer.h"

#define CROWDED_ITERATIONS 20
#define CROWDED_NS 2e9

static int root;

static void call(char *in, char *out, int bytes);

static void calls(char *in, char *out, int bytes, int iterations) {
    for (int i = 0; i < iterations; i++) {
        call(in, out, bytes);
        root = root + 1 == size ? 0 : root + 1;
    }
}

/* With more ranks than processors a call may take a thousand times longer: rank 0 ends the batches by its clock. */
static int goes_on(int is_crowded, double begin) {
    int again = !is_crowded || now_ns() - begin < CROWDED_NS;
    if (is_crowded) MPI_Bcast(&again, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return again;
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    int is_crowded = size > sysconf(_SC_NPROCESSORS_ONLN);
    while ((bytes = next_size()) >= 0) {
        char *in = memory_of(bytes * size), *out = memory_of(bytes * size);
        int iterations = iterations_of(bytes), count = batches_of(bytes);
        if (is_crowded && batch_iterations == 0 && iterations > CROWDED_ITERATIONS) iterations = CROWDED_ITERATIONS;
        memset(in, 0, bytes * size);
        iterations = (iterations + size - 1) / size * size; /* every root as often as any other */
        double begin = now_ns() - CROWDED_NS / 2;
        for (int i = 0; i < count / 5 + 1 && goes_on(is_crowded, begin); i++) calls(in, out, (int)bytes, iterations);
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        double timed = now_ns();
        for (int i = 0; i < count && (i == 0 || goes_on(is_crowded, timed)); i++) {
            begin = now_ns();
            calls(in, out, (int)bytes, iterations);
            record((now_ns() - begin) / iterations);
        }
        double after = probe();
        print_row(bytes, before, after);
        free(in);
        free(out);
    }
    MPI_Finalize();
    return 0;
}
