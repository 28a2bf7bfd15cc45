package org.sennit.jcstress.harness;

/**
 * An ordered access of a compiled class.
 *
 * @param subject the name of the class
 * @param method the method in which it stands, or {@link #FIELD}
 * @param operation {@code VARIABLE.access}, the name of a fence, that of a volatile field, or {@link #MONITOR}
 */
record Access(String subject, String method, String operation) {
    /** In place of a method: a volatile field, all accesses of which are ordered. */
    static final String FIELD = "volatile";

    /** In place of an operation: the monitors of a method, which is synchronized or has synchronized blocks. */
    static final String MONITOR = "monitor";

    /** The access mode: what stands behind the variable. */
    String mode() {
        return operation.substring(operation.lastIndexOf('.') + 1);
    }

    @Override
    public String toString() {
        return subject.substring(subject.lastIndexOf('.') + 1) + " " + method + " " + operation;
    }
}
