package org.sennit.internal.endpoints.comm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.peer.FailureWatcher;
import org.sennit.internal.shm.match.QueueShutdown;

/**
 * The state shared by all communicators of one endpoint. Belongs to the thread that drives the endpoint.
 *
 * <p>An endpoint made by a communicator ends when its last communicator is closed; an endpoint made by the job ends
 * with its program.
 */
public final class EndpointState implements FailureWatcher {
    private final Device device;
    private final ProcessState process;
    private final EndpointState maker; // null: the job
    private final List<EndpointState> created = new CopyOnWriteArrayList<>(); // by its program, and open
    private final AtomicInteger open = new AtomicInteger(); // communicators; threads may make and close them at once

    // As long as the program holds them: one that it has lost without closing it is known by number only.
    private final Set<CommContext> communicators =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    // The communicators of windows that the program has not closed. Threads may make and close them at once.
    private final Set<CommContext> windows = ConcurrentHashMap.newKeySet();

    // Context ids of communicators in whose calls this endpoint takes no part any more, also of those that are closed.
    // Any thread looks.
    private final Set<Integer> broken = ConcurrentHashMap.newKeySet();

    // By context id, the constructions of communicators that are closed or broken, of which one may have failed. Any
    // thread looks.
    private final Map<Integer, Constructions> closed = new ConcurrentHashMap<>();

    // By context id, what others have announced of communicators that this endpoint does not have. The watch thread
    // enters; any thread looks.
    private final Map<Integer, Absence> givenUp = new ConcurrentHashMap<>();

    /**
     * Makes the state of an endpoint.
     *
     * @param process the process in which it lives
     * @param maker the endpoint whose communicator has made it; null for one that the job has made
     */
    public EndpointState(Device device, ProcessState process, EndpointState maker) {
        this.device = device;
        this.process = process;
        this.maker = maker;
        if (maker != null) {
            maker.created.add(this);
        }
        process.opened(this);
        device.self().watchFailures(this);
    }

    /** Returns the device. */
    public Device device() {
        return device;
    }

    /** Returns the process in which it lives. */
    public ProcessState process() {
        return process;
    }

    /**
     * Returns the open endpoints that this one's program has made, and those made by means of them, which fail with it.
     * Any thread.
     */
    public List<EndpointState> created() {
        List<EndpointState> all = new ArrayList<>();
        for (EndpointState each : created) {
            all.add(each);
            all.addAll(each.created());
        }
        return all;
    }

    /**
     * Returns the open communicator to whose messages a context id belongs; null for one that is not known any more.
     * Takes time in proportion to the open communicators. Any thread.
     */
    public CommContext communicatorOf(int contextId) {
        synchronized (communicators) {
            return communicators.stream()
                    .filter(each -> Math.floorDiv(each.userContextId(), ContextIds.EACH)
                            == Math.floorDiv(contextId, ContextIds.EACH))
                    .findAny()
                    .orElse(null);
        }
    }

    /** Counts a new communicator, of which a member may have failed meanwhile. */
    void opened(CommContext communicator) {
        open.incrementAndGet();
        communicators.add(communicator);
        if (givenUp.containsKey(communicator.userContextId())) { // as others know: see absence
            communicator.failures().taken();
        }
        refuseIfBroken(communicator);
    }

    /** Returns whether this endpoint has, or had until a member failed, the communicator of an id. Any thread. */
    boolean hasHad(int contextId) {
        return broken.contains(contextId) || communicatorOf(contextId) != null;
    }

    /**
     * Returns whether this endpoint takes no part in a communicator, since a member of that one or of its parent has
     * failed: it has not come through the construction, and will not, or has given up later. What is sent to it in one
     * that it does not have is refused from then on. For the watch thread.
     *
     * @param parent the context id of the parent
     * @param number of the construction, among those of the parent
     * @param contextId of the communicator
     */
    Absence absence(int parent, int number, int contextId) {
        CommContext made = communicatorOf(contextId);
        if (made != null) {
            return made.isAnyFailed() && made.isBroken() ? Absence.CALLS : Absence.NONE;
        }
        if (broken.contains(contextId)) {
            return Absence.CALLS;
        }
        CommContext maker = communicatorOf(parent);
        Constructions constructions = maker == null ? closed.get(parent) : maker.constructions();
        boolean isBroken = broken.contains(parent) || maker != null && maker.isAnyFailed() && maker.isBroken();
        Absence absence = constructions == null ? Absence.NONE : constructions.absence(number, isBroken);
        if (absence != Absence.NONE && givenUp.put(contextId, absence) != absence) {
            CommContext late = communicatorOf(contextId); // it came through meanwhile
            if (late != null) {
                late.failures().taken();
            }
            device.self().progress().defer(() -> refuse(contextId, absence)); // last: it has the endpoint's thread look
        }
        return absence; // none: not yet, or it has closed what it has made
    }

    /** Called when a window has been made, which is to be closed. */
    public void windowOpened(CommContext window) {
        windows.add(window);
    }

    /** Called when a window has been closed. */
    public void windowClosed(CommContext window) {
        windows.remove(window);
    }

    /** Returns the names of the windows that have not been closed, in the order of the alphabet. */
    public List<String> openWindows() {
        return windows.stream().map(CommContext::name).sorted().toList();
    }

    @Override
    public void peersFailed() {
        List<CommContext> all;
        synchronized (communicators) {
            all = List.copyOf(communicators);
        }
        all.forEach(this::refuseIfBroken);
    }

    @Override
    public boolean isWithoutCommunicators() {
        return maker != null && open.get() == 0;
    }

    /**
     * Refuses the messages of collectives once a member has failed: this member executes none any more, and those that
     * have sent for a call before they knew of the failure must not wait for it.
     */
    void refuseIfBroken(CommContext communicator) {
        if (communicator.isAnyFailed() && communicator.isBroken()) {
            leave(communicator);
        }
    }

    /** Leaves the calls of a communicator: this endpoint takes no part in them any more. */
    private void leave(CommContext communicator) {
        closed.put(communicator.userContextId(), communicator.constructions()); // if the program loses it
        broken.add(communicator.userContextId());
        refuse(communicator.userContextId(), Absence.CALLS);
    }

    /** Refuses the messages of a communicator, which this endpoint need not have. */
    private void refuse(int contextId, Absence absence) {
        QueueShutdown queue = device.self().queue().shutdown();
        for (int id : ContextIds.ofCalls(contextId)) {
            queue.revoke(id);
        }
        for (int id = contextId; absence == Absence.WHOLE && id < contextId + ContextIds.EACH; id++) {
            queue.revoke(id);
        }
    }

    /** Keeps what others may ask of a communicator that is being closed. */
    private void noteForOthers(CommContext communicator) {
        if (communicator.constructions().hasFailed()) {
            closed.put(communicator.userContextId(), communicator.constructions());
        }
        if (!communicator.isAnyFailed()) {
            return;
        }
        // Those of this process who come through from here on share nothing with this one, which must not keep for ever
        // what they may never take.
        boolean isForgotten =
                communicator.failures().isInDoubt() && process.sharedComms().forget(communicator.shared());
        if (isForgotten || communicator.isBroken()) {
            leave(communicator);
        }
    }

    /** Counts a closed communicator. Operations under way continue: the endpoint stays while a receive waits. */
    void closed(CommContext communicator) {
        noteForOthers(communicator);
        communicators.remove(communicator);
        if (open.decrementAndGet() == 0
                && maker != null
                && device.self().queue().postedCount() == 0) {
            maker.created.remove(this);
            process.closed(this);
            process.device().removeEndpoint(device);
        }
    }
}
