package org.sennit.internal.shm.match;

/**
 * The place of an unexpected message in the index of one wildcard class: its key there, and its neighbors. A message is
 * its own place in the first index that is made, since most queues need one at most. Belongs to the thread that drains the
 * inbox.
 */
class MessageLink extends MatchNode<MessageLink> {
    UnexpectedMessage message;
}
