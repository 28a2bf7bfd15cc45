package org.sennit.message;

/** The storage order of an array of several dimensions. (MPI 4.1, section 5.1.3) */
public enum ArrayOrder {
    /** The last index moves fastest, as in C and Java. */
    ROW_MAJOR,
    /** The first index moves fastest, as in Fortran. */
    COLUMN_MAJOR
}
