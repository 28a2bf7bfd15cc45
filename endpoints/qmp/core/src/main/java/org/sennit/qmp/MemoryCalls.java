package org.sennit.qmp;

import java.lang.foreign.MemorySegment;
import org.sennit.message.Memory;

/**
 * Memory: allocated for messages, and declared, which says which bytes of a buffer a message is sent from or goes to.
 * Local. A mistake is a null result, with its code in {@link Qmp#getErrorNumber}.
 */
public abstract class MemoryCalls extends AllocatedMachineCalls {
    /** Memory that no cache holds; has no effect. (QMP_MEM_NONCACHE) */
    public static final int MEM_NONCACHE = MessageMemories.NONCACHE;

    /** Memory for communication: other processes of the host map it. (QMP_MEM_COMMS) */
    public static final int MEM_COMMS = MessageMemories.COMMS;

    /** Fast memory; has no effect. (QMP_MEM_FAST) */
    public static final int MEM_FAST = MessageMemories.FAST;

    /** No flags. (QMP_MEM_DEFAULT) */
    public static final int MEM_DEFAULT = MEM_COMMS | MEM_FAST;

    /** For the subclasses of this package. */
    MemoryCalls() {}

    // ---- memory ----

    /**
     * Allocates memory for messages, aligned to 64 bytes and filled with zeros. Between processes of a host a message
     * from such memory to such memory is copied once, one between arrays twice. (QMP_allocate_memory)
     *
     * @param nbytes the length in bytes
     * @return the memory; null with NOMEM_ERR or MEMSIZE_ERR
     */
    public final AlignedMemory allocateMemory(long nbytes) {
        return allocateAlignedMemory(nbytes, AlignedMemory.DEFAULT_ALIGNMENT, MEM_DEFAULT);
    }

    /**
     * Allocates memory for messages, filled with zeros. (QMP_allocate_aligned_memory)
     *
     * @param nbytes the length in bytes
     * @param alignment a power of two, in bytes
     * @param flags {@link #MEM_COMMS} and others, or {@link #MEM_DEFAULT}
     * @return the memory; null with NOMEM_ERR, MEMSIZE_ERR for a negative size or another alignment, INVALID_ARG for
     *     other flags
     */
    public final AlignedMemory allocateAlignedMemory(long nbytes, long alignment, int flags) {
        AllocatedMemory made = node().memory().allocate(nbytes, alignment, flags);
        return made == null ? null : new AlignedMemory(made);
    }

    /**
     * Returns the bytes of allocated memory. (QMP_get_memory_pointer)
     *
     * @param memory allocated here
     * @return the bytes; null with BAD_MEMORY for freed or missing memory
     */
    public final MemorySegment getMemoryPointer(AlignedMemory memory) {
        return node().memory().pointer(memory);
    }

    /**
     * Frees allocated memory. Nothing under way may use it. (QMP_free_memory)
     *
     * @param memory allocated here; null and freed memory are passed over
     */
    public final void freeMemory(AlignedMemory memory) {
        node().memory().free(memory);
    }

    /**
     * Declares bytes in a row. (QMP_declare_msgmem)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param nbytes how many bytes from its beginning
     * @return the memory of messages; null with BAD_MEMORY, MEMSIZE_ERR for a negative size, MEMSIZE_TOOBIG where it
     *     does not lie in the buffer
     */
    public final MessageMemory declareMsgmem(@Memory Object buffer, long nbytes) {
        return declared(node().memory().declare(buffer, 0, nbytes));
    }

    /**
     * Declares bytes in a row that begin inside a buffer. (QMP_declare_msgmem)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param offset where they begin, in bytes
     * @param nbytes the length in bytes
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}
     */
    public final MessageMemory declareMsgmem(@Memory Object buffer, long offset, long nbytes) {
        return declared(node().memory().declare(buffer, offset, nbytes));
    }

    /**
     * Declares blocks at an even distance. (QMP_declare_strided_msgmem)
     *
     * @param base a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}, at whose
     *     beginning the first block lies
     * @param blksize bytes of a block
     * @param nblocks the number of blocks
     * @param stride bytes from the beginning of a block to that of the next one
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}
     */
    public final MessageMemory declareStridedMsgmem(@Memory Object base, long blksize, int nblocks, long stride) {
        return declared(node().memory().declareStrided(base, 0, blksize, nblocks, stride));
    }

