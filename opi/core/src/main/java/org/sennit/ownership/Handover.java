package org.sennit.ownership;

import org.sennit.Communicator;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.p2p.ObjectMessages;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.internal.opi.pool.Block;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Gives and takes on one communicator. They are messages, ordered with the sends and receives of the same pair and tag:
 * a receive may match a give, which copies once, and a take may match a send.
 *
 * <p>Inside a JVM the memory itself is passed, at any size, and between JVMs of a host if the pool's memory is shared.
 * Otherwise the bytes are sent; the giver's buffer returns to its home pool, the taker's comes from its own pool.
 *
 * <p>Belongs to the thread that drives the endpoint. Without checked mode blocking calls allocate nothing in steady
 * state.
 */
public final class Handover {
    /** A take of messages of any length. */
    public static final long ANY_LENGTH = Long.MAX_VALUE;

    private final PoolBuffers pool;
    private final OwnershipMessages ownership;
    private final ObjectMessages objects;
    private final OwnershipCollectives collectives;
    private final Status ownStatus; // null: several threads

    Handover(PoolBuffers pool, Communicator communicator) {
        if (communicator.endpoint() != pool.endpoint() || communicator.isClosed()) {
            throw pool.raised(new SennitException(
                    ErrorClass.COMM,
                    (communicator.isClosed() ? "a closed communicator" : "a communicator of another endpoint")
                            + ": operation=over communicator=" + communicator + " rank="
                            + pool.endpoint().world().rank()));
        }
        this.pool = pool;
        CommContext context = ((CommunicatorHandle) communicator).context();
        this.ownership = messages(context, false);
        this.objects = new ObjectMessages(context);
        this.collectives = new OwnershipCollectives(pool, communicator, messages(context, true));
        this.ownStatus = pool.ownership().isShared() ? null : new Status();
    }

    private OwnershipMessages messages(CommContext context, boolean isCollective) {
        return new OwnershipMessages(context, pool.blocks(), pool.options().windowBytes(), isCollective);
    }

