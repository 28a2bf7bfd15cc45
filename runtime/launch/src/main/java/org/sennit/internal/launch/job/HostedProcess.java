package org.sennit.internal.launch.job;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.launch.hosts.HostFrames.Kind;

/** A process on another host, as its host reports it. Threads: any. */
final class HostedProcess implements LaunchedProcess {
    /** Exit status of a process that is lost with its host. */
    private static final int LOST_STATUS = 1;

    private final HostAgent agent;
    private final int number;
    private final CountDownLatch ended = new CountDownLatch(1);

    // Written by the agent's reader before it counts down `ended`.
    private int status;
    private volatile String fate;
    private volatile long pid;

    HostedProcess(HostAgent agent, int number) {
        this.agent = agent;
        this.number = number;
    }

    int number() {
        return number;
    }

    void started(long processId) {
        pid = processId;
    }

    void exited(int exitStatus) {
        status = exitStatus;
        ended.countDown();
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Called when the host or its agent is lost: no more reports of the process will come. */
    void lost(String why) {
        if (!hasEnded()) {
            fate = " was lost: " + why;
            exited(LOST_STATUS);
        }
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public String host() {
        return agent.host();
    }

    @Override
    public String fate() {
        return fate;
    }

    @Override
    public int await() throws InterruptedException {
        ended.await();
        return status;
    }

    @Override
    public boolean await(long timeoutNs) throws InterruptedException {
        return ended.await(timeoutNs, TimeUnit.NANOSECONDS);
    }

    @Override
    public void awaitOutput(long timeoutNs) {
        // Its host sends EXITED after its output.
    }

    /** Has the agent end all processes of its host, in the order that {@code RunningJob} keeps on this one. */
    @Override
    public void end() {
        agent.end();
    }

    @Override
    public void kill() {
        try {
            agent.tell(Kind.KILL, number);
        } catch (IOException gone) {
            // The reader says so.
        }
    }
}
