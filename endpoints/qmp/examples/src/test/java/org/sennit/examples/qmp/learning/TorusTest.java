package org.sennit.examples.qmp.learning;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.sennit.spi.launch.Example;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class TorusTest {
    @Test
    void noHeatIsLost() {
        Torus.main(new String[0]); // throws when it is
    }

    @Test
    void theLauncherFindsIt() {
        assertTrue(ServiceLoader.load(Example.class).stream()
                .anyMatch(example -> example.get().name().equals("torus")));
    }
}
