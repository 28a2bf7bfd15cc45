package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * Members that make a communicator of different arguments get an error that says so, also where weak hashes of these
 * agree.
 */
@Deadline(seconds = 60)
class DifferentArgumentsTest {
    @Test
    void gridsWhoseExtentsHaveTheSameSumOfPowersOf31() {
        Job.run(34, endpoint -> {
            int[] dims =
                    endpoint.world().rank() == 5 ? new int[] {2, 3} : new int[] {1, 34}; // 2 · 31 + 3 = 1 · 31 + 34
            SennitException error = assertThrows(
                    SennitException.class, () -> endpoint.world().createCartesian(dims, new boolean[2], false));
            assertEquals(ErrorClass.ARG, error.errorClass());
            assertTrue(error.getMessage().contains("the members have given different arguments"), error.getMessage());
            assertTrue(error.getMessage().contains("=5 "), error.getMessage());
        });
    }

    @Test
    void groupsWhoseRanksHaveTheSameSumOfPowersOf31() {
        Job.run(96, endpoint -> {
            Communicator world = endpoint.world();
            Group all = world.group();
            Group one = all.include(0, 2, 33); // 2 · 31 + 33 = 1 · 31 + 64
            Group other = all.include(0, 1, 64);
            int rank = world.rank();
            Group given = rank == 0 ? one : rank == 1 || rank == 64 ? other : Group.EMPTY; // three of three members
            SennitException error = assertThrows(SennitException.class, () -> world.create(given));
            assertEquals(ErrorClass.GROUP, error.errorClass());
        });
    }
}
