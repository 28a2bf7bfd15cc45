package org.sennit.internal.runtime.bootstrap;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * A process's connection to the key-value server of its job, on which both sides have proved that they hold the job's
 * secret. The lines are those of {@link LauncherProtocol}.
 *
 * <p>Threads: any may send; one receives.
 */
public final class LauncherLink implements Closeable {
    /** Longest time of one attempt to connect, in milliseconds. */
    private static final int CONNECT_TIMEOUT_MS = 1_000;

    /** Pause before another try. */
    private static final long RETRY_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String session;
    private final String keeper;

    private LauncherLink(Socket socket, InputStream in, OutputStream out, String session, String keeper) {
        this.socket = socket;
        this.in = in;
        this.out = out;
        this.session = session;
        this.keeper = keeper;
    }

    /**
     * Connects and proves. Blocks until the server has answered or the time has passed; tries again meanwhile where the
     * server has no room for a connection, as when others flood its port, or where it may start later than its clients.
     *
     * @param server where the server listens
     * @param role {@link LauncherProtocol#WATCH} or {@link LauncherProtocol#SPACE}
     * @param timeoutNs the longest wait in nanoseconds
     * @param context clock and waiting
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: no server listens, the time has passed, or one side did not
     *     believe the other; do not retry
     */
    public static LauncherLink open(
            ServerLocation server, int process, byte[] secret, String role, long timeoutNs, RuntimeContext context) {
        Attempts attempts = new Attempts(server, process, secret, role, context);
        long deadlineNs = context.nanoTime() + timeoutNs;
        boolean isInterrupted = false;
        try {
            while (true) {
                long leftNs = deadlineNs - context.nanoTime();
                if (leftNs <= 0) {
                    throw attempts.late(timeoutNs);
                }
                LauncherLink link = attempts.next(leftNs);
                if (link != null) {
                    return link;
                }
                context.parkNanos(server, Math.min(RETRY_PAUSE_NS, leftNs));
                isInterrupted |= Thread.interrupted();
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The result of a greeting; without a seal on the loopback address. */
    private record Greeting(String session, String theirs, ChannelSeal seal) {}

    /** The attempts to open one link. */
    private static final class Attempts {
        private final ServerLocation server;
        private final int process;
        private final byte[] secret;
        private final String role;
        private final RuntimeContext context;
        private Exception lastRefusal; // null unless a connection has been refused

        Attempts(ServerLocation server, int process, byte[] secret, String role, RuntimeContext context) {
            this.server = server;
            this.process = process;
            this.secret = secret;
            this.role = role;
            this.context = context;
        }

        /**
         * Returns null when the address is unknown, the server did not answer, or it closed the connection silently.
         */
        LauncherLink next(long leftNs) {
            InetSocketAddress address = server.address();
            if (address == null) {
                return null;
            }
            // Not through a proxy, and without looking for one: that alone takes 15 ms of every process's start.
            Socket socket = new Socket(Proxy.NO_PROXY);
            LauncherLink link = null;
            try {
                // A packet that finds the listener's queue full is sent again after 1, 3, 7 ... s: a new try comes
                // sooner.
                int connectMs = Math.clamp(TimeUnit.NANOSECONDS.toMillis(leftNs), 1, CONNECT_TIMEOUT_MS);
                socket.connect(address, connectMs);
                socket.setTcpNoDelay(true);
                GreetingInput greeting = new GreetingInput(socket, leftNs, context);
                InputStream in = new BufferedInputStream(greeting, 1024);
                Greeting welcome = greet(socket, in);
                if (welcome != null) {
                    greeting.endGreeting();
                    link = linkOf(socket, in, welcome);
                }
                return link;
            } catch (ConnectException | NoRouteToHostException | UnknownHostException refused) {
                if (server.isListening()) {
                    throw failure("cannot be reached: " + refused.getMessage(), refused);
                }
                lastRefusal = refused;
                return null;
            } catch (SennitException another) {
                if (!server.isGuess()) {
                    throw another;
                }
                lastRefusal = another;
                return null;
            } catch (SocketTimeoutException | SocketException again) {
                return null;
            } catch (IOException broken) {
                throw failure("cannot be reached: " + broken.getMessage(), broken);
            } finally {
                if (link == null) {
                    closeQuietly(socket);
                }
            }
        }

        private LauncherLink linkOf(Socket socket, InputStream in, Greeting welcome) throws IOException {
            KeepAlive.on(socket);
            OutputStream out = socket.getOutputStream();
            if (!server.isSealed()) {
                return new LauncherLink(socket, in, out, welcome.session(), server.keeper());
            }
            ChannelSeal.Keys keys = welcome.seal().agree(secret, welcome.theirs(), false);
            return new LauncherLink(socket, keys.open(in), keys.seal(out), welcome.session(), server.keeper());
        }

        /** Returns the result of the proofs of both sides; null when the server has closed the connection. */
        private Greeting greet(Socket socket, InputStream in) throws IOException {
            String[] hello = LauncherProtocol.read(in, LauncherProtocol.MAX_GREETING_BYTES);
            if (hello == null) {
                return null;
            }
            if (hello.length != 3 || !hello[0].equals(LauncherProtocol.NAME)) {
                throw failure("is not a Sennit launcher", null);
            }
            if (!hello[1].equals(LauncherProtocol.VERSION)) {
                throw failure("speaks version " + hello[1] + ", this is " + LauncherProtocol.VERSION, null);
            }
            String theirs = hello[2];
            ChannelSeal seal = server.isSealed() ? ChannelSeal.fresh() : null;
            String ours = seal == null ? Entropy.hex(16) : seal.publicKey();
            String number = Integer.toString(process);
            String proof = JobProof.of(secret, "process", theirs, ours, role, number);
            socket.getOutputStream().write(LauncherProtocol.line(LauncherWord.HELLO, role, number, ours, proof));
            String[] answer = LauncherProtocol.read(in, LauncherProtocol.MAX_GREETING_BYTES);
            if (answer == null) {
                return null;
            }
            if (answer.length < 2 || !answer[0].equals(LauncherWord.WELCOME)) {
                String why = answer.length == 2 ? answer[1] : "malformed answer";
                boolean isJoining = role.startsWith(LauncherProtocol.JOIN);
                throw failure("refused " + (isJoining ? "this host" : "process " + process) + ": " + why, null);
            }
            String session = answer[1];
            if (answer.length != 3
                    || !JobProof.isSame(JobProof.of(secret, "launcher", theirs, ours, session), answer[2])) {
                throw failure("does not hold the secret of the job", null);
            }
            return new Greeting(session, theirs, seal);
        }

        SennitException late(long timeoutNs) {
            String unknown = lastRefusal instanceof UnknownHostException ? "unknown host " : "";
            String last = lastRefusal == null ? "" : ": " + unknown + lastRefusal.getMessage();
            return failure(
                    "does not answer within " + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " ms" + last, lastRefusal);
        }

        private SennitException failure(String what, Throwable cause) {
            return new SennitException(
                    ErrorClass.BOOTSTRAP, server.keeper() + " " + server.place() + " " + what, cause);
        }
    }

    /** Returns the server's name of this connection; in role SPACE the number of the session. */
    public String session() {
        return session;
    }

    /**
     * Returns the bytes that the server writes, decrypted; for a role whose lines are not those of {@link
     * LauncherProtocol}.
     */
    public InputStream in() {
        return in;
    }

    /** Returns the stream to the server; each write is encrypted at once. */
    public OutputStream out() {
        return out;
    }

    /** Returns the process that runs the server, for errors. */
    String keeper() {
        return keeper;
    }

    /**
     * Sends a line. May block while the launcher's side is full.
     *
     * @throws IOException the connection is gone
     */
    public synchronized void send(String... words) throws IOException {
        out.write(LauncherProtocol.line(words));
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
