package org.sennit.examples.heat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class HeatSolverTest {
    private static final int WIDTH = 301; // a row is larger than an immediate message
    private static final int HEIGHT = 37;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 16, 37, 40})
    void hasTheBitsOfTheSerialDefinitionOnAnyNumberOfEndpoints(int endpoints) {
        Picture braid = Braid.draw(WIDTH, HEIGHT);
        Scene scene = new Scene(braid, FixedPixels.borderAndBright(braid, 0.5f));
        float[] expected = SlabTest.byDefinition(braid, scene.isFixed(), 60);
        Picture[] result = new Picture[1];
        Job.run(endpoints, endpoint -> {
            Communicator world = endpoint.world();
            FieldExchange exchange = new FieldExchange(world, WIDTH, HEIGHT);
            Slab slab = exchange.shareOut(world.rank() == 0 ? scene : null);
            HeatSolver solver = new HeatSolver(world, HEIGHT, slab);
            solver.solve(60, 7, 0, steps -> {});
            Picture gathered = exchange.gather(slab);
            if (world.rank() == 0) {
                result[0] = gathered;
            }
        });
        assertArrayEquals(expected, result[0].brightness());
    }

    @Test
    void stopsWhenNothingChangesByTheTolerance() {
        Picture flat = new Picture(20, 20, new float[400]);
        flat.brightness()[210] = 1;
        int[] steps = new int[3];
        float[] change = new float[3];
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            FieldExchange exchange = new FieldExchange(world, 20, 20);
            Slab slab = exchange.shareOut(world.rank() == 0 ? new Scene(flat, FixedPixels.border(flat)) : null);
            HeatSolver solver = new HeatSolver(world, 20, slab);
            solver.solve(10_000, 10, 1e-4f, done -> {});
            steps[world.rank()] = solver.steps();
            change[world.rank()] = solver.largestChange();
        });
        assertTrue(steps[0] > 10 && steps[0] < 10_000 && steps[0] % 10 == 0, "steps=" + steps[0]);
        assertTrue(change[0] < 1e-4f, "change=" + change[0]);
        assertEquals(steps[0], steps[1]);
        assertEquals(steps[0], steps[2]);
    }
}
