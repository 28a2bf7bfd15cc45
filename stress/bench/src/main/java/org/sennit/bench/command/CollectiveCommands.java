package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** The benchmarks of collectives. */
final class CollectiveCommands {
    private CollectiveCommands() {}

    /** {@code sennit bench barrier}. */
    @Command(name = "barrier", description = "Time of a barrier of all endpoints.", mixinStandardHelpOptions = true)
    static final class Barrier extends CollectiveCommand {
        Barrier() {
            super(Benchmark.BARRIER);
        }
    }

    /** {@code sennit bench broadcast}. */
    @Command(
            name = "broadcast",
            description = "Time of a broadcast, whose root moves on with each call.",
            mixinStandardHelpOptions = true)
    static final class Broadcast extends RootedCommand {
        Broadcast() {
            super(Benchmark.BROADCAST);
        }
    }

    /** {@code sennit bench reduce}. */
    @Command(
            name = "reduce",
            description = "Time of a sum of doubles at one endpoint, which moves on with each call.",
            mixinStandardHelpOptions = true)
    static final class Reduce extends RootedCommand {
        Reduce() {
            super(Benchmark.REDUCE);
        }
    }

    /** {@code sennit bench allreduce}. */
    @Command(
            name = "allreduce",
            description = "Time of a sum of doubles over all endpoints.",
            mixinStandardHelpOptions = true)
    static final class Allreduce extends CollectiveCommand {
        Allreduce() {
            super(Benchmark.ALLREDUCE);
        }
    }

    /** {@code sennit bench gather}. */
    @Command(
            name = "gather",
            description = "Time of gathering a block of each endpoint at one, which moves on with each call.",
            mixinStandardHelpOptions = true)
    static final class Gather extends RootedCommand {
        Gather() {
            super(Benchmark.GATHER);
        }
    }

    /** {@code sennit bench scatter}. */
    @Command(
            name = "scatter",
            description = "Time of scattering a block to each endpoint from one, which moves on with each call.",
            mixinStandardHelpOptions = true)
    static final class Scatter extends RootedCommand {
        Scatter() {
            super(Benchmark.SCATTER);
        }
    }

    /** {@code sennit bench allgather}. */
    @Command(
            name = "allgather",
            description = "Time of gathering a block of each endpoint at all.",
            mixinStandardHelpOptions = true)
    static final class Allgather extends CollectiveCommand {
        Allgather() {
            super(Benchmark.ALLGATHER);
        }
    }

    /** {@code sennit bench alltoall}. */
    @Command(
            name = "alltoall",
            description = "Time of exchanging a block between every two endpoints.",
            mixinStandardHelpOptions = true)
    static final class Alltoall extends CollectiveCommand {
        Alltoall() {
            super(Benchmark.ALLTOALL);
        }
    }
}
