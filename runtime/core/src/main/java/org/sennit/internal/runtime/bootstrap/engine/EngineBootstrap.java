package org.sennit.internal.runtime.bootstrap.engine;

import java.util.Collection;
import org.sennit.internal.runtime.bootstrap.LauncherBootstrap;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;

/** One job of a process that an engine has started, over the key-value server of process 0. Threads: as {@link Bootstrap}. */
final class EngineBootstrap implements Bootstrap {
    private final EngineProcess process;
    private final LauncherBootstrap member;
    private final EngineSpace space;
    private final int session;

    // Written by close, which one thread calls at a time.
    private boolean isClosed;

    EngineBootstrap(EngineProcess process, LauncherBootstrap member, int session) {
        this.process = process;
        this.member = member;
        this.session = session;
        this.space = new EngineSpace(member.space(), process.control());
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

    /** The loss of the server is the death of process 0. */
    @Override
    public void onDeath(DeathListener listener) {
        member.onDeath(listener);
        if (!process.isServer()) {
            member.onLauncherLost(() -> listener.processDied(
                    0, "process 0, which keeps the key-value space of the job, has died: its connection has ended"));
        }
    }

    @Override
    public void reportLost(int lost, String why) {
        member.reportLost(lost, why);
    }

    @Override
    public void reportEndpointFailed(int endpoint, String why, Collection<Integer> told) {
        member.reportEndpointFailed(endpoint, why, told);
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        member.close();
        process.closed(this, session);
    }
}
