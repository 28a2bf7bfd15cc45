package org.sennit.internal.runtime.bootstrap.pmi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** A connection to the port of a process manager, as {@code mpiexec -pmi-port} has it. */
final class PortChannel implements PmiChannel {
    private final Socket socket;
    private final String name;

    private PortChannel(Socket socket, String name) {
        this.socket = socket;
        this.name = name;
    }

    /** Connects. Blocks for the time at most. */
    static PortChannel open(String address, int timeoutMs) {
        int colon = address.lastIndexOf(':');
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            socket.connect(new InetSocketAddress(address.substring(0, Math.max(0, colon)), port), timeoutMs);
            socket.setTcpNoDelay(true);
            return new PortChannel(socket, "PMI_PORT=" + address);
        } catch (IOException | IllegalArgumentException cannot) {
            close(socket);
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "the process manager cannot be reached: PMI_PORT=" + address + ": " + cannot.getMessage(),
                    cannot);
        }
    }

    @Override
    public int read(byte[] bytes, int timeoutMs) throws IOException {
        socket.setSoTimeout(timeoutMs);
        try {
            return socket.getInputStream().read(bytes);
        } catch (SocketTimeoutException late) {
            return 0;
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void close() {
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is going away in any case.
        }
    }
}
