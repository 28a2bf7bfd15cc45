package org.sennit.internal.runtime.bootstrap;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.sennit.spi.context.RuntimeContext;

/**
 * Input of a connection whose greeting must be complete by a deadline, however many reads it takes: a peer that sends
 * one byte at a time gains nothing. {@link #endGreeting} lifts the deadline.
 *
 * <p>Threads: the one that reads.
 */
public final class GreetingInput extends InputStream {
    private final Socket socket;
    private final InputStream in;
    private final RuntimeContext context;
    private final long deadlineNs;
    private boolean isGreeting = true;

    /**
     * Begins a greeting.
     *
     * @param socket a connected socket
     * @param timeoutNs what the whole greeting may take from now on, in nanoseconds
     * @param context the clock
     * @throws IOException the socket is closed
     */
    public GreetingInput(Socket socket, long timeoutNs, RuntimeContext context) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.context = context;
        this.deadlineNs = context.nanoTime() + timeoutNs;
    }

    /**
     * Ends the greeting: from now on a read blocks until there is something.
     *
     * @throws IOException the socket is closed
     */
    public void endGreeting() throws IOException {
        isGreeting = false;
        socket.setSoTimeout(0);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (isGreeting) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - context.nanoTime());
            if (leftMs <= 0) {
                throw new SocketTimeoutException("the greeting is not complete in time");
            }
            socket.setSoTimeout((int) Math.min(leftMs, Integer.MAX_VALUE));
        }
        return in.read(bytes, offset, length);
    }
}
