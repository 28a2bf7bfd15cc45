package org.sennit.conformance.faults;

import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.Job;
import org.sennit.MatchedMessage;
import org.sennit.PendingCommunicator;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;

/**
 * Three ranks make a communicator. Rank 0 comes through; rank 2 does, too, and fails; rank 1 hears of that before it
 * comes through, so it does not get the communicator. What rank 0 then calls there must end. Both make a communicator
 * of those that are left.
 */
final class HalfMadeProgram {
    static final String DONE = "done ";
    static final String READY = "it may be killed";

    private static final int BYTES = 4 << 20;
    private static final int HELD = 1;
    private static final int MADE = 2;
    private static final int OWN = 3;
    private static final int TESTED = 4;

    /** How the communicator is made. */
    enum Kind {
        /** The one that fails is not in it. */
        SPLIT,
        /** As {@link #SPLIT}, made of a group. */
        CREATE,
        /** New endpoints of the two that are left. */
        ENDPOINTS,
        /** A grid, in which there is no room for the one that fails. */
        GRID,
        /** All are in it. */
        DUPLICATE,
        /** Of two sides, one of them rank 0; all are in it. */
        MERGE,
        /** A nonblocking duplicate, of which rank 1 does not know, since it does not call it. */
        PENDING
    }

    /** What is called there. */
    enum Calls {
        /** Messages of the two that are left. */
        MESSAGES,
        /** Calls of all members, one of them with a large message. */
        COLLECTIVES,
        /** As {@link #MESSAGES}, tested for, not waited for. */
        TESTED_MESSAGES,
        /** As {@link #COLLECTIVES}, tested for. */
        TESTED_COLLECTIVES,
        /** A test of two requests, of which the first one waits for a member that lives. */
        TESTED_ANY,
        /** Probes that do not wait. */
        PROBES,
        /** Matched probes of any source that do not wait. */
        MATCHED_PROBES
    }

    private HalfMadeProgram() {}

