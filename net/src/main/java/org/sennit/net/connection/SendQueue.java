package org.sennit.net.connection;

import org.sennit.runtime.netmod.NetworkSend;

/** Pending sends, first in first out, linked through the operations. Used with the loop held. */
final class SendQueue {
    private NetworkSend head;
    private NetworkSend tail;

    boolean isEmpty() {
        return head == null;
    }

    NetworkSend head() {
        return head;
    }

    NetworkSend tail() {
        return tail;
    }

    void addLast(NetworkSend operation) {
        operation.setNext(null);
        if (tail == null) {
            head = operation;
        } else {
            tail.setNext(operation);
        }
        tail = operation;
    }

    void addFirst(NetworkSend operation) {
        operation.setNext(head);
        head = operation;
        if (tail == null) {
            tail = operation;
        }
    }

    /** Takes the head out; it is linked to nothing afterwards. */
    NetworkSend removeFirst() {
        NetworkSend first = head;
        head = first.next();
        if (head == null) {
            tail = null;
        }
        first.setNext(null);
        return first;
    }
}
