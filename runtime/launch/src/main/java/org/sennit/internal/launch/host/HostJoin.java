package org.sennit.internal.launch.host;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Frame;
import org.sennit.internal.launch.hosts.HostFrames.Kind;
import org.sennit.internal.launch.hosts.HostJob;
import org.sennit.internal.launch.job.JobClassPath;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.HostIdentity;

/**
 * Starts processes of a job that waits for them, on this host: as the JVM of an agent does, but over a connection of
 * its own to the launcher, which is encrypted.
 *
 * <p>Threads: the caller's.
 */
public final class HostJoin {
    private final String host;
    private final int port;

    private HostJoin(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /**
     * Reads the address of a launcher.
     *
     * @param text {@code host:port}; an IPv6 address in brackets
     * @throws SennitException {@link ErrorClass#ARG}: it is malformed; do not retry
     */
    public static HostJoin at(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(0, colon)).replaceFirst("^\\[(.*)]$", "$1");
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (!host.isEmpty() && port > 0 && port < 1 << 16) {
                return new HostJoin(host, port);
            }
        } catch (NumberFormatException malformed) {
            // Reported below.
        }
        throw new SennitException(
                ErrorClass.ARG, "address '" + text + "': not HOST:PORT, as the launcher has printed it");
    }

    /**
     * Connects, waits for the job, and runs its processes. Blocks until they have ended.
     *
     * @param count the number of processes
     * @param classPath of the program on this host; null: as on the launcher's
     * @param timeoutNs for the connection
     * @return the exit status
     * @throws SennitException BOOTSTRAP: the launcher is not there, or does not want this host; do not retry
     */
    public int run(byte[] secret, int count, String classPath, long timeoutNs) {
        String address = resolved();
        String role = LauncherProtocol.JOIN + count + ":"
                + HostIdentity.of(Options.defaults(), 0).digest();
        LauncherLink link = LauncherLink.open(
                ServerLocation.ofLauncher(address, port), 0, secret, role, timeoutNs, RuntimeContext.system());
        BufferedOutputStream out = new BufferedOutputStream(link.out(), 1 << 14);
        HostFrames frames = new HostFrames(new BufferedInputStream(link.in(), 1 << 14), out);
        try (link) {
            out.write(HostFrames.greeting());
            out.flush();
            System.err.println("sennit: connected to the launcher at " + host + " port " + port
                    + "; the job begins when all its processes have come");
            Frame first = frames.read();
            if (first == null) {
                throw gone("has ended before the job has begun");
            }
            if (first.kind() == Kind.END) {
                throw gone("has given up the job before it has begun" + (first.bytes().length == 0 ? "" : ": ")
                        + first.text());
            }
            if (first.kind() != Kind.JOB) {
                throw gone("does not want this host: " + first.text());
            }
            return serve(HostJob.of(first.bytes()), address, classPath, frames);
        } catch (IOException broken) {
            throw gone("is gone: " + broken.getMessage());
        }
    }

    private int serve(HostJob job, String address, String classPath, HostFrames frames) throws IOException {
        String program = classPath == null ? job.classPath() : classPath;
        String whole = JobClassPath.of(program);
        String directory = Path.of("").toAbsolutePath().toString();
        boolean isOne = job.numbers().size() == 1;
        System.err.println("sennit: " + (isOne ? "process " : "processes ")
                + String.join(", ", job.numbers().stream().map(String::valueOf).toList()) + " of " + job.processes()
                + (isOne ? " runs" : " run") + " here; the launcher prints the output");
        return HostMain.serve(job.at(address, port, directory, whole), frames);
    }

    private String resolved() {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port)
                    .getAddress()
                    .getHostAddress();
        } catch (UnknownHostException unknown) {
            throw new SennitException(ErrorClass.BOOTSTRAP, "host " + host + " does not resolve", unknown);
        }
    }

    private SennitException gone(String what) {
        return new SennitException(ErrorClass.BOOTSTRAP, "the launcher at " + host + " port " + port + " " + what);
    }
}