    /** With a rank 2 that waits to be killed. */
    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            run(world, Kind.SPLIT, Calls.COLLECTIVES, () -> {
                System.out.println(READY);
                world.receive(new int[1], 0, OWN);
            });
            System.out.println(DONE + world.rank());
        });
    }

    /**
     * The program of a rank.
     *
     * @param end of rank 2
     */
    static void run(Communicator world, Kind kind, Calls calls, Runnable end) {
        Communicator parent = kind == Kind.MERGE ? sides(world) : world;
        world.barrier();
        switch (world.rank()) {
            case 0 -> {
                Communicator made = make(parent, kind);
                int other = kind == Kind.MERGE ? 2 : 1;
                if (calls.ordinal() >= Calls.TESTED_ANY.ordinal()) {
                    world.send(new int[1], 2, MADE);
                    Death.ends(() -> loop(made, calls, other));
                    Death.ends(made::barrier);
                    made.close();
                    break;
                }
                boolean areMessages = calls == Calls.MESSAGES || calls == Calls.TESTED_MESSAGES;
                List<Request> begun = areMessages
                        ? messages(made, other)
                        : List.of(
                                made.nonblocking().barrier(), made.nonblocking().broadcast(new byte[BYTES], 0));
                world.send(new int[1], 2, MADE);
                boolean isTested = calls == Calls.TESTED_MESSAGES || calls == Calls.TESTED_COLLECTIVES;
                begun.forEach(request -> Death.ends(isTested ? () -> test(request) : request::await));
                if (calls == Calls.MESSAGES) {
                    Death.ends(() -> made.probe(other, OWN));
                    Death.ends(() -> made.send(new int[1], other, OWN));
                    made.acknowledgeFailures(); // also those that are not there, although they live
                    Request any = made.nonblocking().receive(new int[1], Communicator.ANY_SOURCE, OWN);
                    made.send(new int[1], made.rank(), OWN);
                    any.await();
                }
                Death.ends(made::barrier);
                made.close();
            }
            case 1 -> {
                if (kind == Kind.PENDING) {
                    world.send(new int[1], 2, HELD);
                    awaitFailure(world);
                } else {
                    holdInNextWait(world);
                    Death.ends(() -> make(parent, kind));
                }
            }
            default -> {
                world.receive(new int[1], 1, HELD); // so it has contributed, and comes no further
                make(parent, kind);
                world.receive(new int[1], 0, MADE);
                end.run();
            }
        }
        Communicator rest = world.createFromGroup(world.group().difference(world.failed()), 1);
        rest.barrier();
    }

    /** Begins what cannot end without another rank, in all ways. */
    private static List<Request> messages(Communicator made, int other) {
        List<Request> started = List.of(
                made.persistent().receive(new int[1], other, OWN),
                made.persistent().send(new byte[BYTES], other, OWN),
                made.persistent().receivePartitioned(new int[2], 2, DataLayout.INT.count(1), other, OWN));
        started.forEach(Request::start);
        List<Request> begun = new ArrayList<>(List.of(
                made.nonblocking().receive(new int[1], Communicator.ANY_SOURCE, OWN), // is awaited first
                made.nonblocking().receive(new int[1], other, OWN),
                made.nonblocking().send(new byte[BYTES], other, OWN),
                made.nonblocking().sendSynchronous(new int[1], other, OWN)));
        begun.addAll(started);
        return begun;
    }

    private static void loop(Communicator made, Calls calls, int other) {
        Request[] requests = {
            made.nonblocking().receive(new int[1], made.rank(), OWN),
            made.nonblocking().receive(new int[1], other, OWN)
        };
        Status status = new Status();
        MatchedMessage message = MatchedMessage.empty();
        boolean isOver;
        do {
            isOver = switch (calls) {
                case TESTED_ANY -> Request.testAny(requests) >= 0;
                case PROBES -> made.nonblocking().probe(other, TESTED, status);
                default -> made.nonblocking().probeMatched(Communicator.ANY_SOURCE, TESTED, message);
            };
        } while (!isOver);
    }

    private static void test(Request request) {
        while (!request.test()) {
            Thread.onSpinWait();
        }
    }

    private static Communicator make(Communicator parent, Kind kind) {
        boolean isLeft = parent.endpoint().world().rank() < 2;
        return switch (kind) {
            case SPLIT -> parent.split(isLeft ? 0 : 1, 0);
            case CREATE -> parent.create(parent.group().include(0, 1));
            case ENDPOINTS -> {
                List<Communicator> made = parent.createEndpoints(isLeft ? 1 : 0);
                yield made.isEmpty() ? null : made.getFirst();
            }
            case GRID -> parent.createCartesian(new int[] {2}, new boolean[1], false);
            case DUPLICATE -> parent.duplicate();
            case MERGE ->
                ((Intercommunicator) parent).merge(parent.endpoint().world().rank() > 0);
            case PENDING -> {
                PendingCommunicator pending = parent.nonblocking().duplicate();
                pending.await();
                yield pending.duplicate();
            }
        };
    }

    /** Rank 0 on one side, ranks 2 and 1 on the other one. */
    private static Communicator sides(Communicator world) {
        boolean isAlone = world.rank() == 0;
        return world.split(isAlone ? 0 : 1, -world.rank()).createIntercommunicator(0, world, isAlone ? 2 : 0, OWN);
    }

    /** Has the next call that waits do nothing but take messages, once it waits, until a rank has failed. */
    private static void holdInNextWait(Communicator world) {
        Request own = world.nonblocking().receive(new int[1], 1, OWN);
        world.nonblocking().send(new int[1], 1, OWN);
        own.toFuture().thenRun(() -> {
            world.nonblocking().send(new int[1], 2, HELD);
            awaitFailure(world);
        });
    }

    /** Makes progress, without the call that waits. */
    private static void awaitFailure(Communicator world) {
        Status status = new Status();
        while (world.failed().size() == 0) {
            world.nonblocking().probe(0, OWN, status);
        }
    }
}