    /**
     * Gives a buffer away. Returns at once as long as the taker need not be waited for: inside a JVM while not more
     * than {@link PoolOptions#windowBytes} are under way, else when the bytes are gone.
     *
     * @param buffer the caller's; not any more after the call, but after an error of the arguments
     * @param destination a rank, or {@link Communicator#NULL_PROCESS}, which frees it
     * @param tag 0 to 2³¹−1
     * @throws SennitException RANK, TAG, COMM, SESSION for misuse, PROC_FAILED where the peer is known to have failed:
     *     the buffer is still the caller's. BUFFER when there is none, and in checked mode when it is not the caller's.
     *     PROC_FAILED when the peer ends while it waits: the buffer has gone home. Final
     */
    public void give(@Consumes OwnedBuffer buffer, int destination, int tag) {
        try {
            ownership.checkGive("give", destination, tag);
            long length = lengthOf(buffer, "give");
            Block block = pool.leave(buffer, "give", destination, tag);
            ownership.giveChecked(block.passed(), length, destination, tag);
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
    }

    /**
     * Starts to give a buffer away.
     *
     * @param buffer the caller's; not any more after the call, but after an error of the arguments
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request; there is nothing to wait for but back-pressure and errors
     * @throws SennitException as for {@link #give}
     */
    public Request giveNonblocking(@Consumes OwnedBuffer buffer, int destination, int tag) {
        long length = buffer == null ? 0 : buffer.lengthPlain(); // none is an error, of startGive
        Request giving = startGive(buffer, "giveNonblocking", destination, tag);
        return giving != null ? giving : ownership.completed(destination, tag, length);
    }

    private long lengthOf(OwnedBuffer buffer, String operation) {
        return buffer == null ? pool.missing(operation) : buffer.lengthPlain();
    }

    /** Starts to give a buffer; returns null when there is nothing to wait for. */
    Request startGive(OwnedBuffer buffer, String operation, int destination, int tag) {
        try {
            ownership.checkGive(operation, destination, tag);
            long length = lengthOf(buffer, operation);
            Block block = pool.leave(buffer, operation, destination, tag);
            return ownership.startGive(block.passed(), length, destination, tag);
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
    }

    /**
     * Makes a give that is started again and again, with another buffer each time.
     *
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link PersistentGive#start(OwnedBuffer)} starts it
     * @throws SennitException RANK, TAG, COMM, SESSION, PROC_FAILED; final
     */
    public PersistentGive givePersistent(int destination, int tag) {
        try {
            ownership.checkGive("givePersistent", destination, tag);
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
        return new PersistentGive(this, ownership, pool.ownership().progress(), destination, tag);
    }

    /**
     * Takes a buffer; blocks until a message is there.
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @return a buffer of the message's length that the caller owns; an empty one from the null process
     * @throws SennitException RANK, TAG, ARG, COMM, SESSION for misuse; NO_MEM when there is no room for a message that
     *     came as bytes; PROC_FAILED, PROC_ABORTED; final
     */
    public OwnedBuffer take(int source, int tag) {
        return take(source, tag, ANY_LENGTH, null);
    }

    /**
     * Takes a buffer; blocks until a message is there.
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param maxBytes the longest message that is wanted
     * @return as {@link #take(int, int)}
     * @throws SennitException as {@link #take(int, int)}; TRUNCATE when the message was longer: its buffer has gone
     *     home
     */
    public OwnedBuffer take(int source, int tag, long maxBytes) {
        return take(source, tag, maxBytes, null);
    }

    /**
     * Takes a buffer; blocks until a message is there.
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param status filled with giver, tag and length
     * @return as {@link #take(int, int)}
     * @throws SennitException as {@link #take(int, int)}
     */
    public OwnedBuffer take(int source, int tag, Status status) {
        return take(source, tag, ANY_LENGTH, status);
    }

    /**
     * Takes a buffer; blocks until a message is there.
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param maxBytes the longest message that is wanted
     * @param status filled with giver, tag and length; may be null
     * @return as {@link #take(int, int)}
     * @throws SennitException as {@link #take(int, int, long)}
     */
    public OwnedBuffer take(int source, int tag, long maxBytes, Status status) {
        try {
            checkBytes("take", maxBytes);
            pool.enter("take");
            OwnershipMemory memory = ownership.takeAtOnce(maxBytes, source, tag, status);
            if (memory != null) {
                return pool.taken(memory, ownership.takenBytes(), "take");
            }
            Status outcome = status != null ? status : ownStatus != null ? ownStatus : new Status();
            OwnershipMemory late = ownership.takeByRequest(maxBytes, source, tag, outcome);
            return pool.taken(late, outcome.countBytes(), "take");
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
    }

    private void checkBytes(String operation, long maxBytes) {
        if (maxBytes < 0) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "a negative length: operation=" + operation + " maxBytes=" + maxBytes + " " + pool.describe());
        }
    }

    /**
     * Starts to take a buffer.
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @return the request, which has the buffer when its outcome has been taken
     * @throws SennitException RANK, TAG, ARG, COMM, SESSION; final. What is wrong with the message comes when it is
     *     waited for
     */
    public TakenRequest takeNonblocking(int source, int tag) {
        return takeNonblocking(source, tag, ANY_LENGTH);
    }

    /**
     * Starts to take a buffer.
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param maxBytes the longest message that is wanted
     * @return the request, which has the buffer when its outcome has been taken
     * @throws SennitException as {@link #takeNonblocking(int, int)}
     */
    public TakenRequest takeNonblocking(int source, int tag, long maxBytes) {
        PooledTake request = new PooledTake(pool);
        startTake(request, "takeNonblocking", source, tag, maxBytes);
        return request;
    }

    void startTake(PooledTake request, String operation, int source, int tag, long maxBytes) {
        try {
            checkBytes(operation, maxBytes);
            pool.enter(operation);
            ownership.start(request, operation, maxBytes, source, tag);
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
    }

    /**
     * Makes a take that is started again and again.
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @return an inactive request
     * @throws SennitException not here: a start reports what is wrong with source, tag and communicator
     */
    public PersistentTake takePersistent(int source, int tag) {
        return takePersistent(source, tag, ANY_LENGTH);
    }

    /**
     * Makes a take that is started again and again. Its arguments are checked when it is started.
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param maxBytes the longest message that is wanted
     * @return an inactive request
     * @throws SennitException not here: a start reports ARG for a negative length, and what is wrong with source,
     *     tag and communicator
     */
    public PersistentTake takePersistent(int source, int tag, long maxBytes) {
        return new RepeatedTake(this, pool, source, tag, maxBytes);
    }

    /**
     * Gives an object with all that it refers to, to an endpoint of this JVM, by reference: nothing is copied, whatever
     * its class. Waits for its take only where messages that have not been received fill the taker's {@code
     * flood.budget}, as standard sends do.
     *
     * @param object any object, or null; the caller does not use it any more
     * @param destination a rank of this JVM or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws SennitException UNSUPPORTED when the peer is in another JVM; RANK, TAG, COMM, SESSION, PROC_FAILED; final
     */
    public void giveObject(@Consumes Object object, int destination, int tag) {
        try {
            objects.give(object, destination, tag);
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
    }

    /**
     * Starts to give an object to an endpoint of this JVM, by reference: the safe call where endpoints give to each
     * other before they take.
     *
     * @param object any object, or null; the caller does not use it any more
     * @param destination a rank of this JVM or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request; complete at once, or with the take where the taker's {@code flood.budget} is used up
     * @throws SennitException as for {@link #giveObject}
     */
    public Request giveObjectNonblocking(@Consumes Object object, int destination, int tag) {
        try {
            return objects.giveNonblocking(object, destination, tag);
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
    }

    /**
     * Takes an object that was given; blocks until it is there. Objects that were sent or shared come, too.
     *
     * @param type its class
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param <T> the class
     * @return the object; null from the null process
     * @throws SennitException TYPE when it is an object of another class or none; ARG when the type is null; as for
     *     {@link Communicator#receiveObject}; final
     */
    public <T> T takeObject(Class<T> type, int source, int tag) {
        return takeObject(type, source, tag, null);
    }

    /**
     * Takes an object that was given; blocks until it is there.
     *
     * @param type its class
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param status filled with giver and tag; may be null
     * @param <T> the class
     * @return the object; null from the null process
     * @throws SennitException as {@link #takeObject(Class, int, int)}
     */
    public <T> T takeObject(Class<T> type, int source, int tag, Status status) {
        try {
            return objects.receive(type, source, tag, status);
        } catch (SennitException e) {
            throw ownership.raised(e);
        }
    }

    /**
     * Gives each member one of the root's buffers. All members call. (MPI_Scatter)
     *
     * @param atRoot at the root one buffer for each rank, all of them the caller's and not any more after the call;
     *     null elsewhere
     * @param root the rank of the root
     * @return this rank's buffer
     * @throws SennitException see {@link #alltoall}; ROOT for a bad root
     */
    public OwnedBuffer scatter(@Consumes OwnedBuffer[] atRoot, int root) {
        return collectives.run(collectives.scatter("scatter", atRoot, root)).buffer();
    }

    /**
     * Starts a {@link #scatter}.
     *
     * @param atRoot at the root one buffer for each rank; null elsewhere
     * @param root the rank of the root
     * @return the request; {@link BufferCollective#buffer} is the caller's
     * @throws SennitException as {@link #alltoall}
     */
    public BufferCollective scatterNonblocking(@Consumes OwnedBuffer[] atRoot, int root) {
        return collectives.scatter("scatterNonblocking", atRoot, root);
    }

    /**
     * Gives a buffer of each member to the root. All members call. (MPI_Gather)
     *
     * @param mine the caller's; not any more after the call
     * @param root the rank of the root
     * @return at the root the buffers by rank; null elsewhere
     * @throws SennitException see {@link #alltoall}; ROOT for a bad root
     */
    public OwnedBuffer[] gather(@Consumes OwnedBuffer mine, int root) {
        return collectives.run(collectives.gather("gather", mine, root)).buffers();
    }

    /**
     * Starts a {@link #gather}.
     *
     * @param mine the caller's; not any more after the call
     * @param root the rank of the root
     * @return the request; {@link BufferCollective#buffers} are those of the root, null elsewhere
     * @throws SennitException as {@link #alltoall}
     */
    public BufferCollective gatherNonblocking(@Consumes OwnedBuffer mine, int root) {
        return collectives.gather("gatherNonblocking", mine, root);
    }

    /**
     * Gives a buffer, of any length, from each member to each. All members call. (MPI_Alltoall)
     *
     * @param out one buffer for each rank, all of them the caller's and not any more after the call
     * @return the buffers that the members have given, by rank, the caller's included
     * @throws SennitException ARG when the array has another length than the communicator, the same buffer twice or
     *     none; COMM, SESSION; PROC_FAILED when a member is known to have failed: the buffers are still the caller's.
     *     BUFFER in checked mode. PROC_FAILED when a member fails meanwhile: the buffers lie in pools, none is lost.
     *     Final
     */
    public OwnedBuffer[] alltoall(@Consumes OwnedBuffer[] out) {
        return collectives.run(collectives.alltoall("alltoall", out)).buffers();
    }

    /**
     * Starts an {@link #alltoall}.
     *
     * @param out one buffer for each rank
     * @return the request; {@link BufferCollective#buffers} are those that the others have given
     * @throws SennitException as {@link #alltoall}
     */
    public BufferCollective alltoallNonblocking(@Consumes OwnedBuffer[] out) {
        return collectives.alltoall("alltoallNonblocking", out);
    }
}
