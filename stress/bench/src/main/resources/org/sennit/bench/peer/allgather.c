/* A block of each rank to all. */
#include "collective.h"

static void call(char *in, char *out, int bytes) {
    MPI_Allgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void start_call(char *in, char *out, int bytes, MPI_Request *request) {
    MPI_Iallgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD, request);
}
