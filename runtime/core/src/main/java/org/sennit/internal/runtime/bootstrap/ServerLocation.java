package org.sennit.internal.runtime.bootstrap;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.sennit.config.Options;

/** The address of a job's key-value server, and its name in errors. Used by the thread that opens a link. */
public interface ServerLocation {
    /** Returns the address to connect to, looked up again before each attempt; null while it is not known yet. */
    InetSocketAddress address();

    /** Returns the process that runs the server, for errors: {@code the launcher}. */
    String keeper();

    /** Returns the place of the server, for errors: {@code at loopback port 4711}. */
    String place();

    /** Returns whether the server listens before its clients start, so that a refused connection is final. */
    boolean isListening();

    /** Returns whether another server may be found at an address, so that the refusal of one server is not final. */
    default boolean isGuess() {
        return false;
    }

    /**
     * Returns whether the server is reached over a network, so that what is exchanged is encrypted ({@link
     * ChannelSeal}).
     */
    default boolean isSealed() {
        return false;
    }

    /** Returns the launcher's server where the options of a process say that it is. */
    static ServerLocation ofLauncher(Options options) {
        String address = options.value(JobOptions.SERVER_ADDRESS);
        int port = options.value(JobOptions.SERVER_PORT);
        return address.isEmpty() ? ofLauncher(port) : ofLauncher(address, port);
    }

    /** Returns the launcher's server on another host, at an address in digits. */
    static ServerLocation ofLauncher(String digits, int port) {
        return new LauncherLocation(new InetSocketAddress(digits, port), "at " + digits + " port " + port, true);
    }

    /** Returns the launcher's server on the loopback address. */
    static ServerLocation ofLauncher(int port) {
        return new LauncherLocation(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), "at loopback port " + port, false);
    }
}
