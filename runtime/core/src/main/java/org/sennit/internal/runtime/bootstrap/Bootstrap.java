package org.sennit.internal.runtime.bootstrap;

import java.util.Collection;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;

/**
 * Finds out which part of which job this process is, and connects to whoever started it: the built-in launcher when
 * its numbers are in the environment, nobody otherwise. One object for each run of a job in a process; close it when
 * the endpoints have ended, since a process that exits before is reported as having died.
 *
 * <p>Threads: one at a time, except {@link #onLauncherLost} and the space's abort.
 */
public final class Bootstrap implements AutoCloseable {

    private static final int SECRET_BYTES = 32;

    private final JobDescription job;
    private final KeyValueSpace space;

    /** The launcher's space, or null. */
    private final LaunchedSpace launched;

    /** Null until asked for when there is no launcher; guarded by this. */
    private byte[] secret;

    private Bootstrap(JobDescription job, KeyValueSpace space, LaunchedSpace launched, byte[] secret) {
        this.job = job;
        this.space = space;
        this.launched = launched;
        this.secret = secret;
    }

    /**
     * Reads the job's numbers and connects to the launcher if there is one. Blocks at most {@code bootstrap.timeout}.
     *
     * @param options where the numbers are, see {@link JobOptions}
     * @param context clocks and threads of the job
     * @return this process's part of the job
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: the launcher cannot be reached or refused the secret, or
     *     the numbers are wrong, or this process is in a job of the same name already; {@link ErrorClass#ARG}: a number is
     *     malformed, or the name too long; do not retry
     */
    public static Bootstrap discover(Options options, RuntimeContext context) {
        int port = options.value(JobOptions.SERVER_PORT);
        return port == 0 ? alone(options) : launched(port, options, context);
    }

    private static Bootstrap alone(Options options) {
        String id = options.value(JobOptions.ID);
        JobDescription job = new JobDescription(
                id.isEmpty() ? "j" + Entropy.hex(8) : id, 0, 1, options.value(JobOptions.ENDPOINTS), 0, 1);
        return new Bootstrap(job, new SingleProcessSpace(), null, null);
    }

    private static Bootstrap launched(int port, Options options, RuntimeContext context) {
        byte[] secret = secretOf(options);
        int process = options.value(JobOptions.PROCESS);
        long timeoutNs = TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS));
        String role = LauncherProtocol.spaceOf(options.value(JobOptions.NAME));
        LauncherLink link = LauncherLink.open(port, process, secret, role, timeoutNs);
        JobDescription job = new JobDescription(
                options.value(JobOptions.ID) + "." + link.session(),
                process,
                options.value(JobOptions.PROCESSES),
                options.value(JobOptions.ENDPOINTS),
                options.value(JobOptions.INCARNATION),
                options.value(JobOptions.HOST_PROCESSES));
        LaunchedSpace space = new LaunchedSpace(link, context);
        return new Bootstrap(job, space, space, secret);
    }

    /**
     * The job's secret as the launcher handed it over.
     *
     * @param options where it is
     * @return the bytes
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: it is missing or malformed; do not retry
     */
    public static byte[] secretOf(Options options) {
        try {
            byte[] secret = HexFormat.of().parseHex(options.value(JobOptions.SECRET));
            if (secret.length >= 16) {
                return secret;
            }
        } catch (IllegalArgumentException malformed) {
            // Falls through, without the text: it may be most of a secret.
        }
        throw new SennitException(ErrorClass.BOOTSTRAP, "the launcher gave no secret for the job");
    }

    /**
     * Which part of which job this process is.
     *
     * @return the description
     */
    public JobDescription job() {
        return job;
    }

    /**
     * Where the processes of the job exchange their first texts.
     *
     * @return the space
     */
    public KeyValueSpace space() {
        return space;
    }

    /**
     * What the processes of this job know and nobody else does.
     *
     * @return a copy of the bytes
     */
    public synchronized byte[] secret() {
        if (secret == null) {
            secret = Entropy.bytes(SECRET_BYTES);
        }
        return secret.clone();
    }

    /**
     * Tells the launcher how many endpoints this process has, so that its reports can name ranks. Best effort, does not
     * wait for an answer.
     *
     * @param count the number of endpoints
     */
    public void announceEndpoints(int count) {
        if (launched != null) {
            launched.announceEndpoints(count);
        }
    }

    /**
     * Has something done when the launcher disappears while the job runs. The action runs on a daemon thread, or at
     * once when the launcher is gone already; the process is ended soon after by the launcher's own watch.
     *
     * @param action what to do; must not block
     */
    public void onLauncherLost(Runnable action) {
        if (launched != null) {
            launched.onLauncherLost(action);
        }
    }

    /**
     * Has somebody told who of the job dies, from now on and so far. Nobody is told anything without a launcher.
     *
     * @param listener who wants to know; one for each job
     */
    public void onDeath(DeathListener listener) {
        if (launched != null) {
            launched.onDeath(listener);
        }
    }

    /**
     * Tells the launcher that another process is lost for good, so that all others hear of it, and it ends if it still
     * lives. Best effort; does not wait for an answer. Any thread.
     *
     * @param process its number
     * @param why how that was noticed
     */
    public void tellLost(int process, String why) {
        if (launched != null) {
            launched.lost(process, why);
        }
    }

    /**
     * Tells the launcher that the program of an endpoint of this process has failed while the others go on, so that all
     * processes hear of it that do not hear of it by the network. Best effort; does not wait for an answer. Any thread.
     *
     * @param endpoint its id in this process
     * @param why what has happened
     * @param told the numbers of the processes that are told by the network, behind the endpoint's messages
     */
    public void tellEndpointFailed(int endpoint, String why, Collection<Integer> told) {
        if (launched != null) {
            launched.endpointFailed(endpoint, why, told);
        }
    }

    /** Leaves the job; closes the space. Never throws; idempotent. */
    @Override
    public void close() {
        space.close();
    }
}
