package org.sennit.internal.runtime.bootstrap.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.LauncherWord;
import org.sennit.spi.context.RuntimeContext;

/**
 * The key-value server of a job: keeps its key-value spaces and receives the reports of its processes. A connection is
 * served only after it has proved the job's secret, see {@link LauncherProtocol}.
 *
 * <p>Threads: one that accepts and one for each connection, all daemons; any thread may call the methods.
 */
public final class KeyValueServer implements Closeable {
    /**
     * Backlog of the listener, which the kernel cuts to its own limit; when it is full, connects take seconds to be
     * tried again.
     */
    private static final int BACKLOG = 4096;

    /** Most unproved connections, besides two for each process. */
    private static final int MAX_STRANGERS = 64;

    /** Longest greeting of a connection. */
    private static final long GREETING_NS = TimeUnit.SECONDS.toNanos(10);

    /** Pause after a connection could not be accepted: no descriptor, no memory, no thread. */
    private static final long ACCEPT_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The process of a connection that belongs to none. */
    static final int NO_PROCESS = -1;

    /** Result of {@link #enter}: the process is inside a job of this name already. */
    static final int INSIDE_ALREADY = -1;

    /**
     * Result of {@link #enter}: this server is for one job, in which the process has been; its next one has another
     * server.
     */
    static final int BEEN_HERE = -2;

    /** Result of {@link #enter}: this server is for one job, of another name. */
    static final int OTHER_JOB = -3;

    private final int processes;
    private final byte[] secret;
    private final ServerEvents events;
    private final ServerSocket listener;
    private final long greetingNs;
    private final RuntimeContext context;
    private final String onlyJob; // null: serves any number of jobs, one after the other and of several names
    private final Strangers strangers;
    private final Audience audience = new Audience();

    // Guarded by this.
    private final List<JobSession> sessions = new ArrayList<>();
    private final Map<String, NamedSessions> names = new HashMap<>();
    private final int[] openSessionsOf;
    private final int[] connectionsOf;
    private final int[] endpointsOf;
    private final boolean[] hasEnded;
    private final boolean[] hasEntered;
    private final Map<Socket, Integer> sockets =
            new HashMap<>(); // those that have proved the secret, with their process
    private final List<ServerSocket> listeners = new ArrayList<>();
    private boolean isClosed;

