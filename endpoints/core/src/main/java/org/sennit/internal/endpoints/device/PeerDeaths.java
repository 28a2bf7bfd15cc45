package org.sennit.internal.endpoints.device;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.failure.LossListener;
import org.sennit.internal.endpoints.device.peer.EndpointTable;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.rendezvous.TransferTable;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModule;

/**
 * What follows in this process from the death of another one, or from the failure of an endpoint: operations that need it end,
 * after what it has sent before was handed up. Where the job does not go on, the job fails. Any thread may call.
 */
public final class PeerDeaths implements LossListener {
    /** A dead process has sent nothing that takes longer to arrive on the same host. */
    private static final int LAST_WORDS_MS = 20;

    /** The upcalls about a dead process follow within a few polls of the network. */
    private static final int UPCALLS_MS = 500;

    private static final long UPCALLS_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final RuntimeContext context;
    private final JobHealth health;
    private final boolean isContinuing;
    private final FailedPeers failed;
    private final TransferTable transfers;
    private final EndpointTable endpoints;

    // Set once each, by the thread that starts the process, before there is any endpoint.
    private NetworkModule network;
    private BiConsumer<Integer, Throwable> losses = (process, cause) -> {};

    // Volatile store by the thread that ends the process, volatile load in upcalls.
    private volatile boolean isLeaving;

    PeerDeaths(
            RuntimeContext context,
            JobHealth health,
            boolean isContinuing,
            FailedPeers failed,
            TransferTable transfers,
            EndpointTable endpoints) {
        this.context = context;
        this.health = health;
        this.isContinuing = isContinuing;
        this.failed = failed;
        this.transfers = transfers;
        this.endpoints = endpoints;
    }

    void useNetwork(NetworkModule module) {
        network = module;
    }

    /**
     * Registers a listener for connections that are lost for good, where the job goes on, or this process has come to its end;
     * before there is a network.
     *
     * @param listener told the process and the cause, in an upcall: must not block
     */
    public void onLoss(BiConsumer<Integer, Throwable> listener) {
        losses = listener;
    }

    /** All programs of this process have ended: a connection that is lost may be that to a process which has ended in order. */
    public void leave() {
        isLeaving = true;
    }

    /**
     * The connection to a process is lost for good; in an upcall.
     *
     * @param cause why
     */
    @Override
    public void lost(int process, Throwable cause) {
        if (isContinuing && process >= 0) {
            failProcess(process, cause);
            losses.accept(process, cause);
        } else if (isLeaving && process >= 0) {
            losses.accept(process, cause);
        } else {
            health.fail("the connection to process " + process, cause);
        }
    }

    /**
     * Records an external report that a process has died: its operations end, after what has arrived from it was handed up.
     * Blocks for at most {@value #LAST_WORDS_MS} ms, and {@value #UPCALLS_MS} more where the network says nothing; not in an upcall.
     *
     * @param cause who says so, and why
     */
    public void processDied(int process, Throwable cause) {
        if (network != null) {
            awaitLastWords(() -> failed.causeOf(process) != null);
            network.peerDied(process, cause);
        }
        failProcess(process, cause);
        endTransfers(process, cause);
    }

    private void awaitLastWords(BooleanSupplier isKnown) {
        long sinceNs = context.nanoTime();
        long mostNs = TimeUnit.MILLISECONDS.toNanos(LAST_WORDS_MS);
        for (long leftNs = mostNs;
                leftNs > 0 && !isKnown.getAsBoolean();
                leftNs = mostNs - (context.nanoTime() - sinceNs)) {
            network.await(isKnown::getAsBoolean, leftNs);
        }
    }

    /**
     * The network says of each connection to the dead that it has failed, and that ends its transfers. One that says nothing,
     * because it knew no connection, or had given it up before, must not leave them waiting: no data comes any more.
     */
    private void endTransfers(int process, Throwable cause) {
        long sinceNs = context.nanoTime();
        long mostNs = TimeUnit.MILLISECONDS.toNanos(UPCALLS_MS);
        while (transfers.hasAny(process)) {
            long leftNs = mostNs - (context.nanoTime() - sinceNs);
            if (leftNs <= 0) {
                transfers.failAll(process, cause);
                return;
            }
            network.await(() -> !transfers.hasAny(process), Math.min(leftNs, UPCALLS_LOOK_NS));
        }
    }

    private void failProcess(int process, Throwable cause) {
        if (!failed.addProcess(process, cause) && failed.causeOf(process) != cause) {
            failed.causeOf(process).addSuppressed(cause);
        }
        endpoints.open().forEach(LocalEndpoint::peersFailed); // it may have been entered by an operation that failed
    }

    /**
     * The program of an endpoint has failed, and its process goes on: operations that need it end, after what it has sent
     * before. Of an endpoint of another process this is called when the last message of it has come, or where it has never sent
     * any. May be an upcall.
     *
     * @param endpoint its id there
     * @param cause what has happened
     */
    @Override
    public void endpointFailed(int process, int endpoint, Throwable cause) {
        if (failed.addEndpoint(process, endpoint, cause)) {
            endpoints.open().forEach(LocalEndpoint::peersFailed);
        }
    }
}
