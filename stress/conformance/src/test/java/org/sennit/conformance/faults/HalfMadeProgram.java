package org.sennit.conformance.faults;

import java.util.List;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.Request;
import org.sennit.message.Status;

/**
 * Three ranks make a communicator. Rank 0 comes through; rank 2 does, too, and fails; rank 1 hears of that before it
 * comes through, so it does not get the communicator. What rank 0 then calls there must end. Both make a communicator
 * of those that are left.
 */
final class HalfMadeProgram {
    static final String DONE = "done ";

    /** The one that fails is not in the new communicator. */
    static final String SPLIT = "split";

    /** As {@link #SPLIT}, but rank 2 waits to be killed. */
    static final String KILLED = "killed";

    static final String READY = "it may be killed";

    /** As {@link #SPLIT}, made of a group. */
    static final String CREATE = "create";

    /** The one that fails is in it, and a large message is on its way to the one that does not have it. */
    static final String WHOLE = "whole";

    /** As {@link #SPLIT}, and what is called are messages between the two that are left. */
    static final String MESSAGES = "messages";

    /** New endpoints of the two that are left. */
    static final String ENDPOINTS = "endpoints";

    private static final int BYTES = 4 << 20;
    private static final int HELD = 1;
    private static final int MADE = 2;
    private static final int OWN = 3;

    private HalfMadeProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            world.barrier();
            switch (world.rank()) {
                case 0 -> {
                    Communicator made = make(world, args[0]);
                    List<Request> begun = begun(made, args[0]);
                    world.send(new int[1], 2, MADE);
                    begun.forEach(request -> Death.ends(request::await));
                    Death.ends(made::barrier);
                    if (args[0].equals(MESSAGES)) {
                        Death.ends(() -> made.probe(1, OWN));
                        Death.ends(() -> made.send(new int[1], 1, OWN));
                    }
                }
                case 1 -> {
                    holdInNextWait(world);
                    Death.ends(() -> make(world, args[0]));
                }
                default -> {
                    world.receive(new int[1], 1, HELD); // so it has contributed, and comes no further
                    make(world, args[0]);
                    world.receive(new int[1], 0, MADE);
                    if (args[0].equals(KILLED)) {
                        System.out.println(READY);
                        world.receive(new int[1], 0, OWN);
                    }
                    throw new IllegalStateException("as planned");
                }
            }
            Communicator rest = world.createFromGroup(world.group().difference(world.failed()), 1);
            rest.barrier();
            System.out.println(DONE + world.rank());
        });
    }

    /** Begins what must not last for ever. */
    private static List<Request> begun(Communicator made, String what) {
        return switch (what) {
            case WHOLE -> List.of(made.nonblocking().broadcast(new byte[BYTES], 0));
            case MESSAGES ->
                List.of(
                        made.nonblocking().receive(new int[1], 1, OWN),
                        made.nonblocking().send(new byte[BYTES], 1, OWN));
            default -> List.of();
        };
    }

    private static Communicator make(Communicator world, String what) {
        boolean isLeft = world.rank() < 2;
        return switch (what) {
            case SPLIT, KILLED, MESSAGES -> world.split(isLeft ? 0 : 1, 0);
            case CREATE -> world.create(world.group().include(0, 1));
            case WHOLE -> world.split(0, 0);
            default -> {
                List<Communicator> made = world.createEndpoints(isLeft ? 1 : 0);
                yield made.isEmpty() ? null : made.getFirst();
            }
        };
    }

    /** Has the next call that waits do nothing but take messages, once it waits, until a rank has failed. */
    private static void holdInNextWait(Communicator world) {
        Request own = world.nonblocking().receive(new int[1], 1, OWN);
        world.nonblocking().send(new int[1], 1, OWN);
        own.toFuture().thenRun(() -> {
            world.nonblocking().send(new int[1], 2, HELD);
            Status status = new Status();
            while (world.failed().size() == 0) {
                world.nonblocking().probe(0, OWN, status); // makes progress, without the call that waits
            }
        });
    }
}
