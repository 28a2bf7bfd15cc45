package org.sennit.spi.network;

/**
 * For network modules: pending sends, first in first out, linked through the operations. Guarded by whatever guards the
 * module's connection.
 */
public final class SendQueue {
    private NetworkSend head;
    private NetworkSend tail;

    /** Makes an empty queue. */
    public SendQueue() {}

    /**
     * Returns whether nothing is pending.
     *
     * @return true when it is empty
     */
    public boolean isEmpty() {
        return head == null;
    }

    /**
     * Returns the first operation.
     *
     * @return it, or null
     */
    public NetworkSend head() {
        return head;
    }

    /**
     * Returns the last operation.
     *
     * @return it, or null
     */
    public NetworkSend tail() {
        return tail;
    }

    /**
     * Adds an operation behind all others.
     *
     * @param operation in no queue
     */
    public void addLast(NetworkSend operation) {
        operation.setNext(null);
        if (tail == null) {
            head = operation;
        } else {
            tail.setNext(operation);
        }
        tail = operation;
    }

    /**
     * Puts an operation before all others.
     *
     * @param operation in no queue
     */
    public void addFirst(NetworkSend operation) {
        operation.setNext(head);
        head = operation;
        if (tail == null) {
            tail = operation;
        }
    }

    /**
     * Takes the first operation out; it is linked to nothing afterwards.
     *
     * @return the operation; there must be one
     */
    public NetworkSend removeFirst() {
        NetworkSend first = head;
        head = first.next();
        if (head == null) {
            tail = null;
        }
        first.setNext(null);
        return first;
    }
}
