package org.sennit.conformance.hosts;

import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.Request;

/** Every rank sends to the next one, short, long and very long; what comes is looked at. */
final class MeetingProgram {
    private static final int TAG = 7;

    private MeetingProgram() {}

    public static void main(String[] args) {
        int seed = Integer.parseInt(args[0]);
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            for (int length : new int[] {1, 20_000, 700_000}) {
                ring(world, length, seed);
            }
            System.out.println("rank " + world.rank() + " has met " + seed);
        });
    }

    private static void ring(Communicator world, int length, int seed) {
        int size = world.size();
        int next = (world.rank() + 1) % size;
        int last = (world.rank() + size - 1) % size;
        int[] sent = new int[length];
        for (int i = 0; i < length; i++) {
            sent[i] = seed + world.rank() * 31 + i;
        }
        int[] received = new int[length];
        Request arrival = world.nonblocking().receive(received, last, TAG);
        world.send(sent, next, TAG);
        arrival.await();
        for (int i = 0; i < length; i++) {
            if (received[i] != seed + last * 31 + i) {
                throw new IllegalStateException("rank=" + world.rank() + " length=" + length + " at=" + i);
            }
        }
    }
}
