package org.sennit.internal.endpoints.observe;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.QuietScope;
import org.sennit.internal.endpoints.device.observation.CallStep;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.trace.CallSite;
import org.sennit.internal.runtime.trace.CallSites;
import org.sennit.internal.runtime.trace.MessageEvent;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.runtime.trace.Profile;
import org.sennit.internal.runtime.trace.ProfileLine;
import org.sennit.internal.runtime.trace.TraceEvents;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.spi.context.RuntimeContext;

/**
 * Observes one endpoint: assembles the steps of its calls, and records each call, message and match in the profile, the
 * trace and the flight recorder, as enabled. Messages inside a collective are not shown.
 *
 * <p>For the threads that drive the endpoint; where several do at once, each has a call of its own, and the rest is
 * locked.
 */
final class EndpointRecorder implements DeviceObserver {
    private final RuntimeContext clock;
    private final WorldRanks ranks;
    private final EndpointAddress self;
    private final Profile profile;
    private final Supplier<ObservedCall> calls;

    // Guarded by this.
    private final CallSites sites = new CallSites();
    private final Map<ReceiveRequest, CallSite> posted = new IdentityHashMap<>();
    private final MessageNumbers sent = new MessageNumbers(); // not beyond the last event that the trace keeps
    private final MessageNumbers matched = new MessageNumbers();
    private TraceEvents trace; // null without one, and before the world is known

    EndpointRecorder(RuntimeContext clock, WorldRanks ranks, EndpointAddress self, Profile profile, boolean isShared) {
        this.clock = clock;
        this.ranks = ranks;
        this.self = self;
        this.profile = profile;
        if (isShared) {
            ThreadLocal<ObservedCall> ofThread = ThreadLocal.withInitial(ObservedCall::new);
            this.calls = ofThread::get;
        } else {
            ObservedCall only = new ObservedCall();
            this.calls = () -> only;
        }
    }

    synchronized void traceTo(TraceEvents events) {
        trace = events;
    }

    int rank() {
        return ranks.of(self);
    }

    /** Returns the profile so far. Any thread. */
    synchronized Profile profile() {
        Profile copy = new Profile();
        copy.merge(profile);
        return copy;
    }

    /** Returns how many receives and flows of messages are remembered. For tests. */
    synchronized int remembered() {
        return posted.size() + sent.flows() + matched.flows();
    }

    @Override
    public void stepBegins(CallStep step, long bytes) {
        ObservedCall call = calls.get();
        long now = clock.nanoTime();
        if (call.depth++ == 0) {
            enter(call, step, bytes, now);
        }
        if (step == CallStep.WAIT && call.waits++ == 0) {
            call.waitStartNs = now;
        }
    }

    private synchronized void enter(ObservedCall call, CallStep step, long bytes, long now) {
        CallSite site = sites.current();
        if (!call.goesOn(site, step)) {
            flush(call);
            call.begin(site, now);
        }
        call.last = step;
        call.collectiveBytes = bytes;
    }

    @Override
    public void stepEnds() {
        ObservedCall call = calls.get();
        long now = clock.nanoTime();
        if (call.waits > 0 && --call.waits == 0) {
            call.waitingNs += now - call.waitStartNs;
        }
        if (--call.depth == 0) {
            call.endNs = now;
        }
    }

    /** Adds a call that is over to profile and trace. */
    private void flush(ObservedCall call) {
        if (call.site == null) {
            return;
        }
        ProfileLine line = call.line;
        if (line == null) {
            line = profile.line(rank(), call.site);
            line.add(call.collectiveBytes);
        }
        line.addWaiting(call.waitingNs);
        if (trace == null) {
            return;
        }
        long waitingUs = call.waitingNs / 1000;
        if (call.messages == 1) {
            trace.slice(
                    call.site.operation(),
                    call.startNs,
                    call.endNs,
                    "site",
                    call.site.place(),
                    "peer",
                    call.peer,
                    "tag",
                    call.tag,
                    "bytes",
                    call.bytes,
                    "protocol",
                    call.protocol,
                    "communicator",
                    call.communicator,
                    "waiting us",
                    waitingUs);
        } else {
            trace.slice(
                    call.site.operation(),
                    call.startNs,
                    call.endNs,
                    "site",
                    call.site.place(),
                    "messages",
                    call.messages,
                    "bytes",
                    call.collectiveBytes,
                    "waiting us",
                    waitingUs);
        }
    }

