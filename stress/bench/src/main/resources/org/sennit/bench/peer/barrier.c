/* Barrier of all ranks: ns a call, as rank 0 sees a batch of calls. */
#include "peer.h"

static void calls(int iterations) {
    for (int i = 0; i < iterations; i++) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    start(argc, argv);
    int iterations = batch_iterations > 0 ? batch_iterations : 1000;
    for (int i = 0; i < batches / 5 + 1; i++) calls(iterations);
    double before = probe();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < batches; i++) {
        double begin = now_ns();
        calls(iterations);
        record((now_ns() - begin) / iterations);
    }
    double after = probe();
    print_row(0, before, after);
    MPI_Finalize();
    return 0;
}
