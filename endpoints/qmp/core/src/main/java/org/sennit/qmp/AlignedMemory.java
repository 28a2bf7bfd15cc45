package org.sennit.qmp;

import java.lang.foreign.MemorySegment;
import org.sennit.message.Memory;

/**
 * Memory for messages, made by {@link Qmp#allocateAlignedMemory}, or by its constructors in the object style. Any
 * thread may read and write it. (QMP_mem_t, QMP::AlignedMemory)
 */
@Memory
public final class AlignedMemory extends AllocatedMemory implements AutoCloseable {
    /** The default alignment, in bytes. */
    public static final long DEFAULT_ALIGNMENT = 64;

    AlignedMemory(AllocatedMemory made) {
        super(made);
    }

    /**
     * Allocates memory with the default alignment. (QMP::AlignedMemory)
     *
     * @param qmp this node
     * @param nbytes the length in bytes
     * @throws org.sennit.message.SennitException NO_MEM when there is not so much, COUNT for a negative size
     */
    public AlignedMemory(Qmp qmp, long nbytes) {
        this(qmp, nbytes, DEFAULT_ALIGNMENT, Qmp.MEM_DEFAULT);
    }

    /**
     * Allocates memory of the default kind. (QMP::AlignedMemory)
     *
     * @param qmp this node
     * @param nbytes the length in bytes
     * @param alignment a power of two, in bytes
     * @throws org.sennit.message.SennitException NO_MEM when there is not so much, COUNT for a negative size or an
     *     alignment that is no power of two
     */
    public AlignedMemory(Qmp qmp, long nbytes, long alignment) {
        this(qmp, nbytes, alignment, Qmp.MEM_DEFAULT);
    }

    /**
     * Allocates memory. (QMP::AlignedMemory)
     *
     * @param qmp this node
     * @param nbytes the length in bytes
     * @param alignment a power of two, in bytes
     * @param flags as of {@link Qmp#allocateAlignedMemory}
     * @throws org.sennit.message.SennitException NO_MEM when there is not so much, COUNT for a negative size or an
     *     alignment that is no power of two, ARG for other flags
     */
    public AlignedMemory(Qmp qmp, long nbytes, long alignment, int flags) {
        this(qmp.node().memory().allocateOrThrow(nbytes, alignment, flags));
    }

    /**
     * Returns the bytes. (AlignedMemory::getBuffer)
     *
     * @return always the same; not to be used after {@link #close}
     */
    public MemorySegment getBuffer() {
        return bytes();
    }

    /** Frees the memory; a second call does nothing. */
    @Override
    public void close() {
        free();
    }
}
