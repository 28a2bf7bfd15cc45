package org.sennit.internal.net.tcp;

import org.sennit.config.Options;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.NetworkSetup;

/**
 * The kinds of sockets that a process of a job may use, from its options. Immutable.
 *
 * @param isUnixAllowed whether processes of one host may meet on Unix sockets
 * @param isUnixDemanded whether they may on nothing else
 * @param hasOtherHosts whether there are peers elsewhere, so that it listens for them too
 * @param isTlsBetweenHosts whether sockets that leave the host are encrypted
 * @param isTlsEverywhere whether all are
 * @param host on which host this process is
 */
record SocketPolicy(
        boolean isUnixAllowed,
        boolean isUnixDemanded,
        boolean hasOtherHosts,
        boolean isTlsBetweenHosts,
        boolean isTlsEverywhere,
        HostIdentity host) {
    /**
     * Reads the options.
     *
     * @param isUnixDemanded whether the module was chosen by the name {@code unix}
     * @throws SennitException with {@link ErrorClass#ARG} when they contradict each other; do not retry
     */
    static SocketPolicy of(NetworkSetup setup, boolean isUnixDemanded) {
        Options options = setup.options();
        boolean hasOtherHosts = setup.hostProcesses() < setup.processes()
                || HostIdentity.isNamed(options)
                || !options.value(TcpOptions.INTERFACE).isEmpty();
        return of(options, isUnixDemanded, hasOtherHosts, setup.process());
    }

    static SocketPolicy of(Options options, boolean isUnixDemanded, boolean hasOtherHosts, int process) {
        String unix = options.value(TcpOptions.UNIX);
        boolean isTcpDemanded = options.value(NetworkOptions.MODULE).equals("tcp");
        if ((isTcpDemanded && unix.equals("on")) || (isUnixDemanded && unix.equals("off"))) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "net.unix=" + unix + " and net.module=" + options.value(NetworkOptions.MODULE)
                            + " contradict each other");
        }
        String tls = options.value(TcpOptions.TLS);
        return new SocketPolicy(
                !isTcpDemanded && !unix.equals("off"),
                isUnixDemanded || unix.equals("on"),
                hasOtherHosts,
                !tls.equals("off"),
                tls.equals("on"),
                HostIdentity.of(options, process));
    }

    /** Returns the reason for which TLS is used or not, in a few words. */
    String tlsReason(Options options) {
        String origin = " (" + options.origin(TcpOptions.TLS) + ")";
        if (isTlsEverywhere) {
            return "yes, net.tls=on" + origin;
        }
        if (!isTlsBetweenHosts) {
            return "no, net.tls=off" + origin;
        }
        return hasOtherHosts ? "1.3 between hosts, none on one host" : "no, all processes are on one host";
    }
}
