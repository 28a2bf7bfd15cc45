package org.sennit.conformance.faults;

import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.PendingCommunicator;
import org.sennit.message.Request;
import org.sennit.ownership.OwnershipPool;

/**
 * A member learns of the death of another one before it comes to a collective in which a third one has sent it a large
 * message already. Both then make a communicator of those that are left. One rank in each process, the last one dies.
 */
final class LateMemberProgram {
    static final String READY = "it may be killed";
    static final String DONE = "done ";

    /** The late member does not come to the collective at all. */
    static final String NEVER = "never";

    /** As {@link #NEVER}, and what is on its way to it is a buffer. */
    static final String OWNERSHIP = "ownership";

    /** As {@link #NEVER}, in a duplicate that the late member has begun to make, and whose outcome it never takes. */
    static final String DUPLICATE = "duplicate";

    private static final int BYTES = 4 << 20;

    private LateMemberProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            byte[] data = new byte[BYTES];
            world.barrier();
            PendingCommunicator duplicate =
                    args[0].equals(DUPLICATE) ? world.nonblocking().duplicate() : null;
            if (world.rank() == 0) {
                Runnable end = args[0].equals(OWNERSHIP)
                        ? gather(endpoint)
                        : broadcast(duplicate == null ? world : awaited(duplicate), data);
                System.out.println(READY);
                Death.ends(end);
            } else {
                System.out.println(READY);
                while (world.failed().size() == 0) {
                    Thread.yield(); // no progress is made in between
                }
                switch (args[0]) {
                    case "blocking" -> Death.ends(() -> world.broadcast(data, 0));
                    case "nonblocking" ->
                        Death.ends(() -> world.nonblocking().broadcast(data, 0).await());
                    case "persistent" -> {
                        Request request = world.persistent().broadcast(data, 0);
                        Death.ends(() -> {
                            request.start();
                            request.await();
                        });
                    }
                    default -> {}
                }
            }
            Communicator rest = world.createFromGroup(world.group().difference(world.failed()), 1);
            rest.barrier();
            System.out.println(DONE + world.rank());
        });
    }

    /** Starts a collective, whose messages are on their way then; returns what waits for its end. */
    private static Runnable broadcast(Communicator world, byte[] data) {
        return world.nonblocking().broadcast(data, 0)::await;
    }

    private static Communicator awaited(PendingCommunicator duplicate) {
        duplicate.await();
        return duplicate.duplicate();
    }

    private static Runnable gather(Endpoint endpoint) {
        OwnershipPool pool = OwnershipPool.open(endpoint, OwnershipPool.defaults(endpoint));
        return pool.over(endpoint.world()).gatherNonblocking(pool.alloc(BYTES), 1)::await;
    }
}
