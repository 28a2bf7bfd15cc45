package org.sennit.internal.runtime.bootstrap.root;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LaunchedSpace;
import org.sennit.internal.runtime.bootstrap.LauncherBootstrap;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.HostIdentity;

/** Joins a job without a launcher, where the options say at which address or in which file process 0 is found. */
public final class RootProvider implements BootstrapProvider {
    private static final String STEP = "join";

    @Override
    public String name() {
        return "root";
    }

    @Override
    public int preference() {
        return 100;
    }

    @Override
    public String unavailableBecause(Options options) {
        return RootLocation.of(options) == null
                ? "neither option " + JobOptions.ADDRESS.name() + " nor " + JobOptions.FILE.name() + " is set"
                : null;
    }

    @Override
    public Bootstrap join(Options options, RuntimeContext context) {
        RootLocation location = RootLocation.of(options);
        int process = options.value(JobOptions.PROCESS);
        int processes = options.value(JobOptions.PROCESSES);
        if (process >= processes) {
            throw new SennitException(
                    ErrorClass.ARG,
                    JobOptions.PROCESS.name() + "=" + process + " must be less than " + JobOptions.PROCESSES.name()
                            + "=" + processes);
        }
        byte[] secret = RootSecret.of(options);
        String name = options.value(JobOptions.NAME);
        RootServer server = process == 0 ? RootServer.open(location, name, processes, secret, context) : null;
        LaunchedSpace space = null;
        boolean hasJoined = false;
        try {
            long timeoutNs = TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS));
            ServerLocation target = server == null ? location : new InThisProcess(server.address());
            String role = LauncherProtocol.spaceOf(name);
            space = new LaunchedSpace(LauncherLink.open(target, process, secret, role, timeoutNs, context), context);
            JobDescription job = meet(space, options, process, processes, timeoutNs);
            hasJoined = true;
            Runnable onClose = server == null ? () -> {} : server::close;
            return new MeetingBootstrap(new LauncherBootstrap(job, space, secret), space, server != null, onClose);
        } finally {
            if (!hasJoined) {
                if (space != null) {
                    space.close();
                }
                if (server != null) {
                    server.close();
                }
            }
        }
    }

    /**
     * Exchanges what the launcher would have sent: the job's id, how many processes it has, and how many are on this
     * host.
     */
    private static JobDescription meet(
            KeyValueSpace space, Options options, int process, int processes, long timeoutNs) {
        String host = HostIdentity.of(options, process).digest();
        space.put(STEP + "." + process, "j" + Entropy.hex(8) + " " + processes + " " + host);
        space.fence(STEP, timeoutNs);
        String id = null;
        int hostProcesses = 0;
        for (int p = 0; p < processes; p++) {
            String[] words = space.get(STEP + "." + p).split(" ");
            if (!words[1].equals(Integer.toString(processes))) {
                throw new SennitException(
                        ErrorClass.BOOTSTRAP,
                        "the processes disagree on " + JobOptions.PROCESSES.name() + ": process " + p + " has "
                                + words[1] + ", process " + process + " has " + processes);
            }
            id = p == 0 ? words[0] : id;
            hostProcesses += words[2].equals(host) ? 1 : 0;
        }
        return new JobDescription(id, process, processes, options.value(JobOptions.ENDPOINTS), 0, hostProcesses);
    }

    /** Process 0's own server, which listens already. */
    private record InThisProcess(InetSocketAddress address) implements ServerLocation {
        @Override
        public String keeper() {
            return "process 0";
        }

        @Override
        public String place() {
            return "at " + address;
        }

        @Override
        public boolean isListening() {
            return true;
        }
    }
}
