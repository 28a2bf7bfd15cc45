package org.sennit.active;

/** The correspondence between the pieces of the target vector and those of the origin vector. */
public enum VectorKind {
    /** Piece i goes to piece i: both vectors have the same number of pieces, of the same lengths. */
    IOVECTOR,
    /** Blocks of one length at a fixed distance: both vectors have the same number of blocks, of the same length. */
    STRIDED,
    /**
     * The bytes of all pieces in order go to the bytes of all pieces in order; what does not fit is dropped. Numbers
     * and lengths of the pieces are free.
     */
    GENERIC
}
