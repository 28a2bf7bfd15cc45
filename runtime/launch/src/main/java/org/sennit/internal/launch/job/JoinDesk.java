package org.sennit.internal.launch.job;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Kind;

/**
 * Admits hosts that come by themselves, by {@code sennit join}, until each process that is waited for has one. A host
 * that is lost before the job starts leaves its processes to another one.
 *
 * <p>Threads: one of the server's for each host; the launcher's waits.
 */
final class JoinDesk {
    /** Longest time that the first line of a host may take. */
    private static final long GREETING_NS = TimeUnit.SECONDS.toNanos(10);

    private final JobHosts hosts;
    private final Consumer<String> log;

    // Guarded by this.
    private final BitSet free = new BitSet();
    private final Map<HostAgent, String> joined = new LinkedHashMap<>(); // with the identity of the host
    private int first;
    private int wanted;
    private boolean isOpen;
    private String givenUp; // why the job will not begin; null while it may

    /**
     * Takes no process before {@link #open}.
     *
     * @param log gets a line for each process that has come
     */
    JoinDesk(JobHosts hosts, Consumer<String> log) {
        this.hosts = hosts;
        this.log = log;
    }

    /** Begins to wait for hosts for the processes from one number up to another. */
    synchronized void open(int first, int end) {
        free.set(first, end);
        this.first = first;
        wanted = end - first;
        isOpen = true;
    }

    synchronized boolean isOpen() {
        return isOpen;
    }

    /** Takes a host that has come. Blocks until its connection is over. */
    void join(int count, String identity, String address, InputStream in, OutputStream out) {
        HostAgent agent;
        String refusal = null;
        synchronized (this) {
            agent = isOpen && count > 0 && count <= free.cardinality() ? take(count, address) : null;
            if (agent == null) {
                refusal = isOpen && free.cardinality() > 0
                        ? "only " + free.cardinality() + " of the job's processes are still to be started by hand, not "
                                + count
                        : "all processes of the job that are started by hand have been";
            }
        }
        try {
            if (agent == null) {
                new HostFrames(in, new BufferedOutputStream(out)).write(Kind.REFUSED, 0, refusal);
                return;
            }
            agent.begin(new JoinedLink(in, out));
            if (agent.awaitGreeting(System.nanoTime() + GREETING_NS) == null) {
                arrive(agent, identity);
                agent.awaitOver();
            }
        } catch (IOException gone) {
            // It has not waited for the answer.
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
        if (agent != null) {
            giveBack(agent);
        }
    }

    /** Caller holds the lock. */
    private HostAgent take(int count, String address) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = free.nextSetBit(0);
            free.clear(number);
            numbers.add(number);
        }
        return hosts.add(address, numbers);
    }

    private void arrive(HostAgent agent, String identity) {
        String over = arrived(agent, identity);
        if (over != null) {
            agent.end(over);
        }
    }

    /** Returns the reason for which the job was given up meanwhile, or null. */
    private synchronized String arrived(HostAgent agent, String identity) {
        if (givenUp != null) {
            return givenUp;
        }
        joined.put(agent, identity);
        log.accept("host " + agent.host() + " has joined for " + name(numbersOf(agent)) + left());
        notifyAll();
        return null;
    }

    private static List<Integer> numbersOf(HostAgent agent) {
        return agent.processes().stream().map(HostedProcess::number).toList();
    }

    private synchronized void giveBack(HostAgent agent) {
        if (isOpen) {
            joined.remove(agent);
            hosts.remove(agent);
            List<Integer> numbers = numbersOf(agent);
            numbers.forEach(free::set);
            log.accept("host " + agent.host() + " has left before the job, without " + name(numbers) + left());
            notifyAll();
        }
    }

    private String left() {
        String missing = missing();
        return missing.isEmpty() ? "" : "; still to be started: " + missing;
    }

    private static String name(List<Integer> numbers) {
        return (numbers.size() == 1 ? "process " : "processes ")
                + String.join(", ", numbers.stream().map(String::valueOf).toList());
    }

    /**
     * Returns the processes that no host has joined for, including those of a host that is connected but has not
     * greeted yet.
     */
    synchronized String missing() {
        BitSet missing = new BitSet();
        missing.set(first, first + wanted);
        joined.keySet().forEach(agent -> numbersOf(agent).forEach(missing::clear));
        return missing.isEmpty() ? "" : name(missing.stream().boxed().toList());
    }

    /**
     * Waits until each process has a host, and takes no more.
     *
     * @return the hosts; null when the time has passed
     */
    synchronized List<HostAgent> await(long deadlineNs) throws InterruptedException {
        for (long left = deadlineNs - System.nanoTime();
                !isComplete() && left > 0;
                left = deadlineNs - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        List<HostAgent> all = List.copyOf(joined.keySet());
        if (!isComplete()) {
            return null;
        }
        isOpen = false;
        return all;
    }

    private boolean isComplete() {
        return free.isEmpty() && processesJoined() >= wanted;
    }

    /** Ends the wait without a job: notifies the hosts that have joined, and accepts no others. */
    void giveUp(String why) {
        List<HostAgent> agents;
        synchronized (this) {
            isOpen = false;
            givenUp = why;
            agents = List.copyOf(joined.keySet());
        }
        agents.forEach(agent -> agent.end(why)); // outside the lock: a host that does not read holds up itself alone
    }

    private int processesJoined() {
        return joined.keySet().stream()
                .mapToInt(agent -> agent.processes().size())
                .sum();
    }

    /** Returns the number of processes that are on hosts of an identity, of those that have come. */
    synchronized int processesOn(String identity) {
        return joined.entrySet().stream()
                .filter(each -> each.getValue().equals(identity))
                .mapToInt(each -> each.getKey().processes().size())
                .sum();
    }

    /** Returns the identity of a host that has come. */
    synchronized String identityOf(HostAgent agent) {
        return joined.get(agent);
    }
}
