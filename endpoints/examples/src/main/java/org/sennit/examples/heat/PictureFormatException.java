package org.sennit.examples.heat;

import java.io.IOException;

/** A file that was read, but is not the picture it should be; the message says why, in a few words. */
final class PictureFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    PictureFormatException(String message) {
        super(message);
    }
}
