package org.sennit.internal.runtime.bootstrap.root;

import java.util.Collection;
import org.sennit.internal.runtime.bootstrap.LauncherBootstrap;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;

/** The bootstrap over the key-value server of process 0, which process 0 closes when the others have left. */
final class RootBootstrap implements Bootstrap {
    private final LauncherBootstrap member;
    private final RootServer server; // null but in process 0

    RootBootstrap(LauncherBootstrap member, RootServer server) {
        this.member = member;
        this.server = server;
    }

    @Override
    public JobDescription job() {
        return member.job();
    }

    @Override
    public KeyValueSpace space() {
        return member.space();
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
        if (server == null) {
            member.onLauncherLost(() -> listener.processDied(
                    0, "process 0, which keeps the key-value space of the job, has died: its connection has ended"));
        }
    }

    @Override
    public void reportLost(int process, String why) {
        member.reportLost(process, why);
    }

    @Override
    public void reportEndpointFailed(int endpoint, String why, Collection<Integer> told) {
        member.reportEndpointFailed(endpoint, why, told);
    }

    @Override
    public void close() {
        member.close();
        if (server != null) {
            server.close();
        }
    }
}
