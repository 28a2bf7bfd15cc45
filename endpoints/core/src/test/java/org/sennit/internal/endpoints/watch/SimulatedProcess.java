package org.sennit.internal.endpoints.watch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.LongWait;
import org.sennit.internal.runtime.progress.LongWaits;
import org.sennit.spi.progress.Awaited;

/** A process whose endpoints, packets and waits a test controls, on the test's thread and in the test's time. */
final class SimulatedProcess implements WatchedProcess {
    static final long LEAST_NS = TimeUnit.SECONDS.toNanos(1);

    /** A packet under way. */
    record Sent(int from, int to, int kind, int number, byte[] payload) {}

    final LongWaits waits = new JobHealth().longWaits();
    final List<SimulatedEndpoint> endpoints = new ArrayList<>();
    final List<LongWait> woken = new ArrayList<>();
    final ArrayDeque<Sent> sent = new ArrayDeque<>();
    final Set<Integer> dead = new HashSet<>();
    final Set<Integer> unreachable = new HashSet<>();
    final int number;
    boolean isReceiving;
    boolean isSendingMarks = true;
    long unmarkedSent;
    long unmarkedTaken;

    SimulatedProcess(int number) {
        this.number = number;
    }

    /** Adds an endpoint in a wait since time 0 that nothing but another endpoint can end. */
    SimulatedEndpoint addWaiting() {
        SimulatedEndpoint added = new SimulatedEndpoint(endpoints.size());
        endpoints.add(added);
        added.await(0, false, true);
        return added;
    }

    /** Returns the states of the programs of all endpoints, which are those of the world. */
    List<ProgramState> programs() {
        return endpoints.stream().map(each -> each.program).toList();
    }

    /** Has all waiting threads answer the newest question. */
    void answer() {
        int newest = waits.ask(); // a number behind all questions that have been posed
        endpoints.forEach(each -> each.answer(newest));
    }

    @Override
    public List<WatchedProcess.Endpoint> endpoints() {
        return List.copyOf(endpoints);
    }

    @Override
    public void wake(LongWait wait) {
        woken.add(wait);
    }

    @Override
    public boolean isReceiving() {
        return isReceiving;
    }

    @Override
    public boolean isAlive(int process) {
        return !dead.contains(process);
    }

    @Override
    public boolean send(int process, int kind, int round, byte[] payload) {
        if (unreachable.contains(process)) {
            return false;
        }
        sent.add(new Sent(number, process, kind, round, payload));
        return true;
    }

    @Override
    public int sendBehindAll(int process, int kind, int round) {
        return isSendingMarks && send(process, kind, round, new byte[0]) ? 1 : 0;
    }

    @Override
    public long unmarkedSent() {
        return unmarkedSent;
    }

    @Override
    public long unmarkedTaken() {
        return unmarkedTaken;
    }

    /** An endpoint and its program. */
    static final class SimulatedEndpoint implements WatchedProcess.Endpoint {
        final ProgramState program = new ProgramState();
        final Thread thread = new Thread(() -> {}, "never started");
        final int id;
        boolean isClosed;
        boolean isLeftToOthers;
        boolean isWithoutCommunicators;
        boolean isPeerKnown;
        long carriedOn;
        long work;
        LongWait wait;

        SimulatedEndpoint(int id) {
            this.id = id;
            program.begin(thread);
        }

        /** Begins another wait. */
        void await(long sinceNs, boolean isTimed, boolean isForEndpoints) {
            awaitOn(thread, sinceNs, isTimed, isForEndpoints);
        }

        void awaitOn(Thread waiting, long sinceNs, boolean isTimed, boolean isForEndpoints) {
            wait = new LongWait(null, waiting, sinceNs, isTimed, "a condition");
            isPeerKnown = isForEndpoints;
            answer(0);
        }

        /** Ends the program, and the endpoint with it. */
        void end() {
            program.end();
            wait = null;
            isClosed = true;
        }

        void answer(int question) {
            if (wait != null) {
                long[] peers = {0};
                wait.answer(isPeerKnown ? new Awaited("receive", peers, id, Awaited.Need.ANY) : null, work, question);
            }
        }

        @Override
        public int id() {
            return id;
        }

        @Override
        public boolean isClosed() {
            return isClosed;
        }

        @Override
        public boolean isLeftToOthers() {
            return isLeftToOthers;
        }

        @Override
        public boolean isWithoutCommunicators() {
            return isWithoutCommunicators;
        }

        @Override
        public LongWait longWait() {
            return wait;
        }

        @Override
        public long carriedOn() {
            return carriedOn;
        }
    }
}
