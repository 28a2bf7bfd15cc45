package org.sennit.internal.runtime.bootstrap;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.sennit.config.Options;

/** Where the key-value server of a job listens, and what errors call it. Used by the thread that opens a link. */
public interface ServerLocation {
    /** Returns the address to connect to, looked up again before each attempt; null while it is not known yet. */
    InetSocketAddress address();

    /** Returns the process that runs the server, for errors: {@code the launcher}. */
    String keeper();

    /** Returns where the server is, for errors: {@code at loopback port 4711}. */
    String place();

    /** Returns whether the server listens before its clients start, so that a refused connection is final. */
    boolean isListening();

    /** Returns whether another server may be found at an address, so that one that does not believe us is not the last word. */
    default boolean isGuess() {
        return false;
    }

    /** Returns whether the server is reached over a network, so that what is exchanged is encrypted ({@link ChannelSeal}). */
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
        InetSocketAddress address = new InetSocketAddress(digits, port);
        return new ServerLocation() {
            @Override
            public InetSocketAddress address() {
                return address;
            }

            @Override
            public String keeper() {
                return "the launcher";
            }

            @Override
            public String place() {
                return "at " + digits + " port " + port;
            }

            @Override
            public boolean isListening() {
                return true;
            }

            @Override
            public boolean isSealed() {
                return true;
            }
        };
    }

    /** Returns the launcher's server on the loopback address. */
    static ServerLocation ofLauncher(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new ServerLocation() {
            @Override
            public InetSocketAddress address() {
                return address;
            }

            @Override
            public String keeper() {
                return "the launcher";
            }

            @Override
            public String place() {
                return "at loopback port " + port;
            }

            @Override
            public boolean isListening() {
                return true;
            }
        };
    }
}
