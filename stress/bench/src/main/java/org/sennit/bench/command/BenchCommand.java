package org.sennit.bench.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench}: the group of the benchmarks. One thread. */
@Command(
        name = "bench",
        description = "Measures Sennit beside the floor (the bare operation of this machine) and C MPIs.",
        subcommands = {
            LatencyCommand.class,
            BandwidthCommand.class,
            BiBandwidthCommand.class,
            RateCommand.class,
            GiveCommand.class,
            PersistentCommand.class,
            AmsendCommand.class,
            PutCommand.class,
            GetCommand.class,
            AccumulateCommand.class,
            GetAccumulateCommand.class,
            FetchAndOpCommand.class,
            CompareAndSwapCommand.class,
            GupsCommand.class,
            UnpackCommand.class,
            PoolCommand.class,
            ThesisCommand.class,
            BarrierCommand.class,
            BroadcastCommand.class,
            ReduceCommand.class,
            AllreduceCommand.class,
            GatherCommand.class,
            ScatterCommand.class,
            AllgatherCommand.class,
            AlltoallCommand.class,
            ScalingCommand.class,
            OversubscribedCommand.class,
            StridedCommand.class,
            MatchingCommand.class,
            OneSidedCommand.class,
            OperationsCommand.class,
            BarsCommand.class,
            CompareCommand.class
        },
        mixinStandardHelpOptions = true)
public final class BenchCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Makes a command that has not run. */
    public BenchCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which benchmark? "
                        + String.join(", ", spec.commandLine().getSubcommands().keySet()));
    }
}
