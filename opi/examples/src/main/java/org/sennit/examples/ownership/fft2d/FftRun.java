package org.sennit.examples.ownership.fft2d;

import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.examples.ownership.ways.Way;
import org.sennit.examples.ownership.ways.WayTimes;
import org.sennit.ownership.OwnershipPool;

/**
 * Transforms a plane there and back in all ways, first to verify them, then in turn and many times to measure them.
 *
 * <p>Collective: every rank calls {@link #run} with the same arguments, from its own thread.
 */
public final class FftRun {
    /** A small plane is all communication, which is slow where endpoints outnumber cores. */
    private static final int MOST_PAIRS = 500;

    private static final int WARM_UP_ROUNDS = 8;

    /** Points transformed in a round of one variant, so that it takes some tens of milliseconds. */
    private static final long POINTS_A_ROUND = 1L << 21;

    private final Communicator world;
    private final Shares shares;
    private final List<PlaneTransform> transforms = new ArrayList<>();

    private FftRun(Communicator world, int n) {
        this.world = world;
        this.shares = new Shares(n, world.size());
        OwnershipPool pool = OwnershipPool.of(world.endpoint());
        for (Way way : Way.values()) {
            PieceExchange exchange =
                    way.isGiving() ? new GivenPieces(world, pool, shares) : new SentPieces(world, shares);
            transforms.add(new PlaneTransform(shares, world.rank(), exchange, way.isFused()));
        }
    }

    /**
     * Verifies and measures. Blocks until all ranks have finished.
     *
     * @param world the ranks that share the plane
     * @param n rows and columns, a power of two
     * @param rounds how often each way is measured
     * @return the result, the same on every rank
     */
    public static FftResult run(Communicator world, int n, int rounds) {
        return new FftRun(world, n).run(rounds);
    }

    private FftResult run(int rounds) {
        Accuracy accuracy = new Verification(world, shares).of(transforms);
        int pairs = Math.clamp(POINTS_A_ROUND / shares.n() / shares.n() / 2, 1, MOST_PAIRS);
        double[][] transformNs = new double[transforms.size()][rounds];
        double[][] communicationNs = new double[transforms.size()][rounds];
        double[] field = Signal.field(shares, world.rank());
        for (int round = -Math.min(rounds, WARM_UP_ROUNDS); round < rounds; round++) {
            for (int way = 0; way < transforms.size(); way++) {
                double[] ns = round(transforms.get(way), field, pairs);
                if (round >= 0) {
                    transformNs[way][round] = ns[0];
                    communicationNs[way][round] = ns[1];
                }
            }
        }
        return new FftResult(
                shares.n(),
                world.size(),
                world.processOf(world.size() - 1) - world.processOf(0) + 1,
                shares.pieceBytes(0, world.size() - 1),
                WayTimes.of(transformNs, communicationNs),
                accuracy);
    }

    /** Returns the time of one transform, and of the communication in it, in ns; those of the slowest rank. */
    private double[] round(PlaneTransform transform, double[] field, int pairs) {
        world.barrier();
        double communicationBeforeNs = transform.communicationNs();
        long startNs = System.nanoTime();
        for (int pair = 0; pair < pairs; pair++) {
            transform.run(field, false);
            transform.run(field, true);
            scale(field);
        }
        double[] ns = {System.nanoTime() - startNs, transform.communicationNs() - communicationBeforeNs};
        world.allreduce(Communicator.IN_PLACE, ns, Operation.MAX);
        return new double[] {ns[0] / pairs / 2, ns[1] / pairs / 2};
    }

    /** Scales back to the signal, so that values neither grow nor vanish. */
    private void scale(double[] field) {
        double factor = 1.0 / shares.n() / shares.n();
        for (int i = 0; i < field.length; i++) {
            field[i] *= factor;
        }
    }
}
