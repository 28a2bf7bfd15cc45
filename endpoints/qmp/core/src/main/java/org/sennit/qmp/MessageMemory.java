package org.sennit.qmp;

import org.sennit.message.Memory;

/**
 * The bytes that a message is sent from, or received into: made by the declarations of {@link Qmp}, or by its
 * constructors in the object style. Belongs to its node. (QMP_msgmem_t, QMP::MessageMemory)
 */
public final class MessageMemory extends DeclaredMemory {
    MessageMemory(NodeSurroundings node, Extents extents) {
        super(node, extents);
    }

    /**
     * Declares all bytes of allocated memory. (QMP::MessageMemory)
     *
     * @param qmp this node
     * @param memory allocated there
     * @throws org.sennit.message.SennitException BUFFER for freed memory
     */
    public MessageMemory(Qmp qmp, AlignedMemory memory) {
        this(qmp.node().surroundings(), Extents.ofAll(memory));
    }

    /**
     * Declares bytes in a row. (QMP::MessageMemory, and its init)
     *
     * @param qmp this node
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param blksize how many bytes from its beginning
     * @throws org.sennit.message.SennitException as {@link Qmp#declareMsgmem(Object, long)} has errors
     */
    public MessageMemory(Qmp qmp, @Memory Object buffer, long blksize) {
        this(qmp.node().surroundings(), Extents.contiguous(buffer, 0, blksize));
    }

    /**
     * Declares blocks at an even distance. (QMP::MessageMemory, and its init)
     *
     * @param qmp this node
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param blksize bytes of a block
     * @param nblocks the number of blocks
     * @param stride bytes from the beginning of a block to that of the next one
     * @throws org.sennit.message.SennitException as {@link Qmp#declareStridedMsgmem(Object, long, int, long)} has
     *     errors
     */
    public MessageMemory(Qmp qmp, @Memory Object buffer, long blksize, int nblocks, long stride) {
        this(qmp.node().surroundings(), Extents.strided(buffer, 0, blksize, nblocks, stride));
    }

    /**
     * Declares blocks at an even distance, the first of which begins inside a buffer. (QMP::MessageMemory, and its
     * init)
     *
     * @param qmp this node
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param offset where the first block begins, in bytes
     * @param blksize bytes of a block
     * @param nblocks the number of blocks
     * @param stride bytes from the beginning of a block to that of the next one; may be negative
     * @throws org.sennit.message.SennitException as {@link Qmp#declareStridedMsgmem(Object, long, long, int, long)} has
     *     errors
     */
    public MessageMemory(Qmp qmp, @Memory Object buffer, long offset, long blksize, int nblocks, long stride) {
        this(qmp.node().surroundings(), Extents.strided(buffer, offset, blksize, nblocks, stride));
    }

    /**
     * Declares a list of sets of blocks. (QMP::MessageMemory)
     *
     * @param qmp this node
     * @param buffer for each set the buffer at whose beginning its first block lies
     * @param blksize for each set the bytes of a block
     * @param nblocks for each set how many blocks
     * @param stride for each set the bytes from the beginning of a block to that of the next one
     * @throws org.sennit.message.SennitException as {@link Qmp#declareStridedArrayMsgmem(Object[], long[], int[],
     *     long[])} has errors
     */
    public MessageMemory(Qmp qmp, Object[] buffer, long[] blksize, int[] nblocks, long[] stride) {
        this(qmp.node().surroundings(), Extents.listOf(buffer, Extents.atBeginnings(buffer), blksize, nblocks, stride));
    }

    /**
     * Returns the bytes of a message.
     *
     * @return without the gaps
     */
    public long sizeBytes() {
        return extents().sizeBytes();
    }

    @Override
    public String toString() {
        return "message memory of " + sizeBytes() + " bytes";
    }
}
