package org.sennit.opi.check;

import java.util.function.IntSupplier;
import org.sennit.ownership.Consumes;

/** Where the snippets give and take: a stand-in that javac reads from its class file. */
public class Link {
    /** Gone afterwards. */
    public boolean give(@Consumes Buffer buffer) {
        return true;
    }

    /** All gone afterwards. */
    public void giveAll(int tag, @Consumes Buffer... buffers) {}

    /** Gone, and another one for it. */
    public Buffer exchange(@Consumes Buffer buffer) {
        return new Buffer();
    }

    /** A use. */
    public void look(Buffer buffer, int value) {}

    /** A fresh one. */
    public Buffer take() {
        return new Buffer();
    }

    /** Fills an array with fresh ones. */
    public void takeAll(Buffer[] buffers) {}

    /** Runs it now or later. */
    public void run(Runnable action) {}

    /** Runs it now or later. */
    public int ask(IntSupplier question) {
        return 0;
    }
}
