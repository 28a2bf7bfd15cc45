/* A block to each rank from one. */
#include "collective.h"

static void call(char *in, char *out, int bytes) {
    MPI_Scatter(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void start_call(char *in, char *out, int bytes, MPI_Request *request) {
    MPI_Iscatter(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, root, MPI_COMM_WORLD, request);
}
