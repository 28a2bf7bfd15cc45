package org.sennit.shm.match;

/**
 * The place of an unexpected message in the index of one wildcard class: its key there, and its neighbours. Belongs to
 * the thread that drains the inbox.
 */
final class MessageLink {
    final UnexpectedMessage message;
    int source;
    int tag;
    MessageLink newer;
    MessageLink older;
    MessageLink newest;
    MessageLink chained;

    MessageLink(UnexpectedMessage message) {
        this.message = message;
    }
}
