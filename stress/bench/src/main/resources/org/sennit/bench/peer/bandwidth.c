/* Windows of nonblocking sends from each rank of the first half to one of the second, answered by one empty message: ns per
 * message of all pairs. Both ways: the second half sends as well, and nothing is answered. */
#include "peer.h"

static int is_both, peer, is_sender;

static void windows(char *memory, char *other, int bytes, int count, MPI_Request *requests) {
    for (int w = 0; w < count; w++) {
        int n = 0;
        for (int i = 0; i < window && (is_both || !is_sender); i++)
            MPI_Irecv(is_both ? other : memory, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, requests + n++);
        for (int i = 0; i < window && (is_both || is_sender); i++)
            MPI_Isend(memory, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, requests + n++);
        MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
        if (is_both) continue;
        if (is_sender) MPI_Recv(memory, 0, MPI_BYTE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else MPI_Send(memory, 0, MPI_BYTE, peer, 2, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    MPI_Request *requests = malloc(sizeof(MPI_Request) * window * 2);
    int pairs = size / 2;
    is_both = strcmp(setting("operation", ""), "bi-bandwidth") == 0;
    is_sender = rank < pairs;
    peer = is_sender ? rank + pairs : rank - pairs;
    while ((bytes = next_size()) >= 0) {
        char *memory = memory_of(bytes), *other = memory_of(bytes);
        int per_batch = bytes <= 16384 ? 10 : 1;
        int count = bytes <= 1048576 ? batches : batches / 4 + 1;
        windows(memory, other, (int)bytes, per_batch * (count / 5 + 1), requests);
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < count; i++) {
            if (pairs > 1) MPI_Barrier(MPI_COMM_WORLD);
            double begin = now_ns();
            windows(memory, other, (int)bytes, per_batch, requests);
            if (pairs > 1) MPI_Barrier(MPI_COMM_WORLD);
            record((now_ns() - begin) / per_batch / window / pairs / (is_both ? 2 : 1));
        }
        double after = probe();
        print_row(bytes, before, after);
        free(memory);
        free(other);
    }
    free(requests);
    MPI_Finalize();
    return 0;
}
