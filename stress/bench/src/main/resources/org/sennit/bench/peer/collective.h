/*
 * The loop of the collectives' programs, each of which says what a call is: ns a call, as rank 0 sees a batch of calls.
 * Each call has the next rank as its root, so that no root runs ahead; with a fixed root a barrier
 * stands between two calls, and the time is the mean of all ranks. Nonblocking: start and wait, then the same around a computation
 * that takes as long; the seventh column is how much of the communication it hides, in percent. Sizes are as the OSU micro-benchmarks mean them.
 */
#include "peer.h"

#define CROWDED_ITERATIONS 20
#define CROWDED_NS 2e9

static int root, is_fixed, is_nonblocking;

static void call(char *in, char *out, int bytes);
static void start_call(char *in, char *out, int bytes, MPI_Request *request);

static void compute(double ns) {
    double end = now_ns() + ns;
    while (now_ns() < end) SPIN_HINT();
}

/* Returns ns of all calls. */
static double calls(char *in, char *out, int bytes, int iterations, double compute_ns) {
    double begin = now_ns(), sum = 0;
    for (int i = 0; i < iterations; i++) {
        double once = is_fixed ? now_ns() : 0;
        if (is_nonblocking) {
            MPI_Request request;
            start_call(in, out, bytes, &request);
            if (compute_ns > 0) compute(compute_ns);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            call(in, out, bytes);
        }
        if (is_fixed) {
            sum += now_ns() - once;
            MPI_Barrier(MPI_COMM_WORLD);
        } else {
            root = root + 1 == size ? 0 : root + 1;
        }
    }
    if (!is_fixed) return now_ns() - begin;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum / size;
}

/* The part of the pure time that a computation as long hides, in percent: the median of the batches. */
static double overlap(char *in, char *out, int bytes, int iterations, int count, double pure) {
    MPI_Bcast(&pure, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    sample_count = 0;
    for (int i = 0; i < count; i++) record(calls(in, out, bytes, iterations, pure) / iterations);
    qsort(samples, sample_count, sizeof(double), by_value);
    double hidden = 100 * (1 - (samples[sample_count / 2] - pure) / pure);
    sample_count = 0;
    return hidden < 0 ? 0 : hidden > 100 ? 100 : hidden;
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
    is_fixed = strcmp(setting("root", "rotating"), "0") == 0;
    is_nonblocking = strcmp(setting("call", "blocking"), "nonblocking") == 0;
    int is_crowded = size > sysconf(_SC_NPROCESSORS_ONLN);
    while ((bytes = next_size()) >= 0) {
        char *in = memory_of(bytes * size), *out = memory_of(bytes * size);
        int iterations = iterations_of(bytes), count = batches_of(bytes);
        if (is_crowded && batch_iterations == 0 && iterations > CROWDED_ITERATIONS) iterations = CROWDED_ITERATIONS;
        memset(in, 0, bytes * size);
        iterations = (iterations + size - 1) / size * size; /* every root as often as any other */
        double begin = now_ns() - CROWDED_NS / 2;
        for (int i = 0; i < count / 5 + 1 && goes_on(is_crowded, begin); i++)
            calls(in, out, (int)bytes, iterations, 0);
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        double timed = now_ns();
        for (int i = 0; i < count && (i == 0 || goes_on(is_crowded, timed)); i++) {
            record(calls(in, out, (int)bytes, iterations, 0) / iterations);
        }
        double after = probe();
        if (is_nonblocking) {
            qsort(samples, sample_count, sizeof(double), by_value);
            double pure = samples[sample_count / 2], best = samples[0], worst = samples[sample_count - 1];
            double hidden = overlap(in, out, (int)bytes, iterations, is_crowded ? 1 : count, pure);
            if (rank == 0)
                printf("%ld %.2f %.2f %.2f %.1f %.1f %.1f\n", bytes, pure, best, worst, before, after, hidden);
        } else {
            print_row(bytes, before, after);
        }
        free(in);
        free(out);
    }
    MPI_Finalize();
    return 0;
}
