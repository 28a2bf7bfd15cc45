/* Ranks 0 and 1 exchange messages of several directions by persistent requests, started together and awaited; strided: the
 * faces of a lattice of 8x8x8x8 sites, two directions along each axis, received as rows. */
#include "peer.h"

#define EXTENT 8
#define MOST_DIRECTIONS 8

static void exchanges(MPI_Request *requests, int count, int iterations) {
    for (int i = 0; i < iterations; i++) {
        MPI_Startall(count, requests);
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    }
}

int main(int argc, char **argv) {
    long bytes;
    start(argc, argv);
    int directions = atoi(setting("directions", "1")), is_strided = strcmp(setting("layout", ""), "strided") == 0;
    while ((bytes = next_size()) >= 0) {
        char *lattice = memory_of(is_strided ? EXTENT * bytes : directions * bytes);
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
        for (int i = 0; rank < 2 && i < count / 5 + 1; i++) exchanges(requests, 2 * directions, iterations);
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; rank < 2 && i < count; i++) {
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
