package org.sennit.internal.endpoints.rma.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which targets the end of all accesses looks at. */
class TouchedTargetsTest {
    private static final class Target extends TouchedTargets.Member {}

    private final TouchedTargets<Target> touched = new TouchedTargets<>();

    private Set<Target> all() {
        Set<Target> found = new HashSet<>();
        for (int i = touched.size() - 1; i >= 0; i--) {
            found.add(touched.get(i));
        }
        return found;
    }

    @Test
    void hasThoseThatHaveBeenAddedAndNotRemoved() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Set<Target> wanted = new HashSet<>();
        List<Target> targets = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            targets.add(new Target());
        }
        for (int i = 0; i < 10_000; i++) {
            Target each = targets.get(random.nextInt(targets.size()));
            if (wanted.add(each)) {
                touched.add(each);
            } else {
                wanted.remove(each);
                touched.remove(each);
            }
            assertEquals(wanted, all(), "seed=" + seed + " step=" + i);
            assertEquals(wanted.size(), touched.size());
            assertNull(touched.get(wanted.size()));
        }
    }

    @Test
    void meetsAllFromTheEndWhileSomeAreRemoved() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1000; round++) {
            List<Target> left = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                left.add(new Target());
                touched.add(left.getLast());
            }
            Set<Target> met = new HashSet<>();
            for (int i = touched.size() - 1; i >= 0; i--) {
                Target each = touched.get(i);
                if (each != null) {
                    met.add(each);
                }
                while (random.nextInt(3) == 0 && !left.isEmpty()) {
                    touched.remove(left.remove(random.nextInt(left.size())));
                }
            }
            for (Target each : left) {
                assertEquals(true, met.contains(each), "seed=" + seed + " round=" + round);
            }
            left.forEach(touched::remove);
        }
    }
}
