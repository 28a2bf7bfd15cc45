package org.sennit.examples.ownership.fft2d;

import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * Transforms the signal there and back in every way, and judges each. Collective; one thread an endpoint; the result is
 * the same on every rank.
 */
final class Verification {
    private final Communicator world;
    private final Shares shares;
    private final double[] signal;
    private final DirectTransform direct;

    // The worst so far.
    private double directError;
    private double parsevalError;
    private double roundTripError;
    private boolean isSame = true;

    Verification(Communicator world, Shares shares) {
        this.world = world;
        this.shares = shares;
        this.signal = Signal.field(shares, world.rank());
        this.direct = new DirectTransform(world, shares);
    }

    /** Judges transforms; each is run once there and back. */
    Accuracy of(List<PlaneTransform> transforms) {
        double[] first = null;
        for (PlaneTransform transform : transforms) {
            double[] field = signal.clone();
            transform.run(field, false);
            if (first == null) {
                first = field.clone();
                directError = direct.error(field);
                parsevalError = parsevalError(field);
            }
            isSame &= Arrays.equals(first, field);
            transform.run(field, true);
            roundTripError = Math.max(roundTripError, distance(field));
        }
        double[] worst = {isSame ? 0 : 1, roundTripError};
        world.allreduce(Communicator.IN_PLACE, worst, Operation.MAX);
        return new Accuracy(directError, direct.scope(), parsevalError, worst[1], worst[0] == 0);
    }

    /** Returns the error of the energy: that of the transform is n x n times that of the signal. */
    private double parsevalError(double[] transposed) {
        double[] energy = new double[2];
        for (int i = 0; i < signal.length; i++) {
            energy[0] += signal[i] * signal[i];
            energy[1] += transposed[i] * transposed[i];
        }
        world.allreduce(Communicator.IN_PLACE, energy, Operation.SUM);
        return Math.abs(energy[1] / energy[0] / shares.n() / shares.n() - 1);
    }

    private double distance(double[] field) {
        double scale = (double) shares.n() * shares.n();
        double worst = 0;
        for (int i = 0; i < field.length; i++) {
            double distance = Math.abs(field[i] / scale - signal[i]);
            worst = distance <= worst ? worst : Double.isNaN(distance) ? Double.POSITIVE_INFINITY : distance;
        }
        return worst / Signal.RMS;
    }
}
