package org.sennit.internal.endpoints.handle;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveErrorHandler;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.active.HeaderHandler;
import org.sennit.active.VectorKind;
import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.ActiveScope;
import org.sennit.internal.endpoints.am.endpoint.EndpointCounter;
import org.sennit.internal.endpoints.am.endpoint.SentEvents;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.message.ErrorClass;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;
import org.sennit.spi.progress.Condition;

/** The active messages of a communicator: checks arguments, and finds the target. Any thread. */
final class ActiveView implements ActiveMessages, MessageEnds {
    private static final long LOOK_NS = 50_000_000; // at a fence in a completion handler

    private static final String OUTSIDE = "handler outside 0 to " + MAX_HANDLER + ": handler=";

    private final CommContext comm;
    private final ActiveProcess process;
    private final ActiveScope scope;

    // Of targets in this process, by rank; set once found. Any thread: two may set the same.
    private final AtomicReferenceArray<ActiveScope> targets;
    private boolean isEngaged; // guarded by this

    ActiveView(CommContext comm) {
        this.comm = comm;
        this.process = comm.own().process().active();
        this.scope = process.endpoint(comm.endpoint()).scope(comm.userContextId());
        this.targets = new AtomicReferenceArray<>(comm.peers().size());
        scope.useFailures(this::failedMember);
        scope.usePlace(() -> "rank=" + comm.rank() + " communicator=" + comm);
        comm.atClose(this::close);
    }

    private SennitException failedMember() {
        Throwable cause = comm.isAnyFailed() ? comm.failureBut(this::isPurged) : null;
        return cause == null
                ? null
                : new SennitException(
                        ErrorClass.PROC_FAILED,
                        "a member has failed, and its active messages will not come: " + describe("await") + " cause="
                                + cause.getMessage(),
                        cause);
    }

    private boolean isPurged(int target) {
        return scope.isAnyPurged() && scope.isPurged(comm.peers().peer(target));
    }

    private String describe(String operation) {
        return "operation=" + operation + " rank=" + comm.rank() + " communicator=" + comm;
    }

    private SennitException bad(ErrorClass error, String call, String what) {
        return comm.raise(new SennitException(error, what + " " + describe("activeMessages()." + call)));
    }

    private SennitException bad(ErrorClass error, String call, int target, String what) {
        return bad(error, call, what + " target=" + target);
    }

    @Override
    public int register(HeaderHandler handler) {
        comm.checkOpen("activeMessages().register");
        if (handler == null) {
            throw bad(ErrorClass.ARG, "register", "no handler: given=null");
        }
        engage();
        return scope.register(handler, MAX_HANDLER);
    }

    @Override
    public void register(int number, HeaderHandler handler) {
        comm.checkOpen("activeMessages().register");
        if (isNoHandler(number)) {
            throw bad(ErrorClass.ARG, "register", OUTSIDE + number);
        }
        if (handler != null) {
            engage();
        }
        scope.register(number, handler);
    }

    private static boolean isNoHandler(int number) {
        return number < 0 || number > MAX_HANDLER;
    }

    private synchronized void engage() {
        if (!isEngaged) {
            isEngaged = true;
            process.engage();
        }
    }

    private synchronized void close() {
        scope.close();
        if (isEngaged) {
            isEngaged = false;
            process.disengage();
        }
    }

    @Override
    public void onError(ActiveErrorHandler handler) {
        scope.onError(handler);
    }

    @Override
    public ActiveCounter newCounter() {
        comm.checkOpen("activeMessages().newCounter");
        return scope.newCounter();
    }

    @Override
    public void send(
            int target,
            int handler,
            @Memory Object header,
            ActiveVector origin,
            int targetCounter,
            ActiveCounter originCounter,
            ActiveCounter completionCounter) {
        send(
                target,
                handler,
                header,
                origin,
                targetCounter,
                events(own(originCounter, "send"), own(completionCounter, "send")));
    }

    private static SentEvents events(EndpointCounter origin, EndpointCounter completion) {
        if (completion != null) {
            return completion.following(origin);
        }
        return origin == null ? SentEvents.NONE : origin.leading();
    }

