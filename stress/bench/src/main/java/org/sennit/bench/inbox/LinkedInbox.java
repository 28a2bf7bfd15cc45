package org.sennit.bench.inbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;

/**
 * The classical inbox of linked nodes, which lost against the ring of cells: a producer exchanges the tail for
 * its node and then links it to its predecessor. Each message makes three lines cross: the tail, the
 * predecessor's link, the node.
 *
 * <p>Threads: {@code send} any, {@code receive} the consumer. Nodes are recycled by the consumer's thread, which uses
 * them for its own sends, as in a ping-pong; other patterns allocate.
 *
 * <p>Source: the queue of D. Buntinas, G. Mercier, W. Gropp: Design and Evaluation of Nemesis, 2006; after
 * Mellor-Crummey and Scott's list of waiters.
 */
final class LinkedInbox implements ComparedInbox {
    private static final VarHandle TAIL =
            FieldHandle.converting(MethodHandles.lookup(), Tail.class, "node", Node.class);
    private static final VarHandle NEXT =
            FieldHandle.converting(MethodHandles.lookup(), NodeFields.class, "next", Node.class);

    /** The last node, on a line of its own. */
    static final class Tail extends Padding {
        @SuppressWarnings("unused") // by TAIL
        private Node node;

        @SuppressWarnings("unused")
        private long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** Two lines. */
    abstract static class Padding {
        @SuppressWarnings("unused")
        private long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    }

    /** What a node carries. */
    abstract static class NodeFields extends Padding {
        @SuppressWarnings("unused") // by NEXT
        Node next;

        int source;
        int tag;
        long payload;
    }

    /** One message; afterwards the empty node before the next. */
    static final class Node extends NodeFields {
        @SuppressWarnings("unused")
        private long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** Nodes that one thread may use for its sends. */
    static final class FreeNodes {
        private Node first;

        Node take() {
            Node node = first;
            if (node == null) {
                return new Node();
            }
            first = node.next;
            return node;
        }

        void give(Node node) {
            node.next = first;
            first = node;
        }
    }

    private final Tail tail = new Tail();
    private final FreeNodes ofSender;
    private final FreeNodes ofConsumer;
    private Node head = new Node(); // of the consumer: a node whose message has been taken

    LinkedInbox(FreeNodes ofSender, FreeNodes ofConsumer) {
        this.ofSender = ofSender;
        this.ofConsumer = ofConsumer;
        TAIL.setVolatile(tail, head);
    }

    @Override
    public void send(int source, int tag, long payload) {
        Node node = ofSender.take();
        node.source = source;
        node.tag = tag;
        node.payload = payload;
        NEXT.set((NodeFields) node, (Node) null);
        // The one atomic step; orders the producers.
        Node predecessor = (Node) TAIL.getAndSet(tail, node);
        // Publishes the node; pairs with getAcquire in receive.
        NEXT.setRelease((NodeFields) predecessor, node);
    }

    @Override
    public long receive(int source, int tag) {
        Node next;
        while ((next = (Node) NEXT.getAcquire((NodeFields) head)) == null) {
            Thread.onSpinWait();
        }
        if (next.source != source || next.tag != tag) {
            throw new IllegalStateException("source=" + next.source + " tag=" + next.tag);
        }
        ofConsumer.give(head);
        head = next;
        return next.payload;
    }
}
