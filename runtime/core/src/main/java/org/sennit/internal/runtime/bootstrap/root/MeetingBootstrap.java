package org.sennit.internal.runtime.bootstrap.root;

import java.util.Collection;
import org.sennit.internal.runtime.bootstrap.LauncherBootstrap;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;

/**
 * One job of a process over the key-value server of process 0 ({@link MeetingServer}), whose loss is the death of
 * process 0.
 *
 * <p>Threads: as {@link Bootstrap}.
 */
public final class MeetingBootstrap implements Bootstrap {
    private final LauncherBootstrap member;
    private final KeyValueSpace space;
    private final boolean isServer;
    private final Runnable onClose;

    // Written by close, which one thread calls at a time.
    private boolean isClosed;

    /**
     * Takes over a membership.
     *
     * @param member of this process at the server; closed with this object
     * @param space that of the member, or one over it
     * @param isServer whether this process is process 0
     * @param onClose runs once, when the member has left; may wait for the others
     */
    public MeetingBootstrap(LauncherBootstrap member, KeyValueSpace space, boolean isServer, Runnable onClose) {
        this.member = member;
        this.space = space;
        this.isServer = isServer;
        this.onClose = onClose;
    }

    @Override
    public JobDescription job() {
        return member.job();
    }

    @Override
    public KeyValueSpace space() {
        return space;
    }

    @Override
    public byte[] secret() {
        return member.secret();
    }

    @Override
    public void announceEndpoints(int count) {
        member.announceEndpoints(count);
    }

    @Override
    public void onLauncherLost(Runnable action) {
        member.onLauncherLost(action);
    }

    /** Registers a listener; the loss of the server counts as the death of process 0. */
    @Override
    public void onDeath(DeathListener listener) {
        member.onDeath(listener);
        if (!isServer) {
            member.onLauncherLost(() -> listener.processDied(
                    0, "process 0, which keeps the key-value space of the job, has died: its connection has ended"));
        }
    }

    @Override
    public void reportLost(int lost, String why) {
        member.reportLost(lost, why);
    }

    @Override
    public void reportEndpointFailed(int endpoint, String why, Collection<Integer> known) {
        member.reportEndpointFailed(endpoint, why, known);
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        member.close();
        onClose.run();
    }
}
