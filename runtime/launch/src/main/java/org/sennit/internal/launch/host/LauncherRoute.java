package org.sennit.internal.launch.host;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.HostJob;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.HostIdentity;

/**
 * The route from this host to the launcher: over the loopback address where it is the same host, else at the first of
 * the launcher's addresses at which a server proves the secret. Immutable.
 *
 * @param address of the server; empty: the loopback address
 * @param port of the server
 * @param link a connection that lasts as long as this host has a part in the job
 */
record LauncherRoute(String address, int port, LauncherLink link) {
    /** Tries of each address within the time for this step. */
    private static final int TRIES = 3;

    /** Tries the addresses, again and again until the time for this step has passed. */
    static LauncherRoute find(HostJob job) throws IOException {
        RuntimeContext context = RuntimeContext.system();
        // Shorter than the launcher's own timeout, so that the launcher receives the reason before it gives up.
        long timeoutNs = TimeUnit.SECONDS.toNanos(job.timeoutSeconds()) * 3 / 4;
        // Compares machine identities, not names: net.host may give one machine several host names.
        String own = HostIdentity.of(Options.defaults(), 0).digest();
        if (own.equals(job.launcher())) {
            return new LauncherRoute(
                    "", job.localPort(), open(job, ServerLocation.ofLauncher(job.localPort()), timeoutNs, context));
        }
        long deadline = context.nanoTime() + timeoutNs;
        long tryNs = timeoutNs / Math.max(1, TRIES * job.addresses().size());
        Map<String, String> tried = new LinkedHashMap<>();
        do {
            for (String address : job.addresses()) {
                try {
                    ServerLocation server = ServerLocation.ofLauncher(address, job.port());
                    return new LauncherRoute(address, job.port(), open(job, server, tryNs, context));
                } catch (SennitException notThere) {
                    tried.put(address, String.valueOf(notThere.getMessage()).replaceFirst("^.* port \\d+ ", ""));
                }
            }
            context.parkNanos(job, TimeUnit.MILLISECONDS.toNanos(100));
        } while (context.nanoTime() - deadline < 0);
        List<String> addresses = job.addresses();
        throw new IOException("cannot reach the launcher at port " + job.port() + " of "
                + (addresses.isEmpty()
                        ? "any address: the launcher's host has none but loopback"
                        : tried.entrySet().stream()
                                .map(each -> each.getKey() + " (" + each.getValue() + ")")
                                .collect(Collectors.joining(", ")))
                + "; open the port in firewalls, or set launch.address");
    }

    private static LauncherLink open(HostJob job, ServerLocation server, long timeoutNs, RuntimeContext context) {
        return LauncherLink.open(
                server, job.numbers().getFirst(), job.secret(), LauncherProtocol.HOST, timeoutNs, context);
    }
}
