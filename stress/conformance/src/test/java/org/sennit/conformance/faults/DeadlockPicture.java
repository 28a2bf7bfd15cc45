package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The picture of who waits for whom, which a job ends with when its endpoints all wait for each other. */
final class DeadlockPicture {
    private DeadlockPicture() {}

    /** Returns the text of the deadlock by which a job has ended; an error where it has ended otherwise. */
    static String of(Throwable end) {
        String picture = find(end);
        if (picture == null) {
            throw new AssertionError("no deadlock", end);
        }
        return picture;
    }

    /**
     * Returns the first one found: another process may have ended because of the first, without a deadlock of its own.
     */
    private static String find(Throwable end) {
        String picture = null;
        for (Throwable at = end; at != null && picture == null; at = at.getCause()) {
            if (at instanceof SennitException error && error.errorClass() == ErrorClass.DEADLOCK) {
                return error.getMessage();
            }
            for (Throwable each : at.getSuppressed()) {
                picture = picture == null ? find(each) : picture;
            }
        }
        return picture;
    }

    /** Asserts that a picture has all of the parts. */
    static void hasAll(String picture, String... parts) {
        for (String part : parts) {
            assertTrue(picture.contains(part), () -> part + " is not in: " + picture);
        }
    }
}
