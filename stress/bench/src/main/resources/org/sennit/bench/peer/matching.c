/* N receives with tags of their own, matched in reverse, by messages of rank 0 to itself; sizes are depths. */
#include "peer.h"

static void reverse(MPI_Request *requests, char *memory, int n, int rounds) {
    for (int round = 0; round < rounds; round++) {
        for (int tag = 0; tag < n; tag++)
            MPI_Irecv(memory, 8, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &requests[tag]);
        for (int tag = n - 1; tag >= 0; tag--) {
            MPI_Send(memory + 64, 8, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
            MPI_Wait(&requests[tag], MPI_STATUS_IGNORE);
        }
    }
}

int main(int argc, char **argv) {
    long n;
    start(argc, argv);
    while ((n = next_size()) >= 0) {
        MPI_Request *requests = malloc(sizeof(MPI_Request) * (n + 1));
        char *memory = memory_of(4096);
        int rounds = n < 2000 ? 2000 / n : 1;
        double before = probe();
        if (rank == 0)
            for (int batch = -1; batch < batches; batch++) {
                double begin = now_ns();
                reverse(requests, memory, (int)n, rounds);
                if (batch >= 0) record((now_ns() - begin) / rounds / n);
            }
        double after = probe();
        print_row(n, before, after);
        free(requests);
        free(memory);
    }
    MPI_Finalize();
    return 0;
}
