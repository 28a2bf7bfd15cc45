package org.sennit.internal.runtime.bootstrap.engine;

import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LaunchedSpace;
import org.sennit.internal.runtime.bootstrap.LauncherBootstrap;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.internal.runtime.bootstrap.root.MeetingServer;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.context.RuntimeContext;

/**
 * A process that an engine has started, once it knows where the key-value server of process 0 is: joins any number of jobs there.
 *
 * <p>Threads: any.
 */
public final class EngineProcess {
    private final EnginePlace place;
    private final String jobId;
    private final int hostProcesses;
    private final byte[] secret;
    private final ServerLocation location;
    private final MeetingServer server; // null but in process 0
    private final EngineControl control;

    private int openJobs; // guarded by this
    private boolean hasLeft; // guarded by this

    /**
     * Takes over the server.
     *
     * @param jobId a name that no other job on this host has
     * @param hostProcesses how many processes of the job share this host
     * @param secret what all processes hold
     * @param location where the server of process 0 is
     * @param server that server in process 0, otherwise null
     * @param control the engine
     */
    public EngineProcess(
            EnginePlace place,
            String jobId,
            int hostProcesses,
            byte[] secret,
            ServerLocation location,
            MeetingServer server,
            EngineControl control) {
        this.place = place;
        this.jobId = jobId;
        this.hostProcesses = hostProcesses;
        this.secret = secret.clone();
        this.location = location;
        this.server = server;
        this.control = control;
    }

    /**
     * Joins a job. Blocks at most {@code bootstrap.timeout}.
     *
     * @param endpoints how many endpoints this process shall have; 0: as the program asks for
     */
    public Bootstrap join(Options options, int endpoints, RuntimeContext context) {
        long timeoutNs = TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS));
        String role = LauncherProtocol.spaceOf(options.value(JobOptions.NAME));
        LauncherLink link = LauncherLink.open(location, place.process(), secret, role, timeoutNs, context);
        int session = Integer.parseInt(link.session());
        JobDescription job = new JobDescription(
                jobId + "." + session, place.process(), place.processes(), endpoints, 0, hostProcesses);
        synchronized (this) {
            openJobs++;
        }
        LaunchedSpace space = new LaunchedSpace(link, context);
        return new EngineBootstrap(this, new LauncherBootstrap(job, space, secret), session);
    }

    EngineControl control() {
        return control;
    }

    boolean isServer() {
        return server != null;
    }

    /** A job of this process is over; in process 0 blocks until the others have left it too, since they need the server. */
    void closed(int session) {
        if (server != null) {
            server.awaitLeft(session);
        }
        synchronized (this) {
            openJobs--;
        }
    }

    /** The JVM ends. The engine hears of it only where no job is open: otherwise this process ends before its time, which is a failure. */
    public void leave() {
        synchronized (this) {
            if (hasLeft || openJobs > 0) {
                return;
            }
            hasLeft = true;
        }
        control.leave();
        if (server != null) {
            server.close();
        }
    }
}
