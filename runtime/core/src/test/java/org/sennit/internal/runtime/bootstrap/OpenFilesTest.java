package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class OpenFilesTest {
    private static final String LINE =
            "the job cannot start, since this process may not open more files than ulimit -n says: 57 of 60 are open";

    private static Throwable failure(String why) {
        SecurityException above = new SecurityException("Can not initialize cryptographic mechanism");
        above.initCause(new FileSystemException("/policy", null, why));
        return new ExceptionInInitializerError(above);
    }

    @Test
    void aFailureForWantOfADescriptorIsOneLine() {
        SennitException shortage = OpenFiles.shortageBehind(failure("Too many open files"), 60, 57);
        assertEquals(ErrorClass.BOOTSTRAP, shortage.errorClass());
        assertEquals(LINE, shortage.getMessage());
        assertEquals(0, shortage.getStackTrace().length);
        assertNull(shortage.getCause());
    }

    @Test
    void itIsKnownInAnotherLanguageByTheNumbers() {
        assertEquals(
                LINE,
                OpenFiles.shortageBehind(failure("Zu viele offene Dateien"), 60, 57)
                        .getMessage());
    }

    @Test
    void otherFailuresAreLeftAlone() {
        assertNull(OpenFiles.shortageBehind(failure("Permission denied"), 60, 30));
        assertNull(OpenFiles.shortageBehind(failure("Permission denied"), -1, 30));
        assertNull(OpenFiles.shortageBehind(new IllegalStateException("no"), 60, 57));
    }

    /** To find out takes a descriptor, too. */
    @Test
    void theNumbersMayBeUnknown() {
        assertEquals(
                "the job cannot start, since this process may not open more files than ulimit -n says",
                OpenFiles.shortageBehind(failure("Too many open files"), -1, 0).getMessage());
    }
}
