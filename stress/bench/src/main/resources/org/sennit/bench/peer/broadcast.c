/* Memory of one rank to all. */
#include "collective.h"

static void call(char *in, char *out, int bytes) {
    MPI_Bcast(in, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void start_call(char *in, char *out, int bytes, MPI_Request *request) {
    MPI_Ibcast(in, bytes, MPI_BYTE, root, MPI_COMM_WORLD, request);
}
