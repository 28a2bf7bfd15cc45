package org.sennit.internal.shm.match;

/**
 * The links of an unexpected message in the index of one wildcard class, with its key there. A message serves as its
 * own link in the first index that is made, since most queues need at most one. Belongs to the thread that drains the
 * inbox.
 */
class MessageLink extends MatchNode<MessageLink> {
    UnexpectedMessage message;
}