    @Override
    public void sendThen(
            int target,
            int handler,
            @Memory Object header,
            ActiveVector origin,
            int targetCounter,
            Runnable whenSent,
            ActiveCounter completionCounter) {
        send(
                target,
                handler,
                header,
                origin,
                targetCounter,
                new SentEvents(null, whenSent, own(completionCounter, "send")));
    }

    private EndpointCounter own(ActiveCounter given, String call) {
        if (given == null || given instanceof EndpointCounter) {
            return (EndpointCounter) given;
        }
        throw bad(
                ErrorClass.ARG,
                call,
                "a counter of another library: class=" + given.getClass().getName());
    }

    private void send(
            int target, int handler, Object header, ActiveVector origin, int targetCounter, SentEvents events) {
        comm.checkOpen("activeMessages().send");
        scope.endpoint().checkMayWait("activeMessages().send");
        checkRank(target, "send");
        MemorySegment head = checked("send", target, handler, header, origin);
        ActiveScope local = local(target);
        if (local == null) {
            scope.send(comm.rank(), comm.peers().peer(target), handler, head, origin, targetCounter, events);
        } else {
            scope.send(comm.rank(), local, handler, head, origin, targetCounter, events);
        }
    }

    @Override
    public void reply(
            ActiveMessage message,
            int handler,
            @Memory Object header,
            ActiveVector data,
            int targetCounter,
            ActiveCounter dataCounter,
            ActiveCounter completionCounter) {
        SentEvents events = events(own(dataCounter, "reply"), own(completionCounter, "reply"));
        reply(message, handler, header, data, targetCounter, events);
    }

    @Override
    public void replyThen(
            ActiveMessage message,
            int handler,
            @Memory Object header,
            ActiveVector data,
            int targetCounter,
            Runnable whenSent,
            ActiveCounter completionCounter) {
        SentEvents events = new SentEvents(null, whenSent, own(completionCounter, "reply"));
        reply(message, handler, header, data, targetCounter, events);
    }

    private void reply(
            ActiveMessage message,
            int handler,
            Object header,
            ActiveVector data,
            int targetCounter,
            SentEvents events) {
        comm.checkOpen("activeMessages().reply");
        if (message == null) {
            throw bad(ErrorClass.ARG, "reply", "no message: given=null");
        }
        if (!scope.isHandling(message)) {
            throw bad(
                    ErrorClass.UNSUPPORTED,
                    "reply",
                    "outside the header handler of the message, or to one of another communicator:");
        }
        int target = message.source();
        if (scope.isAnswered(message)) {
            throw bad(ErrorClass.REQUEST, "reply", target, "the message has been answered:");
        }
        MemorySegment head = checked("reply", target, handler, header, data);
        ActiveScope local = local(target);
        if (local == null) {
            Peer peer = comm.peers().peer(target);
            scope.send(comm.rank(), peer, handler, head, data, targetCounter, events);
            scope.answered(message, null);
        } else {
            scope.answered(message, scope.reply(comm.rank(), local, handler, head, data, targetCounter, events));
        }
    }

    /** Checks what is to be sent to a rank that there is; returns the header. */
    private MemorySegment checked(String call, int target, int handler, Object header, ActiveVector data) {
        if (isNoHandler(handler)) {
            throw bad(ErrorClass.ARG, call, target, OUTSIDE + handler);
        }
        MemorySegment head = header(call, header, target);
        checkData(call, data, target);
        checkReachable(call, target);
        return head;
    }

    /** Returns a target in this process; null for one in another. */
    private ActiveScope local(int target) {
        ActiveScope known = targets.get(target);
        if (known != null) {
            return known;
        }
        Peer peer = comm.peers().peer(target);
        if (peer.local() == null) {
            return null;
        }
        ActiveScope found = process.endpoint(peer.local()).scope(comm.userContextId());
        targets.set(target, found);
        return found;
    }

    @Override
    public boolean isChecked() {
        return process.memoryUses() != null;
    }

