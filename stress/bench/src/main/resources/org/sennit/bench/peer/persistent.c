/* Ranks 0 and 1 exchange messages of several directions by persistent requests, started together and awaited; strided: the
 * faces of a lattice of 8x8x8x8 sites, two directions along each axis, received as rows. Fresh: both write all that they
 * send, meet, exchange, and read all that has come; the time is that of the exchange. */
#include "peer.h"

#define EXTENT 8
#define MOST_DIRECTIONS 8

static void exchanges(MPI_Request *requests, int count, int iterations) {
    for (int i = 0; i < iterations; i++) {
        MPI_Startall(count, requests);
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    }
}

static volatile long sink;

static void read_all(const char *memory, long bytes) {
    long sum = 0;
    for (long i = 0; i + 8 <= bytes; i += 8) sum += *(const long *)(memory + i);
    sink = sum;
}

static double fresh_exchange(char *out, long out_bytes, char **in, long bytes, MPI_Request *requests, int directions,
                             int round) {
    memset(out, round, out_bytes);
    MPI_Sendrecv(NULL, 0, MPI_BYTE, 1 - rank, 99, NULL, 0, MPI_BYTE, 1 - rank, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double begin = now_ns();
    exchanges(requests, 2 * directions, 1);
    double took = now_ns() - begin;
    for (int d = 0; d < directions; d++) read_all(in[d], bytes);
    return took;
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    int directions = atoi(setting("directions", "1")), is_strided = strcmp(setting("layout", ""), "strided") == 0;
    while ((bytes = next_size()) >= 0) {
        long out_bytes = is_strided ? EXTENT * bytes : directions * bytes;
        char *lattice = memory_of(out_bytes);
        char *in[MOST_DIRECTIONS];
        MPI_Request requests[2 * MOST_DIRECTIONS];
        MPI_Datatype faces[MOST_DIRECTIONS];
        long block = bytes / (EXTENT * EXTENT * EXTENT);
        for (int d = 0; d < directions && rank < 2; d++) {
            in[d] = memory_of(bytes);
            MPI_Recv_init(in[d], (int)bytes, MPI_BYTE, 1 - rank, d, MPI_COMM_WORLD, &requests[d]);
            if (is_strided) {
                MPI_Type_create_hvector((int)(bytes / block), (int)(block / 8), EXTENT * block, MPI_DOUBLE, &faces[d]);
                MPI_Type_commit(&faces[d]);
                MPI_Send_init(lattice, 1, faces[d], 1 - rank, d, MPI_COMM_WORLD, &requests[directions + d]);
                if (d % 2 == 1) block = block == bytes ? bytes / (EXTENT * EXTENT * EXTENT) : block * EXTENT;
            } else {
                MPI_Send_init(lattice + d * bytes, (int)bytes, MPI_BYTE, 1 - rank, d, MPI_COMM_WORLD,
                              &requests[directions + d]);
            }
        }
        int iterations = iterations_of(bytes * directions), count = batches_of(bytes * directions);
        int is_fresh = fresh && bytes > 16384;
        for (int i = 0; rank < 2 && i < count / 5 + 1; i++) {
            if (is_fresh) fresh_exchange(lattice, out_bytes, in, bytes, requests, directions, i);
            else exchanges(requests, 2 * directions, iterations);
        }
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; rank < 2 && i < count; i++) {
            if (is_fresh) {
                record(fresh_exchange(lattice, out_bytes, in, bytes, requests, directions, i));
                continue;
            }
            double begin = now_ns();
            exchanges(requests, 2 * directions, iterations);
            record((now_ns() - begin) / iterations);
        }
        double after = probe();
        print_row(bytes, before, after);
        for (int d = 0; rank < 2 && d < directions; d++) {
            MPI_Request_free(&requests[d]);
            MPI_Request_free(&requests[directions + d]);
            if (is_strided) MPI_Type_free(&faces[d]);
            free(in[d]);
        }
        free(lattice);
    }
    MPI_Finalize();
    return 0;
}
