package org.sennit.internal.endpoints.am.endpoint;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.sennit.active.ActiveVector;
import org.sennit.active.CompletionHandler;
import org.sennit.internal.endpoints.am.memory.DeliveryErrors;
import org.sennit.internal.endpoints.am.memory.MemoryUses;
import org.sennit.internal.endpoints.am.memory.VectorCopy;
import org.sennit.internal.endpoints.am.operation.OpenOperations;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.message.SennitException;

/**
 * Delivers messages between endpoints of one process: the origin's thread runs the header handler in the target's gate,
 * and copies the data once, outside the gate.
 */
public final class LocalDelivery {
    private final EndpointScope from;

    // Messages sent from here within the process whose data the thread of the target has to copy, and answers that are
    // not delivered yet.
    private final OpenOperations deferred = new OpenOperations(); // guarded by itself

    /**
     * Messages from here within the process whose completion handlers run. Any thread; the thread that removes one ends
     * it.
     */
    private final Set<AwaitedCompletion> completions = ConcurrentHashMap.newKeySet();

    /**
     * Makes that of an origin.
     *
     * @param from the origin; any thread
     */
    public LocalDelivery(EndpointScope from) {
        this.from = from;
    }

    /** Returns the messages sent from here whose data is not at its target yet; guarded by itself. */
    public OpenOperations deferred() {
        return deferred;
    }

