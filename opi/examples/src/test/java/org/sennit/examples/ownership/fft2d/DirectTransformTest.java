package org.sennit.examples.ownership.fft2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class DirectTransformTest {
    @ParameterizedTest
    @ValueSource(ints = {32, 512})
    void findsAFieldThatIsNotTheTransform(int n) {
        double[] errors = new double[2];
        Job.run(1, endpoint -> {
            Shares shares = new Shares(n, 1);
            DirectTransform direct = new DirectTransform(endpoint.world(), shares);
            double[] signal = Signal.field(shares, 0);
            double[] transformed = signal.clone();
            new PlaneTransform(shares, 0, new SentPieces(endpoint.world(), shares), false).run(transformed, false);
            errors[0] = direct.error(transformed);
            errors[1] = direct.error(signal);
        });
        assertEquals(0, errors[0], Accuracy.BOUND);
        assertTrue(errors[1] > 0.1, "error=" + errors[1]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 63})
    void findsOneWrongValueOfASmallPlane(int wrong) {
        double[] error = new double[1];
        Job.run(1, endpoint -> {
            Shares shares = new Shares(8, 1);
            double[] field = Signal.field(shares, 0);
            new PlaneTransform(shares, 0, new SentPieces(endpoint.world(), shares), false).run(field, false);
            field[wrong / 8 * shares.rowLength() + wrong % 8] += 1e-9;
            error[0] = new DirectTransform(endpoint.world(), shares).error(field);
        });
        assertTrue(error[0] > Accuracy.BOUND, "error=" + error[0]);
    }
}
