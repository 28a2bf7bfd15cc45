package org.sennit.internal.endpoints.ownership;

/** Receives the outcome of a gift: called once, by the thread of the taker. */
interface GiftAnswer {
    void taken(long lengthBytes);

    void refused(long lengthBytes, GiveRefusal refusal);
}
