/* A block of each rank to each. */
#include "collective.h"

static void call(char *in, char *out, int bytes) {
    MPI_Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void start_call(char *in, char *out, int bytes, MPI_Request *request) {
    MPI_Ialltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD, request);
}
