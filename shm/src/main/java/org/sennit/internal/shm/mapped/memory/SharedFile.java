package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Memory of the host that this process has mapped and others can map: made by {@link SharedFilePlaces#create}, offered
 * as text, opened by {@link SharedFileOffer#open}. Any thread.
 *
 * <p>How long it stays mapped is its arena's affair: with an automatic arena as long as any segment of it is reachable,
 * so that it cannot be unmapped under a copy. The first page of the file is ours and holds the nonce, by which the
 * opener knows that it has the right file:
 *
 * <pre>
 *   0        16         24        4096                     4096 + bytes
 *   +---------+----------+---------+------------------------+
 *   |  nonce  | released |  0      |  segment()             |
 *   +---------+----------+---------+------------------------+
 * </pre>
 */
public final class SharedFile {
    /** Bytes before {@link #segment}; a page, so that the segment is aligned to one. */
    static final long HEADER_BYTES = 4096;

    static final int NONCE_BYTES = 16;

    private static final long RELEASED_OFFSET = 16;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final SharedFileOffer offer;
    private final MemorySegment header; // mapped by itself, as long as this object: it outlives the user's memory
    private final MemorySegment segment;
    private final AtomicReference<Runnable> unlinking;

    private SharedFile(SharedFileOffer offer, MemorySegment header, MemorySegment segment, Runnable unlinking) {
        this.offer = offer;
        this.header = header;
        this.segment = segment;
        this.unlinking = new AtomicReference<>(unlinking);
    }

    /** Maps an open file that has its full length; the channel may be closed afterwards. */
    static SharedFile map(FileChannel channel, SharedFileOffer offer, Arena arena, Runnable unlinking)
            throws IOException {
        MemorySegment header = channel.map(FileChannel.MapMode.READ_WRITE, 0, HEADER_BYTES, Arena.ofAuto());
        MemorySegment segment =
                channel.map(FileChannel.MapMode.READ_WRITE, HEADER_BYTES, offer.sizeBytes() - HEADER_BYTES, arena);
        return new SharedFile(offer, header, segment, unlinking);
    }

    /** Returns the memory, aligned to a page, of the requested length; the same in every process that has the file. */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * Returns what another process of this host needs to open the file, to be sent to it by a
     * way that only the job can use.
     *
     * @return a short text in one line, for {@link SharedFileOffer#parse}
     */
    public String describe() {
        return offer.text();
    }

    /** Returns the text of {@link #describe} in UTF-8; the same array at each call, not to be changed. */
    public byte[] textBytes() {
        return offer.textBytes();
    }

    /**
     * Removes the file's name, so that nothing is left when the processes end, however they end: no process
     * can open it any more, and mappings stay valid. To be called when every peer has mapped it or never will.
     * A second call has no effect.
     */
    public void unlink() {
        // exchanged: of two threads one closes the descriptor, whose number may be another file's at once
        Runnable action = unlinking.getAndSet(null);
        if (action != null) {
            action.run();
        }
    }

    /** Marks the memory as freed by its user, for all processes that map it; after it was unmapped here. */
    void release() {
        WORD.setVolatile(header, RELEASED_OFFSET, 1L);
    }

    /**
     * Returns whether its maker has given the memory up. Asked after a copy: false says that what was
     * copied was still the user's.
     *
     * @return true once it has
     */
    public boolean isReleased() {
        VarHandle.acquireFence(); // the copy before it: pairs with release
        return (long) WORD.getAcquire(header, RELEASED_OFFSET) != 0;
    }
}