    /**
     * Delivers a message; all but a completion handler is done on return, unless memory belongs to another thread.
     *
     * @return the answer, which the caller is to deliver; null for none
     */
    public HeldReply deliver(
            int source,
            EndpointScope to,
            int handler,
            MemorySegment header,
            ActiveVector data,
            int targetCounter,
            SentEvents events) {
        EndpointWork endpoint = to.work();
        ActiveVector target;
        CompletionHandler completion;
        boolean isInline;
        Object parameter;
        SennitException problem;
        MemoryUses.Use use;
        HeldReply reply;
        McsLock.Node node = endpoint.gate().enter();
        try {
            ArrivedMessage message = endpoint.arrived();
            message.begin(source, handler, header, endpoint.lengths().of(data));
            target = to.call(message);
            completion = message.completion();
            isInline = message.isCompletedInline();
            parameter = message.parameter();
            problem = message.problem();
            use = message.use();
            reply = message.held();
            message.end();
        } finally {
            endpoint.gate().leave(node);
        }
        try {
            if (problem != null) {
                to.report(source, handler, problem);
            }
            if (target != null) {
                try {
                    VectorCopy.copy(data, target);
                } catch (WrongThreadException e) { // the target's memory: the origin's has been checked
                    ActiveVector readable = VectorCopy.isConfined(data) ? staged(to, source, handler, data) : data;
                    if (readable != null) {
                        defer(
                                readable,
                                readable == data,
                                new ArrivedData(
                                        to,
                                        source,
                                        handler,
                                        targetCounter,
                                        target,
                                        completion,
                                        isInline,
                                        parameter,
                                        use),
                                events);
                        return reply;
                    }
                } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
                    to.report(
                            source,
                            handler,
                            DeliveryErrors.unusable(to.describe(source, handler, data.lengthBytes()), e));
                }
            }
            from.dataTaken(events);
            if (completion == null || isInline) {
                if (completion != null) {
                    to.completeInline(completion, parameter, source, handler);
                }
                to.endUse(use);
                to.count(targetCounter, source, handler);
                events.completed();
            } else {
                complete(
                        new ArrivedData(
                                to, source, handler, targetCounter, target, completion, isInline, parameter, use),
                        events);
            }
        } catch (RuntimeException | Error e) {
            if (reply != null) {
                reply.drop();
            }
            throw e;
        }
        return reply;
    }

    /** Holds a message until the gate of the endpoint that sends it has been left; its header is copied. */
    public HeldReply hold(
            int source,
            EndpointScope to,
            int handler,
            MemorySegment header,
            ActiveVector data,
            int targetCounter,
            SentEvents events) {
        MemorySegment copy = MemorySegment.ofArray(header.toArray(ValueLayout.JAVA_BYTE));
        MappedFaults.throwPending(header);
        long generation = dataLeaves(); // now: a fence of another thread may begin before the answer is delivered
        return new CountedReply(
                () -> deliver(source, to, handler, copy, data, targetCounter, events), () -> dataIsThere(generation));
    }

    /** An answer that fences wait for until it has been delivered or given up. Used by one thread. */
    private record CountedReply(Supplier<HeldReply> delivery, Runnable end) implements HeldReply {
        @Override
        public HeldReply deliver() {
            try {
                return delivery.get();
            } finally {
                end.run();
            }
        }

        @Override
        public void drop() {
            end.run();
        }
    }

    /** Returns a copy for the target's thread; null, and reports why, where none can be made. */
    private static ActiveVector staged(EndpointScope to, int source, int handler, ActiveVector data) {
        String where = to.describe(source, handler, data.lengthBytes());
        try {
            ActiveVector copy = VectorCopy.staged(data);
            if (copy == null) {
                to.report(source, handler, DeliveryErrors.withoutRoom(where));
            }
            return copy;
        } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
            to.report(source, handler, DeliveryErrors.unusable(where, e));
            return null;
        }
    }

    /**
     * Leaves the copy to the thread that drives the target, where the memory belongs.
     *
     * @param isOfOrigin whether the data lies in memory of the origin, and not in a copy of it
     */
    private void defer(ActiveVector data, boolean isOfOrigin, ArrivedData arrived, SentEvents events) {
        if (!isOfOrigin) {
            from.dataTaken(events);
        }
        OriginCheck check = isOfOrigin
                ? OriginCheck.begin(from, arrived.source(), arrived.handler(), MemorySegment.NULL, data)
                : null;
        from.work().begins();
        long generation = dataLeaves();
        try {
            arrived.scope().work().progress().defer(() -> {
                try {
                    arrive(data, arrived, check, isOfOrigin ? events : null);
                } finally { // also after what a callback of the program throws: a fence waits for both
                    endDeferred(generation, arrived, events);
                }
            });
        } catch (Error e) { // no memory
            dataIsThere(generation);
            from.work().ends();
            throw e;
        }
    }

    /**
     * Copies deferred data.
     *
     * @param check null: none
     * @param events of the origin, whose data is taken now; null where it is a copy
     */
    private void arrive(ActiveVector data, ArrivedData arrived, OriginCheck check, SentEvents events) {
        try {
            copyDeferred(data, arrived);
        } finally {
            if (check != null) {
                check.end();
            }
            if (events != null) {
                from.dataTaken(events);
            }
        }
    }

    private void endDeferred(long generation, ArrivedData arrived, SentEvents events) {
        dataIsThere(generation);
        try {
            complete(arrived, events);
        } finally {
            from.work().ends();
        }
    }

    private static void copyDeferred(ActiveVector data, ArrivedData arrived) {
        try {
            VectorCopy.copy(data, arrived.target());
        } catch (RuntimeException | Error e) { // InternalError: a mapped file was cut short; or no memory
            EndpointScope to = arrived.scope();
            String where = to.describe(arrived.source(), arrived.handler(), data.lengthBytes());
            to.report(arrived.source(), arrived.handler(), DeliveryErrors.notCopied(where, e));
        }
    }

    private void complete(ArrivedData arrived, SentEvents events) {
        EndpointScope to = arrived.scope();
        if (arrived.isCompletedHere()) {
            arrived.count();
            events.completed();
            return;
        }
        from.work().begins();
        AwaitedCompletion awaited = await(to, events);
        try {
            to.work().startCompletion(() -> {
                to.complete(arrived);
                arrived.count();
                if (isAwaited(awaited)) {
                    events.completed();
                }
                from.work().ends();
            });
        } catch (RuntimeException | Error e) { // no memory for a thread
            isAwaited(awaited);
            from.work().ends();
            throw e;
        }
    }

    /** Begins to wait for a completion handler of a message from here; returns null when no counter follows it. */
    private AwaitedCompletion await(EndpointScope target, SentEvents events) {
        if (events.completion() == null) {
            return null;
        }
        AwaitedCompletion awaited = new AwaitedCompletion(target, events);
        completions.add(awaited);
        return awaited;
    }

    /** Returns whether a message has not been purged; once for each. */
    private boolean isAwaited(AwaitedCompletion awaited) {
        return awaited != null && completions.remove(awaited);
    }

    /**
     * Gives up messages to an endpoint of this process whose completion handlers have not returned.
     *
     * @param error what waits for their completion end with
     */
    public void purge(EndpointWork target, SennitException error) {
        for (AwaitedCompletion awaited : completions) {
            if (awaited.target().work() == target && completions.remove(awaited)) {
                awaited.events().failed(true, FailedMessage.of(error));
            }
        }
    }

    /** Counts a message whose data fences wait for; returns what {@link #dataIsThere} is to be given. */
    private long dataLeaves() {
        synchronized (deferred) {
            return deferred.begin();
        }
    }

    /** Counts the arrival of the data of a message, or its loss. */
    private void dataIsThere(long generation) {
        boolean mayBeAwaited;
        synchronized (deferred) {
            mayBeAwaited = deferred.end(generation, 0);
        }
        if (mayBeAwaited) {
            from.work().progress().signal();
        }
    }
}
