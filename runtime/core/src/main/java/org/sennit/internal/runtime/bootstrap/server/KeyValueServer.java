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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.spi.context.RuntimeContext;

/**
 * Keeps the key-value spaces of a job and receives the reports of its processes. A connection counts only after it has proved
 * the job's secret, see {@link LauncherProtocol}.
 *
 * <p>Threads: one that accepts and one for each connection, all daemons; methods may be called by any.
 */
public final class KeyValueServer implements Closeable {

    /** The kernel cuts it to its own limit; where it is full, connections wait for seconds to be tried again. */
    private static final int BACKLOG = 4096;

    /** Connections that have proved nothing yet, beside two of each process. */
    private static final int MAX_STRANGERS = 64;

    /** What the greeting of a connection may take. */
    private static final long GREETING_NS = TimeUnit.SECONDS.toNanos(10);

    /** Pause after a connection could not be accepted: no descriptor, no memory, no thread. */
    private static final long ACCEPT_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** In place of a process's number, for a connection of none of them. */
    static final int NO_PROCESS = -1;

    /** Result of {@link #enter}: the process is inside a job of this name already. */
    static final int INSIDE_ALREADY = -1;

    /** Result of {@link #enter}: this server is for one job, in which the process has been; its next one has another server. */
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
    private final Set<ServerConnection> audience = new HashSet<>();
    private boolean isClosed;

    /**
     * Opens a loopback port of the system's choice and starts to accept, for any number of jobs of the same processes.
     *
     * @param endpointsOf number of endpoints of each, 0 where the program decides
     * @param secret what they must prove to hold
     * @param events receives what they report
     * @param context clock, threads and random numbers
     * @throws IOException no port can be opened
     */
    public KeyValueServer(int processes, int[] endpointsOf, byte[] secret, ServerEvents events, RuntimeContext context)
            throws IOException {
        this(
                processes,
                endpointsOf,
                secret,
                events,
                context,
                new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()),
                GREETING_NS,
                null);
    }

    /**
     * Opens a port and starts to accept, for one job or for any number of jobs of the same processes.
     *
     * @param address where to listen; port 0: of the system's choice
     * @param job the job's name, empty without one; null: any number of jobs
     * @param secret what they must prove to hold
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
        return new KeyValueServer(processes, new int[processes], secret, events, context, listener, GREETING_NS, job);
    }

    /** As above, with a listener and a time for greetings of the caller's. */
    KeyValueServer(
            int processes,
            int[] endpointsOf,
            byte[] secret,
            ServerEvents events,
            RuntimeContext context,
            ServerSocket listener,
            long greetingNs,
            String onlyJob) {
        this.processes = processes;
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
     * Listens on a network too, for processes of other hosts; what is exchanged there is encrypted.
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
     * Ends the connections of a process, which ends with them, wherever it runs.
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

    /** Returns where it listens, for this process. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /**
     * A process as reports name it.
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

    /** Returns whether a process is inside a job: it has connected to a key-value space and has not said good-bye. */
    public synchronized boolean isInsideJob(int process) {
        return openSessionsOf[process] > 0;
    }

    /**
     * Tells the server that a process has ended, so that no fence waits for it, and waits a moment until
     * everything that it has sent has been heard.
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
     * Waits until every process has left a job, or is gone.
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
     * Gives a process up: every fence that waits for it, now or later, fails.
     *
     * @param why what it has done or not done, as in "has not come to ..."
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

    /** Ends with the listener only: whatever cannot be accepted now, for want of anything, may be later. */
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
                    | OutOfMemoryError cannot) { // the last one: no thread can be started
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
            // A connection that ends, or says nonsense, is over; the process behind it is watched by its exit.
        } finally {
            strangers.remove(socket);
            synchronized (this) {
                sockets.remove(socket);
            }
        }
    }

    /**
     * A connection has proved the secret: it counts as a stranger's no more.
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
     * Returns the next session of a process among those of a name; ended by {@link #leave} or left open for ever. Below 0: one of
     * the reasons above why there is none.
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
        return number;
    }

    /** A process has said good-bye to its session. */
    synchronized void leave(int process, int session) {
        openSessionsOf[process]--;
        closeNamed(process, session);
        sessions.get(session).gone(process, "has left the job before this step");
    }

    /** A connection has ended without a good-bye; the process may live on, but it will not come to a fence. */
    void lost(int process, int session) {
        synchronized (this) {
            closeNamed(process, session);
            sessions.get(session).gone(process, "has lost its connection to the key-value server");
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

    synchronized String get(int session, String key) {
        return sessions.get(session).get(key);
    }

    synchronized void fence(
            int session, int process, String step, boolean isOfSurvivors, JobSession.FenceAnswer answer) {
        sessions.get(session).fence(process, step, isOfSurvivors, answer);
    }

    synchronized void listens(ServerConnection connection) {
        audience.add(connection);
    }

    synchronized void listensNoMore(ServerConnection connection) {
        audience.remove(connection);
    }

    /** Tells the failure of an endpoint's program to the processes that do not know it, the endpoint's process included. */
    void tellFailed(int process, int session, int endpoint, Set<Integer> told, String why) {
        String of = nameOf(process);
        for (ServerConnection listener : listenersButOf(-1)) {
            if (listener.session() == session && !told.contains(listener.process())) {
                listener.tell("FAILED", Integer.toString(process), Integer.toString(endpoint), of + ": " + why);
            }
        }
    }

    /**
     * Tells all processes but one that it has died.
     *
     * @param why who, when, and how that is known
     */
    public void tellDied(int process, String why) {
        for (ServerConnection listener : listenersButOf(process)) {
            listener.tell("DIED", Integer.toString(process), why);
        }
    }

    /**
     * Tells all processes but one that it has ended the job, for servers without a launcher that ends them.
     *
     * @param report why
     */
    public void tellAborted(int process, String report) {
        for (ServerConnection listener : listenersButOf(process)) {
            listener.tell("ABORTED", Integer.toString(process), report);
        }
    }

    /** Tells all processes that the user ends the job. */
    public void tellStopped() {
        for (ServerConnection listener : listenersButOf(NO_PROCESS)) {
            listener.tell("STOPPED");
        }
    }

    private synchronized List<ServerConnection> listenersButOf(int process) {
        return audience.stream().filter(each -> each.process() != process).toList();
    }

    /** Which processes have not come to the fence of a session at which a process stands. */
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
            // It is going away in any case.
        }
    }
}
