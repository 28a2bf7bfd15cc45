package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Uses the class path of this JVM, which the build has made. */
class JobClassPathTest {
    private final String own = System.getProperty("java.class.path");

    @AfterEach
    void forget() {
        System.clearProperty(JobClassPath.BEHIND);
    }

    @Test
    void theProgramComesLastWhereNothingIsSaid() {
        assertEquals(own, JobClassPath.of(""));
        assertEquals(own + File.pathSeparator + "app", JobClassPath.of("app"));
        assertEquals(own, JobClassPath.front());
    }

    @Test
    void theProgramComesBeforeWhatIsRarelyNeeded() {
        int end = own.indexOf(File.pathSeparator);
        System.setProperty(JobClassPath.BEHIND, own.split(File.pathSeparator)[1]);
        String front = own.substring(0, end);
        String behind = own.substring(end);
        assertEquals(own, JobClassPath.of(""));
        assertEquals(front + File.pathSeparator + "app" + behind, JobClassPath.of("app"));
        assertEquals(front, JobClassPath.front());
    }
}