    /**
     * Listens on a loopback port that the system chooses, for any number of jobs of the same processes.
     *
     * @param endpointsOf number of endpoints of each process, 0 where the program decides
     * @param secret the job's secret
     * @param events receives what they report
     * @param context clock, threads and random numbers
     * @throws IOException no port can be opened
     */
    public KeyValueServer(int[] endpointsOf, byte[] secret, ServerEvents events, RuntimeContext context)
            throws IOException {
        this(
                endpointsOf,
                secret,
                events,
                context,
                new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()),
                GREETING_NS,
                null);
    }

    /**
     * Listens on a port, for one job or for any number of jobs of the same processes.
     *
     * @param address where to listen; port 0: of the system's choice
     * @param job the job's name, empty without one; null: any number of jobs
     * @param secret the job's secret
     * @param events receives what they report
     * @param context clock, threads and random numbers
     * @throws IOException the port cannot be opened
     */
    public static KeyValueServer at(
            InetSocketAddress address,
            String job,
            int processes,
            byte[] secret,
            ServerEvents events,
            RuntimeContext context)
            throws IOException {
        ServerSocket listener = new ServerSocket(address.getPort(), BACKLOG, address.getAddress());
        return new KeyValueServer(new int[processes], secret, events, context, listener, GREETING_NS, job);
    }

    /** As the other constructor, with a given listener and time for greetings. */
    KeyValueServer(
            int[] endpointsOf,
            byte[] secret,
            ServerEvents events,
            RuntimeContext context,
            ServerSocket listener,
            long greetingNs,
            String onlyJob) {
        this.processes = endpointsOf.length;
        this.secret = secret.clone();
        this.events = events;
        this.endpointsOf = endpointsOf.clone();
        this.openSessionsOf = new int[processes];
        this.connectionsOf = new int[processes];
        this.hasEnded = new boolean[processes];
        this.hasEntered = new boolean[processes];
        this.listener = listener;
        this.greetingNs = greetingNs;
        this.context = context;
        this.onlyJob = onlyJob;
        this.strangers = new Strangers(MAX_STRANGERS + 2 * processes, context.random());
        listeners.add(listener);
        daemon("sennit-server", () -> accept(listener, false));
    }

    /**
     * Listens on a network, too, for processes of other hosts; connections there are encrypted.
     *
     * @param address where; port 0: of the system's choice
     * @return the port
     * @throws IOException the port cannot be opened
     */
    public int listenAt(InetSocketAddress address) throws IOException {
        ServerSocket outside = new ServerSocket(address.getPort(), BACKLOG, address.getAddress());
        synchronized (this) {
            if (isClosed) {
                outside.close();
                throw new IOException("the server is closed");
            }
            listeners.add(outside);
        }
        daemon("sennit-server-outside", () -> accept(outside, true));
        return outside.getLocalPort();
    }

    /**
     * Closes the connections of a process, on any host; the process ends with them.
     *
     * @param process its number
     */
    public void disconnect(int process) {
        List<Socket> ofProcess = new ArrayList<>();
        synchronized (this) {
            sockets.forEach((socket, number) -> {
                if (number == process) {
                    ofProcess.add(socket);
                }
            });
        }
        ofProcess.forEach(KeyValueServer::closeQuietly);
    }

    /** Returns the port on which it listens. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Returns the address on which it listens, for this process. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /**
     * Returns the name of a process in reports.
     *
     * @return for example {@code process 1 (ranks 2-3)}; without ranks while they are unknown
     */
    public synchronized String nameOf(int process) {
        int first = 0;
        for (int p = 0; p <= process; p++) {
            if (endpointsOf[p] <= 0) {
                return "process " + process;
            }
            first += endpointsOf[p];
        }
        int last = first - 1;
        first -= endpointsOf[process];
        return "process " + process + (first == last ? " (rank " + first + ")" : " (ranks " + first + "-" + last + ")");
    }

    /** Returns whether a process is inside a job: it has entered a session and not left it. */
    public synchronized boolean isInsideJob(int process) {
        return openSessionsOf[process] > 0;
    }

    /**
     * Notes that a process has ended, so that no fence waits for it; waits until everything that it has sent has been
     * read.
     *
     * @param timeoutNs the longest wait, in nanoseconds
     */
    public synchronized void processEnded(int process, long timeoutNs) {
        await(() -> connectionsOf[process] == 0, timeoutNs);
        hasEnded[process] = true;
        sessions.forEach(session -> session.gone(process, "has ended before this step"));
    }

    /**
     * Waits until no process is connected.
     *
     * @param timeoutNs the longest wait, in nanoseconds
     */
    public synchronized void awaitDepartures(long timeoutNs) {
        await(() -> Arrays.stream(connectionsOf).allMatch(count -> count == 0), timeoutNs);
    }

    /**
     * Waits until every process has left a session, or is gone.
     *
     * @param session the job's number, see {@link LauncherProtocol}
     * @param timeoutNs the longest wait, in nanoseconds
     */
    public synchronized void awaitLeft(int session, long timeoutNs) {
        await(() -> sessions.get(session).isLeft(), timeoutNs);
    }

    /** Waits for a change of connectionsOf. Caller holds the lock. */
    private void await(BooleanSupplier condition, long timeoutNs) {
        long deadline = context.nanoTime() + timeoutNs;
        try {
            for (long left = timeoutNs; !condition.getAsBoolean() && left > 0; left = deadline - context.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Gives a process up: all fences that wait for it, now or later, fail.
     *
     * @param why the reason, such as "has not come to ..."
     */
    public synchronized void giveUp(int process, String why) {
        sessions.forEach(session -> session.gone(process, why));
    }

    @Override
    public void close() {
        List<Closeable> open;
        synchronized (this) {
            isClosed = true;
            open = new ArrayList<>(listeners);
            open.addAll(sockets.keySet());
        }
        strangers.close();
        open.forEach(KeyValueServer::closeQuietly);
    }

    /** Accepts connections until the listener is closed; a failure, such as too few descriptors, is retried. */
    private void accept(ServerSocket door, boolean isSealed) {
        while (!door.isClosed()) {
            Socket socket = null;
            try {
                Socket accepted = door.accept();
                socket = accepted;
                strangers.add(accepted);
                daemon("sennit-server-connection", () -> serve(accepted, isSealed));
            } catch (IOException
                    | RuntimeException
                    | OutOfMemoryError cannot) { // OutOfMemoryError: no thread can be started
                if (socket != null) {
                    strangers.remove(socket);
                    closeQuietly(socket);
                }
                strangers.closeOne();
                pause();
            }
        }
    }

    private void pause() {
        context.parkNanos(this, ACCEPT_PAUSE_NS);
    }

    private void serve(Socket socket, boolean isSealed) {
        try (socket) {
            new ServerConnection(this, socket, secret, events, greetingNs, isSealed, context).serve();
        } catch (IOException | RuntimeException broken) {
            // An invalid connection is closed; its process is watched by its exit.
        } finally {
            strangers.remove(socket);
            synchronized (this) {
                sockets.remove(socket);
            }
        }
    }

    /**
     * Admits a connection that has proved the secret.
     *
     * @return false when it was closed to make room, or the server was closed
     */
    synchronized boolean admit(Socket socket, int process) {
        if (isClosed || !strangers.remove(socket)) {
            return false;
        }
        sockets.put(socket, process);
        return true;
    }

    int processes() {
        return processes;
    }

    boolean isForOneJob() {
        return onlyJob != null;
    }

    synchronized void connected(int process) {
        connectionsOf[process]++;
    }

    synchronized void disconnected(int process) {
        connectionsOf[process]--;
        notifyAll();
    }

    /**
     * Enters the next session of a name for a process, until {@link #leave}. Returns its number; below 0 one of the
     * results above.
     */
    synchronized int enter(int process, String name) {
        if (onlyJob != null && !onlyJob.equals(name)) {
            return OTHER_JOB;
        }
        NamedSessions named = names.computeIfAbsent(name, any -> new NamedSessions(processes));
        if (processes > 1 && named.isOpen(process)) {
            return INSIDE_ALREADY;
        }
        if (onlyJob != null && hasEntered[process]) {
            return BEEN_HERE;
        }
        hasEntered[process] = true;
        int number = named.enter(process, sessions.size());
        openSessionsOf[process]++;
        if (number == sessions.size()) {
            JobSession session = new JobSession(processes, this::nameOf);
            for (int p = 0; p < processes; p++) {
                if (hasEnded[p]) {
                    session.gone(p, "has ended before this step");
                }
            }
            sessions.add(session);
        }
        sessions.get(number).enter();
        return number;
    }

    /** Notes that a process has left its session, and notifies the others when that was not at its end. */
    void leave(int process, int session) {
        synchronized (this) {
            openSessionsOf[process]--;
            closeNamed(process, session);
            boolean isUnderWay = sessions.get(session).isUnderWay(process);
            sessions.get(session).leave(process, "has left the job before this step");
            if (!isUnderWay) {
                return;
            }
        }
        String why = nameOf(process) + " has left the job before its end";
        audience.tell(session, other -> other != process, LauncherWord.LEFT, Integer.toString(process), why);
    }

    /** Notes that a connection has ended without leaving; its process may be alive, but will not reach a fence. */
    void lost(int process, int session) {
        synchronized (this) {
            closeNamed(process, session);
            sessions.get(session).leave(process, "has lost its connection to the key-value server");
            if (isClosed) {
                return;
            }
        }
        events.disconnected(process);
    }

    private void closeNamed(int process, int session) {
        names.values().forEach(named -> named.leave(process, session));
    }

    synchronized void announceEndpoints(int process, int count) {
        endpointsOf[process] = count;
    }

    synchronized void put(int session, String key, String value) {
        sessions.get(session).put(key, value);
    }

    synchronized List<String> get(int session, List<String> keys) {
        return sessions.get(session).get(keys);
    }

    synchronized void fence(
            int session, int process, String step, boolean isOfSurvivors, JobSession.FenceAnswer answer) {
        sessions.get(session).fence(process, step, isOfSurvivors, answer);
    }

    /** Returns the number of values and fences that it keeps, of all sessions. */
    synchronized int size() {
        return sessions.stream().mapToInt(JobSession::size).sum();
    }

    Audience audience() {
        return audience;
    }

    /** Sends the failure of an endpoint's program to the processes that do not know it, including the endpoint's. */
    void tellFailed(int process, int session, int endpoint, Set<Integer> reported, String why) {
        String number = Integer.toString(process);
        String of = nameOf(process);
        audience.tell(
                session,
                other -> !reported.contains(other),
                LauncherWord.FAILED,
                number,
                Integer.toString(endpoint),
                of + ": " + why);
    }

    /**
     * Notifies all other processes that one has died.
     *
     * @param why what has died, when, and how that is known
     */
    public void tellDied(int process, String why) {
        audience.tellAllBut(process, LauncherWord.DIED, Integer.toString(process), why);
    }

    /**
     * Notifies all other processes that one has aborted the job, where no launcher ends them.
     *
     * @param report why
     */
    public void tellAborted(int process, String report) {
        audience.tellAllBut(process, LauncherWord.ABORTED, Integer.toString(process), report);
    }

    /** Notifies all processes that the user ends the job. */
    public void tellStopped() {
        audience.tellAllBut(NO_PROCESS, LauncherWord.STOPPED);
    }

    /** Returns the processes that have not reached the fence at which a process waits. */
    synchronized BitSet missing(int session, int process) {
        return sessions.get(session).missing(process);
    }

    private void daemon(String name, Runnable body) {
        context.start(context.newThread(name, false, body));
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException ignored) {
            // Closed anyway.
        }
    }
}
