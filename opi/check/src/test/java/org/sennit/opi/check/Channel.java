package org.sennit.opi.check;

import java.lang.foreign.MemorySegment;
import org.sennit.message.Memory;

/** Where the snippets send memory: a stand-in that javac reads from its class file. */
public class Channel {
    /** Memory by declaration. */
    @Memory
    public enum Marker {
        /** The only one. */
        HERE
    }

    /** An object with a view of its memory. */
    public static class Block {
        /** The view. */
        public MemorySegment segment() {
            return MemorySegment.NULL;
        }
    }

    /** Overrides without an annotation of its own. */
    public static class Sub extends Channel {
        @Override
        public void send(Object memory, int destination) {}
    }

    /** Has one parameter that is memory. */
    public void send(@Memory Object memory, int destination) {}

    /** Has two. */
    public void exchange(@Memory Object sent, Object any, @Memory Object received) {}

    /** Has none. */
    public void sendObject(Object value) {}
}
