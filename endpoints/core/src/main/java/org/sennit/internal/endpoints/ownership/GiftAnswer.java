package org.sennit.internal.endpoints.ownership;

/** Who wants to know what becomes of a gift: told once, by the thread of the taker. */
interface GiftAnswer {
    void taken(long lengthBytes);

    void refused(long lengthBytes, GiveRefusal refusal);
}
