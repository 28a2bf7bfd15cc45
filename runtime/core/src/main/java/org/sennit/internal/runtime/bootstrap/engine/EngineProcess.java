package org.sennit.internal.runtime.bootstrap.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LaunchedSpace;
import org.sennit.internal.runtime.bootstrap.LauncherBootstrap;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.root.MeetingBootstrap;
import org.sennit.internal.runtime.bootstrap.root.MeetingServer;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.context.RuntimeContext;

/**
 * A process that an engine has started, once it knows where the key-value server of process 0 is: joins any number of
 * jobs there.
 *
 * <p>Threads: any.
 */
public final class EngineProcess {
    private final EnginePlace place;
    private final String jobId;
    private final int hostProcesses;
    private final byte[] secret;
    private final CandidateLocation location;
    private final MeetingServer server; // null but in process 0
    private final EngineControl control;

    private final Set<LauncherBootstrap> openJobs = new HashSet<>(); // guarded by this
    private boolean hasLeft; // guarded by this

    /**
     * Takes over the server.
     *
     * @param jobId a name that no other job on this host has
     * @param hostProcesses how many processes of the job share this host
     * @param secret what all processes hold
     * @param location where the server of process 0 is
     * @param server that server in process 0, otherwise null
     */
    public EngineProcess(
            EnginePlace place,
            String jobId,
            int hostProcesses,
            byte[] secret,
            CandidateLocation location,
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
     * @param endpoints the number of endpoints that this process shall have; 0: as the program asks for
     */
    public Bootstrap join(Options options, int endpoints, RuntimeContext context) {
        long timeoutNs = TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS));
        String role = LauncherProtocol.spaceOf(options.value(JobOptions.NAME));
        LauncherLink link = LauncherLink.open(location, place.process(), secret, role, timeoutNs, context);
        location.reached();
        int session = Integer.parseInt(link.session());
        JobDescription job = new JobDescription(
                jobId + "." + session, place.process(), place.processes(), endpoints, 0, hostProcesses);
        LaunchedSpace space = new LaunchedSpace(link, context);
        LauncherBootstrap member = new LauncherBootstrap(job, space, secret);
        synchronized (this) {
            openJobs.add(member);
        }
        return new MeetingBootstrap(
                member, new EngineSpace(space, control), server != null, () -> closed(member, session));
    }

    /**
     * Called when a job of this process is over; in process 0 blocks until the others have left it too, since they need
     * the server.
     */
    private void closed(LauncherBootstrap job, int session) {
        if (server != null) {
            server.awaitLeft(session);
        }
        synchronized (this) {
            openJobs.remove(job);
        }
    }

    /**
     * Called when the JVM ends. Notifies the engine only where no job is open: otherwise this process ends before its
     * time, which is a failure, and the other processes are notified.
     */
    public void leave() {
        List<LauncherBootstrap> open;
        synchronized (this) {
            open = List.copyOf(openJobs);
            if (hasLeft) {
                return;
            }
            hasLeft = open.isEmpty();
        }
        open.forEach(job -> job.reportLost(place.process(), "its JVM ends inside the job, by a signal or System.exit"));
        if (open.isEmpty()) {
            control.leave();
            if (server != null) {
                server.close();
            }
        }
    }
}
