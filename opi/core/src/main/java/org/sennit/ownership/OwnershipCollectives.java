package org.sennit.ownership;

import java.util.IdentityHashMap;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.internal.opi.pool.Block;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * The collectives of ownership on one communicator: gives and takes in a context of their own. A call starts all its
 * gives and takes at once, so two calls match in the order in which each member makes them. Belongs to the thread that
 * drives the endpoint.
 */
final class OwnershipCollectives {
    private static final int SCATTER = 1;
    private static final int GATHER = 2;
    private static final int ALLTOALL = 3;

    private final PoolBuffers pool;
    private final Communicator communicator;
    private final OwnershipMessages ownership;

    OwnershipCollectives(PoolBuffers pool, Communicator communicator, OwnershipMessages ownership) {
        this.pool = pool;
        this.communicator = communicator;
        this.ownership = ownership;
    }

    BufferCollective scatter(String operation, OwnedBuffer[] atRoot, int root) {
        return begin(operation, () -> {
            checkRoot(operation, root);
            boolean isRoot = root == communicator.rank();
            if (!isRoot && atRoot != null) {
                throw bad(operation, "buffers are for the root only: root=" + root);
            }
            BufferCollective call = new BufferCollective(pool, ownership, operation, 1);
            if (!isRoot) {
                take(call, operation, 0, root, SCATTER);
            } else {
                Map<OwnedBuffer, Long> lengths = check(operation, atRoot, communicator.size());
                giveAll(call, operation, atRoot, lengths, SCATTER, 0);
            }
            return call;
        });
    }

    BufferCollective gather(String operation, OwnedBuffer mine, int root) {
        return begin(operation, () -> {
            checkRoot(operation, root);
            boolean isRoot = root == communicator.rank();
            BufferCollective call = new BufferCollective(pool, ownership, operation, isRoot ? communicator.size() : -1);
            OwnedBuffer[] one = {mine};
            Map<OwnedBuffer, Long> lengths = check(operation, one, 1);
            long length = lengths.get(mine);
            if (isRoot) {
                takeAll(call, operation, GATHER);
                call.keep(root, pool.end(mine, operation, root, -1), length);
            } else {
                give(call, pool.leave(mine, operation, root, -1), length, root, GATHER);
            }
            return call;
        });
    }

    BufferCollective alltoall(String operation, OwnedBuffer[] out) {
        return begin(operation, () -> {
            Map<OwnedBuffer, Long> lengths = check(operation, out, communicator.size());
            BufferCollective call = new BufferCollective(pool, ownership, operation, communicator.size());
            takeAll(call, operation, ALLTOALL);
            giveAll(call, operation, out, lengths, ALLTOALL, communicator.rank());
            return call;
        });
    }

    /** Waits for a call, whose error has been passed to the error handler. */
    BufferCollective run(BufferCollective call) {
        call.await(null);
        return call;
    }

    private interface Start {
        BufferCollective start();
    }

    private BufferCollective begin(String operation, Start start) {
        try {
            ownership.checkCollective(operation);
            pool.enter(operation);
            BufferCollective call = start.start();
            call.begin();
            return call;
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
    }

    private void checkRoot(String operation, int root) {
        if (root < 0 || root >= communicator.size()) {
            throw new SennitException(
                    ErrorClass.ROOT,
                    "root outside the communicator: root=" + root + " size=" + communicator.size() + " "
                            + names(operation));
        }
    }

    private String names(String operation) {
        return "operation=" + operation + " rank=" + communicator.rank() + " communicator=" + communicator.name();
    }

    private SennitException bad(String operation, String what) {
        return new SennitException(ErrorClass.ARG, what + " " + names(operation));
    }

    /** Checks the buffers before any is given; returns the lengths of the messages. */
    private Map<OwnedBuffer, Long> check(String operation, OwnedBuffer[] buffers, int size) {
        if (buffers == null || buffers.length != size) {
            throw bad(
                    operation,
                    "not one buffer for each rank: buffers=" + (buffers == null ? 0 : buffers.length) + " needed="
                            + size);
        }
        Map<OwnedBuffer, Long> lengths = new IdentityHashMap<>();
        for (int i = 0; i < size; i++) {
            if (buffers[i] == null) {
                throw bad(operation, "no buffer for a rank: index=" + i);
            }
            if (lengths.put(buffers[i], buffers[i].lengthPlain()) != null) {
                throw bad(operation, "a buffer for two ranks: index=" + i);
            }
            pool.mayEnd(buffers[i], operation);
        }
        return lengths;
    }

    private void takeAll(BufferCollective call, String operation, int tag) {
        for (int rank = 0; rank < communicator.size(); rank++) {
            if (rank != communicator.rank()) {
                take(call, operation, rank, rank, tag);
            }
        }
    }

    private void take(BufferCollective call, String operation, int index, int source, int tag) {
        PooledTake request = new PooledTake(pool);
        ownership.start(request, operation, Handover.ANY_LENGTH, source, tag);
        call.take(index, request);
    }

    private void giveAll(
            BufferCollective call,
            String operation,
            OwnedBuffer[] buffers,
            Map<OwnedBuffer, Long> lengths,
            int tag,
            int ownIndex) {
        int own = communicator.rank();
        for (int i = 1;
                i <= buffers.length;
                i++) { // each member begins with the rank behind its own, so that not all give to one first
            int rank = (own + i) % buffers.length;
            OwnedBuffer buffer = buffers[rank];
            long length = lengths.get(buffer);
            if (rank == own) {
                call.keep(ownIndex, pool.end(buffer, operation, rank, -1), length);
            } else {
                give(call, pool.leave(buffer, operation, rank, -1), length, rank, tag);
            }
        }
    }

    /** Gives a buffer to a member; when that has failed, frees the buffer, and the call ends with the error. */
    private void give(BufferCollective call, Block block, long length, int destination, int tag) {
        Request giving = ownership.startGive(block.passed(), length, destination, tag);
        if (giving != null) {
            call.give(giving);
        }
    }
}
