package org.sennit.examples.learning;

import org.sennit.Communicator;
import org.sennit.Job;

/**
 * The program {@code hello}: every endpoint says who it is.
 *
 * <p>For users of MPI: an endpoint is a rank, but ranks are threads, of one JVM or of several;
 * there is no {@code MPI_Init}, and no global communicator: the endpoint is handed to the program.
 */
public final class Hello {
    private Hello() {}

    /**
     * Runs four endpoints in this JVM, or as many as the launcher says, in as many JVMs.
     *
     * @param args ignored
     */
    public static void main(String[] args) {
        Job.run(4, endpoint -> {
            Communicator world = endpoint.world();
            System.out.printf(
                    "hello from endpoint %d of %d, in process %d%n",
                    world.rank(), world.size(), world.processOf(world.rank()));
        });
    }
}
