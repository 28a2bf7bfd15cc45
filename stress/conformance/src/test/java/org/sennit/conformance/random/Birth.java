package org.sennit.conformance.random;

import java.util.stream.IntStream;
import org.sennit.endpoints.api.Communicator;
import org.sennit.endpoints.api.Intercommunicator;

/** How a random program makes a communicator that it calls collectives on; all ranks do. */
enum Birth {
    DUPLICATE {
        @Override
        Communicator of(Communicator parent) {
            return parent.duplicate();
        }
    },
    /** By two colours, the ranks reversed. */
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
    };

    /** Makes it; called by all members. */
    abstract Communicator of(Communicator parent);
}
