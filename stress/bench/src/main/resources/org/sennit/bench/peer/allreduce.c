/* Sum of doubles over all ranks: ns a call, as rank 0 sees a batch of calls. */
#include "peer.h"

static void calls(char *in, char *out, int count, int iterations) {
    for (int i = 0; i < iterations; i++) MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    while ((bytes = next_size()) >= 0) {
        char *in = memory_of(bytes), *out = memory_of(bytes);
        int iterations = iterations_of(bytes), count = batches_of(bytes), doubles = (int)(bytes / 8);
        memset(in, 0, bytes);
        for (int i = 0; i < count / 5 + 1; i++) calls(in, out, doubles, iterations);
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < count; i++) {
            double begin = now_ns();
            calls(in, out, doubles, iterations);
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
