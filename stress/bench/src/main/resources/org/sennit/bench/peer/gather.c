/* A block of each rank to one. */
#include "collective.h"

static void call(char *in, char *out, int bytes) {
    MPI_Gather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void start_call(char *in, char *out, int bytes, MPI_Request *request) {
    MPI_Igather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, root, MPI_COMM_WORLD, request);
}
