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
            MessageCommands.Bandwidth.class,
            MessageCommands.BiBandwidth.class,
            MessageCommands.Rate.class,
            MessageCommands.Give.class,
            PersistentCommand.class,
            AmsendCommand.class,
            LapiCommand.class,
            AccessCommands.Put.class,
            AccessCommands.Get.class,
            AccessCommands.Accumulate.class,
            AccessCommands.GetAccumulate.class,
            AccessCommands.FetchAndOp.class,
            AccessCommands.CompareAndSwap.class,
            MessageCommands.Gups.class,
            MessageCommands.Unpack.class,
            BatchesCommand.Pool.class,
            ThesisCommand.class,
            CollectiveCommands.Barrier.class,
            CollectiveCommands.Broadcast.class,
            CollectiveCommands.Reduce.class,
            CollectiveCommands.Allreduce.class,
            CollectiveCommands.Gather.class,
            CollectiveCommands.Scatter.class,
            CollectiveCommands.Allgather.class,
            CollectiveCommands.Alltoall.class,
            ScalingCommand.class,
            OversubscribedCommand.class,
            BatchesCommand.Strided.class,
            MatchingCommand.class,
            OneSidedCommand.class,
            BatchesCommand.Operations.class,
            BarsCommand.class,
            CompareCommand.class
        },
        mixinStandardHelpOptions = true)
public final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which benchmark? "
                        + String.join(", ", spec.commandLine().getSubcommands().keySet()));
    }
}
