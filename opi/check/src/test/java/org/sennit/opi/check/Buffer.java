package org.sennit.opi.check;

import org.sennit.ownership.Borrowed;
import org.sennit.ownership.Consumes;

/** What the snippets give away: a stand-in that javac reads from its class file, as it reads the real one. */
public class Buffer implements AutoCloseable {
    /** Plain memory. */
    public int field;

    /** A buffer in a buffer. */
    public Buffer inner;

    /** Gone afterwards. */
    @Consumes
    public void free() {}

    /** Lives as long as the buffer. */
    @Borrowed
    public View view() {
        return new View();
    }

    /** A use. */
    public int get() {
        return field;
    }

    /** A use. */
    public void put(int value) {
        field = value;
    }

    @Override
    public void close() {}

    /** A view of a part, of which parts can be had too. */
    public static class View {
        /** A view of the same memory, and no annotation says so. */
        public View slice() {
            return this;
        }

        /** A use. */
        public int get() {
            return 0;
        }
    }
}
