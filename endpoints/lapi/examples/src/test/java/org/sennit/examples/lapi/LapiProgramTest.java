package org.sennit.examples.lapi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.sennit.spi.launch.Example;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class LapiProgramTest {
    @Test
    void everyPartIsRight() {
        LapiProgram.main(new String[0]); // throws when one is wrong
    }

    @Test
    void theLauncherFindsIt() {
        assertTrue(ServiceLoader.load(Example.class).stream()
                .anyMatch(example -> example.get().name().equals("lapi")));
    }
}
