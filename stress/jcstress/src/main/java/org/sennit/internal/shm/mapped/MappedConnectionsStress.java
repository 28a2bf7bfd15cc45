package org.sennit.internal.shm.mapped;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.config.Options;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.jcstress.RealContext;
import org.sennit.spi.network.NetworkSetup;

/** Connections come to be polled with their first work. */
public final class MappedConnectionsStress {
    /** Makes connections, which are entered in the lists of the tests and not in its own. */
    private static final MappedModule MODULE = new MappedModule(
            new NetworkSetup("stress", 0, 3, 1, new byte[16], Options.defaults(), RealContext.INSTANCE, null),
            new TcpModuleFactory(),
            false);

    private MappedConnectionsStress() {}

    private static MappedConnection connection() {
        return new MappedConnection(MODULE, null); // the connection beneath is not used
    }

    /** Two connections have their first work at once. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both are polled.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "One is not polled: its work is never done.")
    @State
    public static class TwoFirstWorks {
        private final MappedConnections connections = new MappedConnections();
        private final MappedConnection one = connection();
        private final MappedConnection other = connection();

        /** Enters both. */
        public TwoFirstWorks() {
            connections.add(one);
            connections.add(other);
        }

        /** Has work on one. */
        @Actor
        public void first() {
            connections.use(one);
        }

        /** Has work on the other. */
        @Actor
        public void second() {
            connections.use(other);
        }

        /** Counts those that are polled. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = connections.used().length;
        }
    }

    /** A connection has its first work while another thread polls. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The poll was before; the next one finds the work.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The poll finds connection and work.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "A connection is polled whose work is not to be seen yet.")
    @State
    public static class FirstWorkAndPoll {
        private final MappedConnections connections = new MappedConnections();
        private final MappedConnection connection = connection();

        /** Enters the connection. */
        public FirstWorkAndPoll() {
            connections.add(connection);
        }

        /** Wants something done. */
        @Actor
        public void worker() {
            connection.service().want();
            connections.use(connection);
        }

        /** Looks what is polled, and whether it has work. */
        @Actor
        public void poller(II_Result r) {
            r.r1 = connections.used().length;
            r.r2 = r.r1 > 0 && connections.haveWork() ? 1 : 0;
        }
    }
}
