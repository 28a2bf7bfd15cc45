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
 * Handles the death of another process, or the failure of an endpoint: operations that need it fail, after everything
 * that it sent before has been received. Unless failures are survived, the job fails. Any thread may call.
 */
public final class PeerDeaths implements LossListener {
    /** The longest time that the last packets of a dead process take to arrive on the same host. */
    private static final int LAST_WORDS_MS = 20;

    /** The longest wait for the network's upcalls about a dead process. */
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
     * Registers a listener for connections that are lost for good, where failures are survived or this process has
     * ended. Before there is a network.
     *
     * @param listener gets the process and the cause, in an upcall: must not block
     */
    public void onLoss(BiConsumer<Integer, Throwable> listener) {
        losses = listener;
    }

    /**
     * Notes that all programs of this process have ended, so that a lost connection may be to a process that has ended
     * normally.
     */
    public void leave() {
        isLeaving = true;
    }

    /**
     * Called in an upcall when the connection to a process is lost for good.
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
     * Records an external report that a process has died: operations that need it fail, after the packets that have
     * arrived from it. Blocks for at most {@value #LAST_WORDS_MS} ms, and {@value #UPCALLS_MS} ms more if the network
     * reports nothing; not in an upcall.
     *
     * @param cause the source of the report and the reason
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
     * Fails the transfers with a dead process. The network reports each failed connection, which ends its transfers;
     * this covers a network that had no connection, or had given it up before.
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
        endpoints.open().forEach(LocalEndpoint::peersFailed); // an operation that failed may wait there
    }

    /**
     * Handles the failure of one endpoint whose process continues: operations that need it fail. For an endpoint of
     * another process, called after its last message has arrived. May be an upcall.
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
