package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/**
 * How the C library says, in its language, that the reader of a pipe has closed it. By these words alone the JDK's streams tell that from
 * other failures. Immutable.
 */
final class BrokenPipeWords {
    private static final String ENGLISH = "Broken pipe"; // EPIPE

    private final String words;

    BrokenPipeWords(String words) {
        this.words = words == null || words.isBlank() ? ENGLISH : words;
    }

    /** Those of this system; asked for once, when an error says something else than in English. */
    private static final class OfSystem {
        private static final BrokenPipeWords WORDS = new BrokenPipeWords(provoke());
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
