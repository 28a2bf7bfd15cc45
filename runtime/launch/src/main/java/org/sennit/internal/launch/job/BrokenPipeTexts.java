package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/**
 * The text of the C library, in its language, for a pipe whose reader has closed it. By this text alone the JDK's
 * streams tell that from other failures. Immutable.
 */
final class BrokenPipeTexts {
    private static final String ENGLISH = "Broken pipe"; // EPIPE

    private final String words;

    BrokenPipeTexts(String words) {
        this.words = words == null || words.isBlank() ? ENGLISH : words;
    }

    /** The texts of this system: provoked once, when the text of an error is not the English one. */
    private static final class OfSystem {
        private static final BrokenPipeTexts WORDS = new BrokenPipeTexts(provoke());
    }

    /** Writes to a pipe whose reader has closed it. */
    private static String provoke() {
        try {
            Pipe pipe = Pipe.open();
            pipe.source().close();
            try (Pipe.SinkChannel broken = pipe.sink()) {
                broken.write(ByteBuffer.allocate(1));
                return ENGLISH;
            }
        } catch (IOException e) { // as it should be, unless there is no pipe to be had
            return e.getMessage();
        }
    }

    /** Returns whether the text of a failure says that the reader has closed the pipe. */
    static boolean areIn(String failure) {
        return failure != null && (ENGLISH.equals(failure) || OfSystem.WORDS.areAllOf(failure));
    }

    boolean areAllOf(String failure) {
        return words.equals(failure);
    }
}
