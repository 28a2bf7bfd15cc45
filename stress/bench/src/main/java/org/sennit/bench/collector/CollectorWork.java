package org.sennit.bench.collector;

import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.DataLayout;

/**
 * What a JVM does while collectors are compared: starting alone, exchanging small messages, sweeping over memory as a
 * solver does, or making garbage as a careless program does. Prints the processor time that its JVM has used.
 */
public final class CollectorWork {
    private static final int EXCHANGES = 20_000;
    private static final int SWEEPS = 200;
    private static final int UNKNOWNS = 1 << 18;
    private static final int ROUNDS = 200;
    private static final int LIVE_ARRAYS = 20_000;

    private CollectorWork() {}

    /**
     * Runs as an endpoint program on one endpoint a process.
     *
     * @param args what to do: start, exchange, solve or garbage
     */
    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            switch (args[0]) {
                case "start" -> world.barrier();
                case "exchange" -> exchange(world);
                case "solve" -> solve(world);
                case "garbage" -> garbage(world);
                default -> throw new IllegalArgumentException(args[0]);
            }
        });
        ProcessHandle.current().info().totalCpuDuration().ifPresent(used -> System.out.println(used.toMillis()));
    }

    private static void exchange(Communicator world) {
        double[] value = {world.rank()};
        int partner = world.rank() ^ 1;
        for (int i = 0; i < EXCHANGES && partner < world.size(); i++) {
            if (world.rank() < partner) {
                world.send(value, partner, 1);
                world.receive(value, partner, 1);
            } else {
                world.receive(value, partner, 1);
                world.send(value, partner, 1);
            }
        }
        world.barrier();
    }

    private static void solve(Communicator world) {
        double[] x = new double[UNKNOWNS];
        double[] y = new double[UNKNOWNS];
        Arrays.fill(x, 1.0);
        double[] sum = new double[1];
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            double local = 0;
            for (int i = 1; i < UNKNOWNS - 1; i++) {
                y[i] = 0.25 * (x[i - 1] + 2 * x[i] + x[i + 1]);
                local += y[i] * y[i];
            }
            double[] t = x;
            x = y;
            y = t;
            world.allreduce(new double[] {local}, sum, DataLayout.DOUBLE, Operation.SUM);
        }
    }

    private static void garbage(Communicator world) {
        double[][] live = new double[LIVE_ARRAYS][];
        double[] sum = new double[1];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < LIVE_ARRAYS; i++) {
                live[(i * 7919) % LIVE_ARRAYS] = new double[20 + (i & 31)];
            }
            world.allreduce(new double[] {round}, sum, DataLayout.DOUBLE, Operation.SUM);
        }
    }
}
