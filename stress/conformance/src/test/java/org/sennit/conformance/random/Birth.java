package org.sennit.conformance.random;

import java.util.stream.IntStream;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.PendingCommunicator;

/** How a random program makes a communicator that it calls collectives on; all ranks do. */
enum Birth {
    DUPLICATE {
        @Override
        Communicator of(Communicator parent) {
            return parent.duplicate();
        }
    },
    /** By two colors, the ranks reversed. */
    SPLIT {
        @Override
        Communicator of(Communicator parent) {
            return parent.split(parent.rank() % 2, -parent.rank());
        }
    },
    /** Of a group of all, the last one first. */
    CREATE {
        @Override
        Communicator of(Communicator parent) {
            int n = parent.size();
            return parent.create(parent.group()
                    .include(IntStream.range(0, n).map(i -> (n - 1 + i) % n).toArray()));
        }
    },
    /** Of two halves through an intercommunicator, the high one first. */
    MERGE {
        @Override
        Communicator of(Communicator parent) {
            int n = parent.size();
            if (n == 1) {
                return parent.duplicate();
            }
            int cut = n / 2;
            boolean isLow = parent.rank() < cut;
            try (Communicator side = parent.split(isLow ? 0 : 1, 0);
                    Intercommunicator inter = side.createIntercommunicator(0, parent, isLow ? cut : 0, 5)) {
                return inter.merge(isLow);
            }
        }
    },
    /** Of the even ranks and of the odd ones, each group by itself. */
    CREATE_FROM_GROUP {
        @Override
        Communicator of(Communicator parent) {
            int own = parent.rank() % 2;
            int[] ranks =
                    IntStream.range(0, parent.size()).filter(i -> i % 2 == own).toArray();
            return parent.createFromGroup(parent.group().include(ranks), 4);
        }
    },
    /** Two at once, the first of which is closed. */
    DUPLICATE_NONBLOCKING {
        @Override
        Communicator of(Communicator parent) {
            PendingCommunicator first = parent.nonblocking().duplicate();
            PendingCommunicator second = parent.nonblocking().duplicate();
            second.await();
            first.await();
            first.duplicate().close();
            return second.duplicate();
        }
    },
    /** The members of each process, the last one first. */
    SPLIT_BY_PROCESS {
        @Override
        Communicator of(Communicator parent) {
            return parent.splitByProcess(-parent.rank());
        }
    },
    /** The members of each host. */
    SPLIT_BY_SHARED_MEMORY {
        @Override
        Communicator of(Communicator parent) {
            return parent.splitBySharedMemory(0);
        }
    };

    /** Makes it; called by all members. */
    abstract Communicator of(Communicator parent);
}
