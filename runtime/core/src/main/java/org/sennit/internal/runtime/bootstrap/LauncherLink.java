package org.sennit.internal.runtime.bootstrap;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A process's connection to its launcher, on which both sides have proved that they hold the job's secret. The lines
 * are those of {@link LauncherProtocol}.
 *
 * <p>Threads: any may send; one receives.
 */
public final class LauncherLink implements Closeable {

    /** How long one try to connect may take. */
    private static final int CONNECT_TIMEOUT_MS = 1_000;

    /** Pause before another try. */
    private static final long RETRY_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Socket socket;
    private final InputStream in;
    private final String session;

    private LauncherLink(Socket socket, InputStream in, String session) {
        this.socket = socket;
        this.in = in;
        this.session = session;
    }

    /**
     * Connects and proves. Blocks until the launcher has answered, or the time has passed; tries again meanwhile where the
     * launcher has no room for a connection, as when others flood its port.
     *
     * @param port the launcher's port on the loopback address
     * @param process the number of this process
     * @param secret the job's secret
     * @param role {@link LauncherProtocol#WATCH} or {@link LauncherProtocol#SPACE}
     * @param timeoutNs how long to wait, in nanoseconds
     * @return the connection
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: no server listens, the time has passed, or one side did not
     *     believe the other; do not retry
     */
    public static LauncherLink open(int port, int process, byte[] secret, String role, long timeoutNs) {
        long deadlineNs = System.nanoTime() + timeoutNs;
        boolean isInterrupted = false;
        try {
            while (true) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    throw failure(
                            port, "does not answer within " + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " ms", null);
                }
                LauncherLink link = attempt(port, process, secret, role, leftNs);
                if (link != null) {
                    return link;
                }
                LockSupport.parkNanos(Math.min(RETRY_PAUSE_NS, leftNs));
                isInterrupted |= Thread.interrupted();
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One try: null when the launcher was not heard, or has closed the connection without a word. */
    private static LauncherLink attempt(int port, int process, byte[] secret, String role, long leftNs) {
        // Not through a proxy, and without looking for one: that alone takes 15 ms of every process's start.
        Socket socket = new Socket(Proxy.NO_PROXY);
        LauncherLink link = null;
        try {
            // A packet that finds the listener's queue full is sent again after 1, 3, 7 ... s: a new try comes sooner.
            int connectMs = Math.clamp(TimeUnit.NANOSECONDS.toMillis(leftNs), 1, CONNECT_TIMEOUT_MS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), connectMs);
            socket.setTcpNoDelay(true);
            GreetingInput greeting = new GreetingInput(socket, leftNs);
            InputStream in = new BufferedInputStream(greeting, 1024);
            String session = greet(socket, in, process, secret, role);
            if (session != null) {
                greeting.endGreeting();
                link = new LauncherLink(socket, in, session);
            }
            return link;
        } catch (ConnectException refused) {
            throw failure(port, "cannot be reached: " + refused.getMessage(), refused);
        } catch (SocketTimeoutException | SocketException again) {
            return null;
        } catch (IOException broken) {
            throw failure(port, "cannot be reached: " + broken.getMessage(), broken);
        } finally {
            if (link == null) {
                closeQuietly(socket);
            }
        }
    }

    /** The session that the launcher gives; null when it has closed the connection. */
    private static String greet(Socket socket, InputStream in, int process, byte[] secret, String role)
            throws IOException {
        int port = socket.getPort();
        String[] hello = LauncherProtocol.read(in, LauncherProtocol.MAX_GREETING_BYTES);
        if (hello == null) {
            return null;
        }
        if (hello.length != 3 || !hello[0].equals(LauncherProtocol.NAME)) {
            throw failure(port, "is not a Sennit launcher", null);
        }
        if (!hello[1].equals(LauncherProtocol.VERSION)) {
            throw failure(port, "speaks version " + hello[1] + ", this is " + LauncherProtocol.VERSION, null);
        }
        String theirs = hello[2];
        String ours = Entropy.hex(16);
        String number = Integer.toString(process);
        String proof = JobProof.of(secret, "process", theirs, ours, role, number);
        socket.getOutputStream().write(LauncherProtocol.line("HELLO", role, number, ours, proof));
        String[] answer = LauncherProtocol.read(in, LauncherProtocol.MAX_GREETING_BYTES);
        if (answer == null) {
            return null;
        }
        if (answer.length < 2 || !answer[0].equals("WELCOME")) {
            String why = answer.length == 2 ? answer[1] : "malformed answer";
            throw failure(port, "refused process " + process + ": " + why, null);
        }
        String session = answer[1];
        if (answer.length != 3 || !JobProof.isSame(JobProof.of(secret, "launcher", theirs, ours, session), answer[2])) {
            throw failure(port, "does not hold the secret of the job", null);
        }
        return session;
    }

    private static SennitException failure(int port, String what, Throwable cause) {
        return new SennitException(ErrorClass.BOOTSTRAP, "the launcher at loopback port " + port + " " + what, cause);
    }

    /**
     * Returns what the launcher called this connection: in role SPACE the number of the session.
     *
     * @return a word
     */
    public String session() {
        return session;
    }

    /**
     * Sends a line. May block while the launcher's side is full.
     *
     * @param words the words
     * @throws IOException the connection is gone
     */
    public synchronized void send(String... words) throws IOException {
        socket.getOutputStream().write(LauncherProtocol.line(words));
    }

    /**
     * Receives the next line. Blocks until it is there.
     *
     * @return the words, or null when the launcher is gone
     */
    public String[] receive() {
        try {
            return LauncherProtocol.read(in, LauncherProtocol.MAX_LINE_BYTES);
        } catch (IOException gone) {
            return null;
        }
    }

    @Override
    public void close() {
        closeQuietly(socket);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is going away in any case.
        }
    }
}
