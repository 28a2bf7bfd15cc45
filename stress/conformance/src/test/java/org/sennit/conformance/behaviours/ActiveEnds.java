package org.sennit.conformance.behaviours;

import org.sennit.Communicator;
import org.sennit.active.ActiveMessages;

/** The two ends of an active message from rank 0 to the last rank, on a communicator of their own. */
final class ActiveEnds {
    private ActiveEnds() {}

    /** A program of both ends. */
    interface Program {
        void run(Communicator comm, ActiveMessages active, int target) throws Exception;
    }

    static Behaviour behaviour(String name, Program program) {
        return new Behaviour(name, world -> {
            try (Communicator comm = world.duplicate()) {
                program.run(comm, comm.activeMessages(), comm.size() - 1);
                comm.barrier();
            }
        });
    }

    static boolean isOrigin(Communicator comm) {
        return comm.rank() == 0;
    }

    static boolean isTarget(Communicator comm) {
        return comm.rank() == comm.size() - 1;
    }

    static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8) * 7 + seed);
        }
        return bytes;
    }
}
