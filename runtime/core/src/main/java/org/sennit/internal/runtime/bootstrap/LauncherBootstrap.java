package org.sennit.internal.runtime.bootstrap;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;

/**
 * The bootstrap over the key-value server of the built-in launcher, whose numbers are in the options ({@link
 * JobOptions}).
 */
public final class LauncherBootstrap implements Bootstrap {
    private final JobDescription job;
    private final LaunchedSpace space;
    private final byte[] secret;

    /** Takes over the space; closed with this object. */
    public LauncherBootstrap(JobDescription job, LaunchedSpace space, byte[] secret) {
        this.job = job;
        this.space = space;
        this.secret = secret;
    }

    /** Found where there is a server's port in the options. */
    public static final class Provider implements BootstrapProvider {
        @Override
        public String name() {
            return "launcher";
        }

        @Override
        public int preference() {
            return 200;
        }

        @Override
        public String unavailableBecause(Options options) {
            return options.value(JobOptions.SERVER_PORT) == 0
                    ? "option " + JobOptions.SERVER_PORT.name() + " is not set"
                    : null;
        }

        @Override
        public Bootstrap join(Options options, RuntimeContext context) {
            byte[] secret = LaunchedSecret.of(options);
            int process = options.value(JobOptions.PROCESS);
            long timeoutNs = TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS));
            String role = LauncherProtocol.spaceOf(options.value(JobOptions.NAME));
            ServerLocation server = ServerLocation.ofLauncher(options);
            LauncherLink link = LauncherLink.open(server, process, secret, role, timeoutNs, context);
            JobDescription job = new JobDescription(
                    options.value(JobOptions.ID) + "." + link.session(),
                    process,
                    options.value(JobOptions.PROCESSES),
                    options.value(JobOptions.ENDPOINTS),
                    options.value(JobOptions.INCARNATION),
                    options.value(JobOptions.HOST_PROCESSES));
            return new LauncherBootstrap(job, new LaunchedSpace(link, context), secret);
        }
    }

    @Override
    public JobDescription job() {
        return job;
    }

    @Override
    public KeyValueSpace space() {
        return space;
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public void announceEndpoints(int count) {
        space.announceEndpoints(count);
    }

    @Override
    public void onLauncherLost(Runnable action) {
        space.onLauncherLost(action);
    }

    @Override
    public void onDeath(DeathListener listener) {
        space.onDeath(listener);
    }

    @Override
    public void reportLost(int process, String why) {
        space.lost(process, why);
    }

    @Override
    public void reportEndpointFailed(int endpoint, String why, Collection<Integer> known) {
        space.endpointFailed(endpoint, why, known);
    }

    @Override
    public void close() {
        space.close();
    }
}
