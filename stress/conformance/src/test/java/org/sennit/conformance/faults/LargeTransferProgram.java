package org.sennit.conformance.faults;

import org.sennit.Communicator;
import org.sennit.Job;

/**
 * Messages of 100 MiB to and from two ranks of the last process, again and again until that is dead, and meanwhile
 * short ones between two others. Seven ranks: 0, 1, 2 | 3, 4 | 5, 6.
 */
final class LargeTransferProgram {
    static final String FIRST = "the first is over: ";
    static final String DONE = "done ";
    private static final int LENGTH = 100 << 20;
    private static final int TAG = 1;
    private static final int ROUNDS_AFTERWARDS = 500;

    private LargeTransferProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            switch (world.rank()) {
                case 0 -> untilItFails(world, memory -> world.send(memory, 5, TAG));
                case 5 -> untilItFails(world, memory -> world.receive(memory, 0, TAG));
                case 1 -> untilItFails(world, memory -> world.receive(memory, 6, TAG));
                case 6 -> untilItFails(world, memory -> world.send(memory, 1, TAG));
                case 2 -> lead(world);
                case 3 -> follow(world);
                default -> Death.ends(world::barrier);
            }
            System.out.println(DONE + world.rank());
        });
    }

    private interface Move {
        void run(byte[] memory);
    }

    private static void untilItFails(Communicator world, Move move) {
        byte[] memory = new byte[LENGTH];
        move.run(memory);
        System.out.println(FIRST + world.rank());
        Death.ends(() -> {
            while (true) {
                move.run(memory);
            }
        });
    }

    /** The unrelated pair goes on for a while after it has heard of the death, and all its messages arrive. */
    private static void lead(Communicator world) {
        int left = ROUNDS_AFTERWARDS;
        for (int i = 0; left > 0; i++) {
            left -= world.failed().size() > 0 ? 1 : 0;
            world.send(new int[] {i, left}, 3, TAG);
            int[] answer = new int[1];
            world.receive(answer, 3, TAG);
            if (answer[0] != i) {
                throw new AssertionError("answer=" + answer[0] + " expected=" + i);
            }
        }
    }

    private static void follow(Communicator world) {
        int[] question = {0, 1};
        while (question[1] > 0) {
            world.receive(question, 2, TAG);
            world.send(new int[] {question[0]}, 2, TAG);
        }
    }
}