    /**
     * Declares blocks at an even distance, the first of which begins inside a buffer. (QMP_declare_strided_msgmem)
     *
     * @param base a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param offset where the first block begins, in bytes
     * @param blksize bytes of a block
     * @param nblocks the number of blocks
     * @param stride bytes from the beginning of a block to that of the next one; may be negative
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}
     */
    public final MessageMemory declareStridedMsgmem(
            @Memory Object base, long offset, long blksize, int nblocks, long stride) {
        return declared(node().memory().declareStrided(base, offset, blksize, nblocks, stride));
    }

    /**
     * Declares a list of sets of blocks, in the order of the list. Nothing is packed inside a JVM. Different buffers
     * are arrays of numbers, ByteBuffers and segments that any thread may access. (QMP_declare_strided_array_msgmem)
     *
     * @param base for each set the buffer at whose beginning its first block lies
     * @param blksize for each set the bytes of a block
     * @param nblocks for each set how many blocks
     * @param stride for each set the bytes from the beginning of a block to that of the next one
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}, and INVALID_ARG for arrays of
     *     different lengths
     */
    public final MessageMemory declareStridedArrayMsgmem(Object[] base, long[] blksize, int[] nblocks, long[] stride) {
        return declared(
                node().memory().declareStridedArray(base, Extents.atBeginnings(base), blksize, nblocks, stride));
    }

    /**
     * Declares a list of sets of blocks, in the order of the list, each of which begins inside a buffer.
     * (QMP_declare_strided_array_msgmem)
     *
     * @param base for each set its buffer
     * @param offset for each set where its first block begins, in bytes
     * @param blksize for each set the bytes of a block
     * @param nblocks for each set how many blocks
     * @param stride for each set the bytes from the beginning of a block to that of the next one; may be negative
     * @return the memory of messages; null as for {@link #declareStridedArrayMsgmem(Object[], long[], int[], long[])}
     */
    public final MessageMemory declareStridedArrayMsgmem(
            Object[] base, long[] offset, long[] blksize, int[] nblocks, long[] stride) {
        return declared(node().memory().declareStridedArray(base, offset, blksize, nblocks, stride));
    }

    /**
     * Declares a list of sets of blocks in one buffer, in the order of the list. (QMP_declare_strided_array_msgmem)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param offset for each set where its first block begins, in bytes
     * @param blksize for each set the bytes of a block
     * @param nblocks for each set how many blocks
     * @param stride for each set the bytes from the beginning of a block to that of the next one; may be negative
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}, and INVALID_ARG for arrays of
     *     different lengths
     */
    public final MessageMemory declareStridedArrayMsgmem(
            @Memory Object buffer, long[] offset, long[] blksize, int[] nblocks, long[] stride) {
        return declared(node().memory().declareStridedArray(buffer, offset, blksize, nblocks, stride));
    }

    /**
     * Declares blocks of any length anywhere in a buffer, in the order of the list. (QMP_declare_indexed_msgmem, QMP
     * 2.5)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param blocklen for each block how many elements
     * @param index for each block where it begins, in elements
     * @param elemsize bytes of an element
     * @param count the number of blocks
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}, and INVALID_ARG for arrays
     *     shorter than the count
     */
    public final MessageMemory declareIndexedMsgmem(
            @Memory Object buffer, int[] blocklen, int[] index, int elemsize, int count) {
        return declared(node().memory().declareIndexed(buffer, blocklen, index, elemsize, count));
    }

    /**
     * Frees memory of messages; the bytes stay as they are. (QMP_free_msgmem)
     *
     * @param memory declared here; stays as it is, with MEMUSED_ERR, while a handle uses it; null and freed memory are
     *     passed over
     */
    public final void freeMsgmem(MessageMemory memory) {
        node().memory().free(memory);
    }

    private MessageMemory declared(Extents extents) {
        return extents == null ? null : new MessageMemory(node().surroundings(), extents);
    }
}
