package org.sennit.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {

    @Test
    void countsASwapOfNeighborsOnce() {
        assertEquals(1, NearestName.distance("hlelo", "hello"));
        assertEquals(3, NearestName.distance("kitten", "sitting"));
        assertEquals(4, NearestName.distance("", "info"));
    }

    @Test
    void namesTheNearestOnlyWhenItIsNear() {
        List<String> known = List.of("run", "info", "examples");
        assertEquals("; did you mean 'examples'?", NearestName.hint("exmaples", known));
        assertEquals("; did you mean 'run'?", NearestName.hint("rum", known));
        assertEquals("", NearestName.hint("banana", known));
        assertEquals("; did you mean 'Sum'?", NearestName.hint("sum", List.of("su3", "Sum")));
    }
}
