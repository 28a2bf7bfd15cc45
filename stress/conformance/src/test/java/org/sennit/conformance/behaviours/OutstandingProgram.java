package org.sennit.conformance.behaviours;

import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.SennitException;

/**
 * Ends with a receive that nothing matches, with messages that are never received and with a window that is not closed,
 * and uses the job after its end.
 */
final class OutstandingProgram {
    private OutstandingProgram() {}

    public static void main(String[] args) {
        Communicator[] kept = new Communicator[1];
        Communicator[] sides = new Communicator[2]; // open to the end
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            kept[0] = world;
            Communicator side = sides[world.rank()] = world.duplicate();
            side.setName("side");
            world.createWindow(new byte[1]).close();
            world.createWindow(new byte[1]).setName("table"); // not closed
            if (world.rank() == 0) {
                world.nonblocking().receive(new byte[77], 1, 5);
                world.nonblocking().send(new byte[88], 1, 6);
                world.nonblocking().send(new byte[999_999], 1, 7);
                side.nonblocking().send(new byte[55], 1, 8);
            }
            world.barrier();
        });
        Job.run(2, endpoint -> {
            if (endpoint.world().rank() == 0) {
                sendToWhoHasEnded(endpoint.world());
            }
        });
        try {
            kept[0].send(new byte[1], 0, 1);
        } catch (SennitException e) {
            System.out.println("after the end: " + e.errorClass());
        }
    }

    private static void sendToWhoHasEnded(Communicator world) {
        try {
            world.receive(new byte[1], 1, 1);
        } catch (SennitException e) {
            System.out.println("a receive: " + e.errorClass());
        }
        world.nonblocking().send(new byte[44], 1, 8);
        world.nonblocking().send(new byte[8_000_000], 1, 9);
        world.nonblocking().barrier();
    }
}
