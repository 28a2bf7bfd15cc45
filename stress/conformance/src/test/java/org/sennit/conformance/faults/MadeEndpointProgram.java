package org.sennit.conformance.faults;

import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.ErrorClass;

/**
 * Each rank makes an endpoint; the last rank leaves without closing its one. The others, which wait for it there, hear
 * of that.
 */
final class MadeEndpointProgram {
    static final String DONE = "done ";

    /** The last rank's program throws. */
    static final String THROWS = "throws";

    /** The last rank's program returns. */
    static final String RETURNS = "returns";

    private MadeEndpointProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            Communicator made = world.createEndpoints(1).getFirst();
            int last = world.size() - 1;
            if (world.rank() == last) {
                made.send(new int[] {1}, 0, 1);
                if (args[0].equals(THROWS)) {
                    throw new IllegalStateException("as planned");
                }
                return;
            }
            if (made.rank() == 0) {
                made.receive(new int[1], last, 1);
            }
            ErrorClass expected = args[0].equals(THROWS) ? ErrorClass.PROC_FAILED : ErrorClass.PROC_ENDED;
            Death.ends(() -> made.receive(new int[1], last, 1), expected);
            if (args[0].equals(THROWS)) {
                Death.ends(made::barrier, expected);
            }
            System.out.println(DONE + world.rank());
        });
    }
}
