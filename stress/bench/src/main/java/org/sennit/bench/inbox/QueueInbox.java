package org.sennit.bench.inbox;

import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * JCTools' many-to-one array queue of references to message objects: bounded, and each message is a slot and an object,
 * two lines. Lost for both. Objects are recycled as in {@link LinkedInbox}.
 */
final class QueueInbox implements ComparedInbox {
    private static final int CAPACITY = 1024;

    private final MpscVarHandleArrayQueue<LinkedInbox.Node> queue = new MpscVarHandleArrayQueue<>(CAPACITY);
    private final LinkedInbox.FreeNodes ofSender;
    private final LinkedInbox.FreeNodes ofConsumer;

    QueueInbox(LinkedInbox.FreeNodes ofSender, LinkedInbox.FreeNodes ofConsumer) {
        this.ofSender = ofSender;
        this.ofConsumer = ofConsumer;
    }

    @Override
    public void send(int source, int tag, long payload) {
        LinkedInbox.Node message = ofSender.take();
        message.source = source;
        message.tag = tag;
        message.payload = payload;
        while (!queue.offer(message)) {
            Thread.onSpinWait();
        }
    }

    @Override
    public long receive(int source, int tag) {
        LinkedInbox.Node message;
        while ((message = queue.poll()) == null) {
            Thread.onSpinWait();
        }
        if (message.source != source || message.tag != tag) {
            throw new IllegalStateException("source=" + message.source + " tag=" + message.tag);
        }
        long payload = message.payload;
        ofConsumer.give(message);
        return payload;
    }
}
