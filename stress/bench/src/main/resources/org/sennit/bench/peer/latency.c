/* Ping-pong between ranks 0 and 1, one way. Fresh: the sender writes before each send, the receiver reads. */
#include "peer.h"

static volatile long sink;

static void read_all(const char *memory, long bytes) {
    long sum = 0;
    for (long i = 0; i + 8 <= bytes; i += 8) sum += *(const long *)(memory + i);
    sink = sum;
}

static void ping_pong(char *out, char *in, int bytes, int iterations) {
    for (int i = 0; i < iterations; i++) {
        if (rank == 0) {
            MPI_Send(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(in, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
    }
}

/* Rank 1 writes and sends with the time of sending inside; rank 0 takes the time of arrival, reads, and asks for more. */
static double one_way_fresh(char *out, char *in, int bytes, int round) {
    double sent, latency = 0;
    if (rank == 1) {
        MPI_Recv(in, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        memset(out, round, bytes);
        double until = now_ns() + 2000; /* the receiver posts its receive meanwhile */
        while ((sent = now_ns()) < until) SPIN_HINT();
        memcpy(out, &sent, sizeof sent);
        MPI_Send(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    } else {
        MPI_Send(in, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double arrived = now_ns();
        memcpy(&sent, in, sizeof sent);
        latency = arrived - sent;
        read_all(in, bytes);
    }
    return latency;
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    while ((bytes = next_size()) >= 0) {
        char *out = memory_of(bytes), *in = memory_of(bytes);
        int iterations = iterations_of(bytes), count = batches_of(bytes), is_fresh = fresh && bytes > 16384;
        for (int i = 0; rank < 2 && i < count / 5 + 1; i++) {
            if (is_fresh) one_way_fresh(out, in, (int)bytes, i);
            else ping_pong(out, in, (int)bytes, iterations);
        }
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank < 2)
            for (int i = 0; i < count; i++) {
                if (is_fresh) {
                    record(one_way_fresh(out, in, (int)bytes, i));
                } else {
                    double begin = now_ns();
                    ping_pong(out, in, (int)bytes, iterations);
                    record((now_ns() - begin) / iterations / 2);
                }
            }
        double after = probe();
        print_row(bytes, before, after);
        free(out);
        free(in);
    }
    MPI_Finalize();
    return 0;
}
