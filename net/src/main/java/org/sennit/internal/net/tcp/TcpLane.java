package org.sennit.internal.net.tcp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.sennit.internal.net.connection.Connection;
import org.sennit.internal.net.connection.ConnectionTable;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;

/**
 * One loop of a process over tcp with its sockets and connections, and the steps of what the module does to all of
 * its lanes. Any thread may call {@link #poll}, {@link #await}, {@link #wake}, {@link #died} and {@link #lost};
 * the others are the module's.
 */
final class TcpLane implements NetworkLane {
    private static final int MOST_REOPENS = 20;
    private static final long LOOK_NS = 1_000_000;

    private final int number;
    private final MigratingEventLoop loop;
    private final ConnectionTable table;
    private final ListeningSockets sockets;
    private boolean hasStopped; // to listen, for a rest; by one thread at a time

    /**
     * Makes a lane that does not listen yet.
     *
     * @param number which of its module's, from 0
     * @param sockets where it will listen
     */
    TcpLane(int number, MigratingEventLoop loop, ConnectionTable table, ListeningSockets sockets) {
        this.number = number;
        this.loop = loop;
        this.table = table;
        this.sockets = sockets;
    }

    /** Listens; a further lane beside the first. */
    TcpAddress open(TcpLane first) {
        return holding(() -> {
            loop.initialize();
            return first == this ? sockets.open(table) : sockets.openBeside(table, first.sockets, number);
        });
    }

    /** Returns the sockets that were opened, and the reason. */
    String explain() {
        return sockets.explain();
    }

    /** Finds or makes the connection to a lane of a process. */
    Connection connect(int process, int lane, TcpAddress address) {
        return holding(() -> table.connect(process, lane, address));
    }

    /** Finds or makes the connection to the listener of an address. */
    Connection connectToRoot(TcpAddress address) {
        return holding(() -> table.connectToRoot(address));
    }

    private <T> T holding(Supplier<T> action) {
        loop.acquire();
        try {
            return action.get();
        } finally {
            loop.release();
        }
    }

    /** Returns whether this thread runs an upcall of this lane. */
    boolean isHeldByMe() {
        return loop.isHeldByMe();
    }

    // ---- progress ----

    @Override
    public int poll(PollDirection direction, int workLimit) {
        int sent = table.batches().flushNow();
        return sent + loop.poll(direction == PollDirection.OUT_FIRST, workLimit);
    }

    @Override
    public void await(NetworkWaiter waiter, long timeoutNs) {
        table.batches().flushNow();
        loop.await(waiter, timeoutNs);
    }

    @Override
    public void wake(Thread thread) {
        loop.wake(thread);
    }

    // ---- failure ----

    /** Closes the connections to a process that the device reports dead. */
    void died(int process, Throwable cause) {
        later(() -> table.died(process, cause));
    }

    /**
     * Called when a connection, here or in another lane, has found its peer dead. Runs no upcall of this lane during
     * the call.
     */
    void lost(Connection by, Throwable cause) {
        later(() -> table.lost(by, cause));
    }

    private void later(Runnable action) {
        try {
            loop.execute(action);
        } catch (RejectedExecutionException e) {
            return; // closed: there is no receiver
        }
    }

    // ---- rest ----

    /** Opens nothing any more until the end of the rest. */
    void beginRest() {
        inLead(() -> {
            table.beginRest();
            return null;
        });
    }

    /** Asks every connection to come to rest; true when all are, and this lane has stopped to listen. */
    boolean rest() {
        hasStopped = inLead(table::rest);
        return hasStopped;
    }

    /** Listens again, where it has stopped, and lets pending sends connect. */
    void endRest() {
        if (hasStopped) {
            reopen();
            hasStopped = false;
        } else {
            inLead(() -> {
                table.endRest();
                return null;
            });
        }
    }

    /**
     * Listens again; may take a few rounds, because a selector of the JDK releases a closed socket in its next round
     * only.
     */
    private void reopen() {
        for (int tries = 0; ; tries++) {
            try {
                inLead(() -> {
                    sockets.reopen(table);
                    table.endRest();
                    return null;
                });
                return;
            } catch (SennitException e) {
                if (tries == MOST_REOPENS) {
                    throw e;
                }
                loop.await(() -> false, LOOK_NS);
            }
        }
    }

    /** Runs something with the loop held while no leader is in the kernel. */
    private <T> T inLead(Supplier<T> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        loop.execute(() -> loop.runAsLeader(() -> {
            try {
                result.complete(action.get());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        }));
        while (!result.isDone() && !loop.isShuttingDown()) {
            loop.await(result::isDone, LOOK_NS);
        }
        try {
            return result.getNow(null);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    // ---- the end ----

    /** Says farewell to all peers. */
    void beginLeaving() {
        holding(() -> {
            table.beginLeaving();
            table.terminateAll();
            return null;
        });
    }

    /** Returns whether no connection has a socket or anything to send. */
    boolean isIdle() {
        return holding(table::isIdle);
    }

    /** Returns whether the system has taken all that was to be sent. */
    boolean isFlushed() {
        return holding(table::isFlushed);
    }

    /** Closes everything; threads that wait return. */
    void close() {
        loop.close(() -> table.close(new SennitException(ErrorClass.SESSION, "the network has been closed")));
        sockets.close();
    }
}
