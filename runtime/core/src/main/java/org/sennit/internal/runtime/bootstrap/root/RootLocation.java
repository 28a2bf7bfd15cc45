package org.sennit.internal.runtime.bootstrap.root;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The address of process 0's server, as the other processes find it: the file that process 0 writes, else the address
 * that the user has given. Immutable.
 */
final class RootLocation implements ServerLocation {
    private static final int MAX_PORT = 65_535;
    private static final String NO_ADDRESS = "";

    private final String address; // host:port, or empty
    private final Path file; // null when the address is given

    private RootLocation(String address, Path file) {
        this.address = address;
        this.file = file;
    }

    /** Returns null when neither an address nor a file is given. */
    static RootLocation of(Options options) {
        String address = options.value(JobOptions.ADDRESS);
        String file = options.value(JobOptions.FILE);
        if (address.isEmpty() && file.isEmpty()) {
            return null;
        }
        if (!address.isEmpty()) {
            int port = portOf(address);
            if (port == 0 && file.isEmpty()) {
                throw illegal(
                        JobOptions.ADDRESS,
                        address,
                        "has port 0: the others find it only by " + JobOptions.FILE.name());
            }
        }
        return new RootLocation(address, file.isEmpty() ? null : Path.of(file));
    }

    /** Returns the address on which process 0 listens: the loopback address, unless the user has given another. */
    InetSocketAddress toListen() {
        return address.isEmpty()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)
                : new InetSocketAddress(hostOf(address), portOf(address));
    }

    /** Returns the file that process 0 is to write; null without one. */
    Path file() {
        return file;
    }

    /** Returns the host by which the others reach this one, of an address on which it listens. */
    String hostFor(InetSocketAddress listening) throws IOException {
        if (listening.getAddress().isAnyLocalAddress()) {
            return InetAddress.getLocalHost().getHostName();
        }
        return address.isEmpty() ? listening.getAddress().getHostAddress() : hostOf(address);
    }

    @Override
    public InetSocketAddress address() {
        String text = file == null ? address : read();
        if (text.isEmpty()) {
            return null;
        }
        return new InetSocketAddress(hostOf(text), portOf(text));
    }

    /** Returns the text that process 0 has written, empty when it has not yet. */
    private String read() {
        try {
            return Files.readString(file).strip();
        } catch (IOException notYet) {
            return NO_ADDRESS;
        }
    }

    @Override
    public String keeper() {
        return "process 0";
    }

    @Override
    public String place() {
        if (file == null) {
            return "at " + address;
        }
        String text = read();
        return text.isEmpty()
                ? "(its address is awaited in " + JobOptions.FILE.name() + "=" + file + ")"
                : "at " + text + " (by " + JobOptions.FILE.name() + "=" + file + ")";
    }

    @Override
    public boolean isListening() {
        return false;
    }

    private static String hostOf(String text) {
        String host = text.substring(0, text.lastIndexOf(':'));
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static int portOf(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port >= 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException malformed) {
            // Falls through.
        }
        throw illegal(JobOptions.ADDRESS, text, "is not host:port");
    }

    private static SennitException illegal(Option<?> option, String text, String why) {
        return new SennitException(ErrorClass.ARG, "option " + option.name() + ": '" + text + "' " + why);
    }
}
