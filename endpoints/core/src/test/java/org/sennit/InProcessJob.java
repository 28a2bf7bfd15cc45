package org.sennit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalModule;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.EndpointState;
import org.sennit.internal.endpoints.comm.JobState;
import org.sennit.internal.endpoints.comm.ProcessState;
import org.sennit.internal.endpoints.comm.SharedComm;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.RemoteProcess;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.shm.team.Team;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.progress.Progress;
import org.sennit.testkit.Deadlines;

/**
 * A job of several processes in one JVM, over a {@link LocalNetwork}: the whole way of a message through two devices,
 * without launcher and sockets. What {@code JobProcess} does at the start of a process is done here for all of them.
 */
final class InProcessJob {
    private static final Duration LOOK = Duration.ofMillis(100); // whether another thread has failed

    private final List<ProcessDevice> devices = new ArrayList<>();
    private final List<CommContext> worlds = new ArrayList<>();
    private final List<LocalModule> modules = new ArrayList<>();
    private final List<JobHealth> healths = new ArrayList<>();
    private volatile boolean isOver;

    InProcessJob(LocalNetwork network, int processes, int endpointsEach, Options options) {
        this(network, processes, endpointsEach, options, null);
    }

    /** With observers of all endpoints, made from their ids in their processes; null without. */
    InProcessJob(
            LocalNetwork network,
            int processes,
            int endpointsEach,
            Options options,
            IntFunction<DeviceObserver> observers) {
        List<List<Device>> endpoints = new ArrayList<>();
        for (int p = 0; p < processes; p++) {
            JobHealth health = new JobHealth();
            ProcessDevice device = new ProcessDevice(
                    RuntimeContext.system(),
                    options,
                    health,
                    n -> WaitStrategy.choose(options, n * processes, processes, 2, false),
                    endpointsEach);
            LocalModule module = network.addProcess(device.upcalls());
            device.useNetwork(module, 1);
            if (observers != null) {
                device.observe(observers);
            }
            device.startBackground();
            devices.add(device);
            modules.add(module);
            healths.add(health);
            endpoints.add(device.addEndpoints(endpointsEach));
        }
        for (int p = 0; p < processes; p++) {
            meet(p, endpoints, options);
        }
    }

    private void meet(int own, List<List<Device>> endpoints, Options options) {
        int processes = endpoints.size();
        Map<Integer, RemoteProcess> others = new HashMap<>();
        List<Peer> peers = new ArrayList<>();
        for (int p = 0; p < processes; p++) {
            RemoteProcess remote = p == own ? null : devices.get(own).remoteProcess(p, new BusinessCard("local:" + p));
            if (remote != null) {
                others.put(p, remote);
            }
            for (Device each : endpoints.get(p)) {
                EndpointAddress address = new EndpointAddress(p, 0, each.self().id());
                peers.add(new Peer(address, remote == null ? each.self() : null, remote));
            }
        }
        RankMap group = new RankMap(peers, own);
        List<Progress> progresses = new ArrayList<>();
        endpoints.get(own).forEach(each -> progresses.add(each.self().progress()));
        SharedComm shared = new SharedComm(group, group, new Team(progresses));
        JobDescription description = new JobDescription(
                "in one JVM", own, processes, endpoints.get(own).size(), 0, processes);
        JobState job = new JobState(healths.get(own), options, false, (status, report) -> {});
        ProcessState process = new ProcessState(description, job, devices.get(own), others);
        for (int i = 0; i < endpoints.get(own).size(); i++) {
            EndpointState state = new EndpointState(endpoints.get(own).get(i), process, null);
            worlds.add(new CommContext("world", 0, shared, group.ownRanks()[i], state));
        }
    }

    LocalModule module(int process) {
        return modules.get(process);
    }

    /**
     * Runs a program on each endpoint, once; the first failure ends all. A thread beside them looks after ended
     * endpoints.
     */
    void run(EndpointProgram program) {
        AtomicReference<Throwable> first = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (CommContext world : worlds) {
            threads.add(Thread.ofPlatform()
                    .daemon(true)
                    .name("rank-" + world.rank())
                    .start(() -> {
                        try {
                            program.run(new EndpointHandle(world));
                            world.device().end();
                        } catch (Throwable e) {
                            if (first.compareAndSet(null, e)) {
                                healths.forEach(health -> health.fail("rank " + world.rank(), e));
                            }
                        }
                    }));
        }
        Thread keeper = Thread.ofPlatform().daemon(true).start(() -> keep(threads));
        try {
            for (Thread thread : threads) {
                join(thread, first);
            }
            isOver = true;
            join(keeper, first);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            devices.forEach(ProcessDevice::close);
        }
        if (first.get() != null) {
            throw new AssertionError("an endpoint has failed", first.get());
        }
        for (JobHealth health : healths) { // found when the programs had ended
            if (health.failure() != null) {
                throw new AssertionError("the job has failed", health.failure());
            }
        }
    }

    /**
     * Waits for a thread. After a failure it may wait for what never comes, and is interrupted; one that goes on
     * computing is left, so that the failure is reported and not the deadline.
     */
    private static void join(Thread thread, AtomicReference<Throwable> first) throws InterruptedException {
        while (!thread.join(LOOK)) {
            if (first.get() != null) {
                thread.interrupt();
                if (!thread.join(Duration.ofNanos(Deadlines.ns(5)))) {
                    return;
                }
            }
        }
    }

    private void keep(List<Thread> threads) {
        while (!isOver) {
            for (int i = 0; i < threads.size(); i++) {
                if (!threads.get(i).isAlive()) {
                    worlds.get(i).device().refuseArrivals();
                }
            }
            modules.forEach(module -> module.poll(PollDirection.IN_FIRST, 64));
            Thread.yield();
        }
    }
}