    @Override
    public void checkTarget(int target) {
        comm.checkOpen("activeMessages().checkTarget");
        scope.endpoint().checkMayWait("activeMessages().checkTarget");
        checkRank(target, "checkTarget");
        checkReachable("send", target);
    }

    private void checkReachable(String call, int target) {
        if (isPurged(target)) { // first: that it has failed may be why
            throw bad(ErrorClass.REQUEST, call, target, "the target is purged:");
        }
        if (comm.isAnyFailed()) {
            comm.checkPeer(target, describe("activeMessages()." + call) + " target=" + target);
        }
    }

    private void checkRank(int target, String call) {
        if (target < 0 || target >= targets.length()) {
            throw bad(
                    ErrorClass.RANK,
                    call,
                    "rank outside the communicator: target=" + target + " size=" + targets.length());
        }
    }

    private MemorySegment header(String call, Object header, int target) {
        if (header == null) {
            return MemorySegment.NULL;
        }
        MemorySegment segment = header instanceof MemorySegment given
                ? given
                : ActiveVector.of(header).memory(0);
        if (segment.byteSize() > MAX_HEADER_BYTES) {
            throw bad(
                    ErrorClass.COUNT,
                    call,
                    target,
                    "user's header too long: length=" + segment.byteSize() + " most=" + MAX_HEADER_BYTES);
        }
        checkUsable(call, segment, target);
        return segment;
    }

    private void checkData(String call, ActiveVector origin, int target) {
        if (origin == null) {
            throw bad(ErrorClass.ARG, call, target, "no origin vector: given=null (ActiveVector.EMPTY has no data)");
        }
        int looked = origin.kind() == VectorKind.STRIDED ? Math.min(1, origin.pieces()) : origin.pieces();
        for (int i = 0; i < looked; i++) {
            checkUsable(call, origin.memory(i), target);
        }
    }

    private void checkUsable(String call, MemorySegment segment, int target) {
        if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
            throw bad(ErrorClass.BUFFER, call, target, "memory cannot be used here " + MemoryLoss.REASON + ":");
        }
    }

    @Override
    public void fence() {
        comm.checkOpen("activeMessages().fence");
        scope.endpoint().checkMayWait("activeMessages().fence");
        scope.endpoint().await(scope.dataIsThereOfAll(), Long.MAX_VALUE, LOOK_NS);
    }

    @Override
    public int poll() {
        comm.checkOpen("activeMessages().poll");
        scope.endpoint().checkMayWait("activeMessages().poll");
        return scope.endpoint().poll("activeMessages().poll");
    }

    @Override
    public int takeEnded() {
        comm.checkOpen("activeMessages().takeEnded");
        return scope.takeEnded();
    }

    @Override
    public void noteEnded(int kinds) {
        scope.ended(kinds & (SENT | RECEIVED));
    }

    @Override
    public void pause(long lengthNs) {
        comm.checkOpen("activeMessages().pause");
        scope.endpoint().checkMayWait("activeMessages().pause");
        scope.endpoint().await(new TimePasses(), lengthNs, LOOK_NS);
    }

    /** The condition of a pause, which nothing but the time ends. */
    private record TimePasses() implements Condition {
        @Override
        public boolean isMet() {
            return false;
        }

        @Override
        public String toString() {
            return "operation=activeMessages().pause";
        }
    }

    @Override
    public void purge(int target) {
        comm.checkOpen("activeMessages().purge");
        checkRank(target, "purge");
        Peer peer = comm.peers().peer(target);
        scope.beginPurge(peer);
        SennitException error = new SennitException(
                ErrorClass.REQUEST,
                "the target is purged: " + describe("activeMessages().purge") + " target=" + target);
        if (peer.local() != null) {
            scope.purge(process.endpoint(peer.local()), error);
        } else {
            scope.purge(peer, error);
        }
    }

    @Override
    public void resume(int target) {
        comm.checkOpen("activeMessages().resume");
        checkRank(target, "resume");
        scope.resume(comm.peers().peer(target));
    }

    @Override
    public String toString() {
        return "active messages of " + comm;
    }
}
