/* As UnpackOneWay of the Java side: rank 1 writes and sends with the time of sending inside, rank 0 receives, reads all of it
 * and looks at the clock. */
#include "peer.h"

static volatile long sink;

static void read_all(const char *memory, long bytes) {
    long sum = 0;
    for (long i = 0; i + 8 <= bytes; i += 8) sum += *(const long *)(memory + i);
    sink = sum;
}

static double one_way(char *out, char *in, int bytes, int round) {
    double sent, latency = 0;
    if (rank == 1) {
        MPI_Recv(in, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        memset(out, round, bytes);
        double until = now_ns() + 2000; /* the receiver waits meanwhile */
        while ((sent = now_ns()) < until) SPIN_HINT();
        memcpy(out, &sent, sizeof sent);
        MPI_Send(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    } else {
        MPI_Send(in, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        read_all(in, bytes);
        double arrived = now_ns();
        memcpy(&sent, in, sizeof sent);
        latency = arrived - sent;
    }
    return latency;
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    while ((bytes = next_size()) >= 0) {
        char *out = memory_of(bytes), *in = memory_of(bytes);
        int count = batches * 4;
        for (int i = 0; rank < 2 && i < count / 5 + 1; i++) one_way(out, in, (int)(bytes < 8 ? 8 : bytes), i);
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; rank < 2 && i < count; i++) record(one_way(out, in, (int)(bytes < 8 ? 8 : bytes), i));
        double after = probe();
        print_row(bytes, before, after);
        free(out);
        free(in);
    }
    MPI_Finalize();
    return 0;
}
