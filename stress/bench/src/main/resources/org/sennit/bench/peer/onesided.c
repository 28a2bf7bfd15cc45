/* Accesses of rank 0 to a window of rank 1, one after the other or in windows of many, completed as the setting says; the
 * target waits in a barrier, or makes the calls that belong to the synchronization. Both ways: both ranks are origins. */
#include "peer.h"

#define SPREAD 8192

enum kind { PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP };

static MPI_Win win;
static MPI_Group other;
static enum kind kind;
static int together = 1, is_both = 0, is_origin;
static const char *synchronization;
static long displacement, end;
static MPI_Aint base; /* of the target's memory; 0 but in a dynamic window */
static char *in, *out, expected[8];

static int is_sync(const char *name) { return strcmp(synchronization, name) == 0; }
static int is_held(void) { return strncmp(synchronization, "flush", 5) == 0; }

static void access_once(long bytes) {
    int n = (int)bytes, words = (int)(bytes / 8), target = 1 - rank;
    MPI_Aint at = base + displacement;
    switch (kind) {
    case PUT: MPI_Put(in, n, MPI_BYTE, target, at, n, MPI_BYTE, win); break;
    case GET: MPI_Get(out, n, MPI_BYTE, target, at, n, MPI_BYTE, win); break;
    case ACCUMULATE: MPI_Accumulate(in, words, MPI_LONG, target, at, words, MPI_LONG, MPI_SUM, win); break;
    case GET_ACCUMULATE:
        MPI_Get_accumulate(in, words, MPI_LONG, out, words, MPI_LONG, target, at, words, MPI_LONG, MPI_SUM, win);
        break;
    case FETCH_AND_OP: MPI_Fetch_and_op(in, out, MPI_LONG, target, at, MPI_SUM, win); break;
    case COMPARE_AND_SWAP: MPI_Compare_and_swap(in, expected, out, MPI_LONG, target, at, win); break;
    }
    displacement = displacement + bytes == end ? 0 : displacement + bytes;
}

static void epochs(long bytes, int count) {
    int target = 1 - rank;
    for (int i = 0; i < count; i++) {
        if (!is_origin) {
            if (is_sync("fence")) MPI_Win_fence(0, win);
            if (is_sync("pscw")) {
                MPI_Win_post(other, 0, win);
                MPI_Win_wait(win);
            }
            continue;
        }
        if (is_sync("lock")) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        if (is_sync("lock-all")) MPI_Win_lock_all(0, win);
        if (is_sync("pscw") && is_both) MPI_Win_post(other, 0, win);
        if (is_sync("pscw")) MPI_Win_start(other, 0, win);
        for (int a = 0; a < together; a++) access_once(bytes);
        if (is_sync("flush")) MPI_Win_flush(target, win);
        else if (is_sync("flush-local")) MPI_Win_flush_local(target, win);
        else if (is_sync("lock")) MPI_Win_unlock(target, win);
        else if (is_sync("lock-all")) MPI_Win_unlock_all(win);
        else if (is_sync("pscw")) MPI_Win_complete(win);
        else MPI_Win_fence(0, win);
        if (is_sync("pscw") && is_both) MPI_Win_wait(win);
    }
}

static void begin_phase(void) {
    if (is_origin && is_held()) MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    if (is_sync("fence")) MPI_Win_fence(0, win);
}

static void end_phase(void) {
    if (is_origin && is_held()) MPI_Win_unlock(1 - rank, win);
    if (is_sync("fence")) MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    static const char *kinds[] = {"put", "get", "accumulate", "get-accumulate", "fetch-and-op", "compare-and-swap"};
    long bytes;
    start(argc, argv);
    const char *operation = setting("operation", "put");
    for (int k = 0; k < 6; k++)
        if (strcmp(operation, kinds[k]) == 0) kind = k;
    int is_rate = strstr(operation, "-rate") != NULL;
    int is_stream = is_rate || strstr(operation, "bandwidth") != NULL;
    if (is_rate) {
        kind = strncmp(operation, "fetch", 5) == 0 ? FETCH_AND_OP : COMPARE_AND_SWAP;
        together = window;
    } else if (is_stream) {
        kind = strncmp(operation, "get", 3) == 0 ? GET : PUT;
        is_both = strcmp(operation, "put-bi-bandwidth") == 0;
        together = window;
    }
    synchronization = setting("sync", "flush");
    is_origin = is_both || rank == 0;
    MPI_Group world;
    int peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &other);
    while ((bytes = next_size()) >= 0) {
        if (kind >= FETCH_AND_OP && bytes != 8) continue;
        int is_allocated = strcmp(setting("exposed", "allocated"), "allocated") == 0;
        int is_dynamic = strcmp(setting("exposed", "allocated"), "dynamic") == 0;
        void *memory;
        end = (SPREAD / bytes > 1 ? SPREAD / bytes : 1) * bytes;
        displacement = base = 0;
        if (is_allocated) {
            MPI_Win_allocate(end, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        } else if (is_dynamic) {
            MPI_Aint own;
            memory = memory_of(end);
            MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
            MPI_Win_attach(win, memory, end);
            MPI_Get_address(memory, &own);
            MPI_Sendrecv(&own, 1, MPI_AINT, peer, 4, &base, 1, MPI_AINT, peer, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            memory = memory_of(end);
            MPI_Win_create(memory, end, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        }
        memset(memory, 0, end);
        in = memory_of(bytes);
        out = memory_of(bytes);
        int iterations = is_stream ? (bytes <= 16384 ? 10 : 1) : iterations_of(bytes), count = batches_of(bytes);
        MPI_Barrier(MPI_COMM_WORLD);
        begin_phase();
        if (is_origin || !is_held())
            for (int i = 0; i < count / 5 + 1; i++) epochs(bytes, iterations);
        end_phase();
        double before = probe();
        MPI_Barrier(MPI_COMM_WORLD);
        begin_phase();
        if (is_origin || !is_held())
            for (int i = 0; i < count; i++) {
                if (is_both) MPI_Barrier(MPI_COMM_WORLD);
                double begin = now_ns();
                epochs(bytes, iterations);
                if (is_both) MPI_Barrier(MPI_COMM_WORLD);
                record((now_ns() - begin) / iterations / together / (is_both ? 2 : 1));
            }
        end_phase();
        double after = probe();
        print_row(bytes, before, after);
        if (is_dynamic) MPI_Win_detach(win, memory);
        MPI_Win_free(&win);
        if (!is_allocated) free(memory);
        free(in);
        free(out);
    }
    MPI_Finalize();
    return 0;
}
