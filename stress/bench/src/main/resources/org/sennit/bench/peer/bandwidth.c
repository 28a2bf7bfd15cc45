/* Windows of nonblocking sends from rank 0 to rank 1, answered by one empty message: ns per message. */
#include "peer.h"

static void windows(char *memory, int bytes, int count, MPI_Request *requests) {
    for (int w = 0; w < count; w++) {
        for (int i = 0; i < window; i++) {
            if (rank == 0) MPI_Isend(memory, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, requests + i);
            else MPI_Irecv(memory, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, requests + i);
        }
        MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
        if (rank == 0) MPI_Recv(memory, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else MPI_Send(memory, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    MPI_Request *requests = malloc(sizeof(MPI_Request) * window);
    while ((bytes = next_size()) >= 0) {
        char *memory = memory_of(bytes);
        int per_batch = bytes <= 16384 ? 10 : 1;
        int count = bytes <= 1048576 ? batches : batches / 4 + 1;
        if (rank < 2) windows(memory, (int)bytes, per_batch * (count / 5 + 1), requests);
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank < 2)
            for (int i = 0; i < count; i++) {
                double begin = now_ns();
                windows(memory, (int)bytes, per_batch, requests);
                record((now_ns() - begin) / per_batch / window);
            }
        double after = probe();
        print_row(bytes, before, after);
        free(memory);
    }
    free(requests);
    MPI_Finalize();
    return 0;
}