    @Override
    public synchronized void sends(OutgoingMessage message, MessageProtocol protocol) {
        Object communicator = message.communicator;
        if (!isUsers(communicator, message.contextId)) {
            return;
        }
        Peer peer = message.peer;
        int destination = message.destination;
        ObservedCall call = calls.get();
        int to = ranks.of(peer.address());
        ProfileLine line = profile.line(
                rank(), call.site, ProfileLine.SENT, to, peer.address().equals(self) ? MessageProtocol.SELF : protocol);
        line.add(message.lengthBytes);
        call.message(destination, message.tag, message.lengthBytes, protocol, communicator.toString(), line);
        if (trace != null) {
            String id = trace.isFull() ? "" : sent.next(message.contextId, rank(), to, to, message.tag);
            long now = clock.nanoTime();
            trace.slice(
                    "message to " + to,
                    now,
                    now + 1,
                    "peer",
                    destination,
                    "tag",
                    message.tag,
                    "bytes",
                    message.lengthBytes,
                    "protocol",
                    protocol,
                    "communicator",
                    communicator);
            trace.arrow(true, id, now);
        }
        event(true, to, message.tag, message.lengthBytes, protocol);
    }

    /** Collectives send on a context of their own. */
    private static boolean isUsers(Object communicator, int contextId) {
        CommContext comm = QuietScope.communicatorOf(communicator);
        return comm != null && comm.userContextId() == contextId;
    }

    @Override
    public synchronized void posts(ReceiveRequest receive) {
        if (isUsers(receive.communicator(), receive.contextId())) {
            ObservedCall call = calls.get();
            posted.put(receive, call.site);
            call.posted = receive;
        }
    }

    @Override
    public synchronized void takesBack(ReceiveRequest receive) {
        posted.remove(receive);
    }

    @Override
    public synchronized void matches(
            ReceiveRequest receive, int source, int tag, long lengthBytes, MessageProtocol protocol) {
        if (!isUsers(receive.communicator(), receive.contextId())) {
            return;
        }
        CommContext comm = QuietScope.communicatorOf(receive.communicator());
        Peer peer = comm.peers().peer(source);
        int from = ranks.of(peer.address());
        MessageProtocol way =
                peer.local() == null && protocol == MessageProtocol.IMMEDIATE ? MessageProtocol.EAGER : protocol;
        CallSite site = posted.remove(receive);
        site = site == null ? sites.current() : site; // taken by a matched probe: this is its receive
        ProfileLine line = profile.line(
                rank(), site, ProfileLine.RECEIVED, from, peer.address().equals(self) ? MessageProtocol.SELF : way);
        line.add(lengthBytes);
        ObservedCall call = calls.get();
        if (call.posted == receive) {
            call.message(source, tag, lengthBytes, way, comm.toString(), line);
            call.posted = null;
        }
        if (trace != null) {
            String id = trace.isFull() ? "" : matched.next(comm.userContextId(), from, rank(), from, tag);
            long now = clock.nanoTime();
            trace.slice(
                    "message from " + from,
                    now,
                    now + 1,
                    "peer",
                    source,
                    "tag",
                    tag,
                    "bytes",
                    lengthBytes,
                    "protocol",
                    way,
                    "communicator",
                    comm);
            trace.arrow(false, id, now);
        }
        event(false, from, tag, lengthBytes, way);
    }

    private void event(boolean isSent, int peer, int tag, long lengthBytes, MessageProtocol protocol) {
        MessageEvent event = new MessageEvent();
        if (event.shouldCommit()) {
            event.isSent = isSent;
            event.rank = rank();
            event.peer = peer;
            event.tag = tag;
            event.lengthBytes = lengthBytes;
            event.protocol = protocol.toString();
            event.commit();
        }
    }

    /**
     * Ends the recording when the endpoint's program has ended; by the thread that drove it. Returns what the user
     * should know, or null.
     */
    synchronized String end() {
        ObservedCall call = calls.get();
        flush(call);
        call.site = null;
        TraceEvents events = trace;
        trace = null;
        return events == null ? null : events.end();
    }
}
