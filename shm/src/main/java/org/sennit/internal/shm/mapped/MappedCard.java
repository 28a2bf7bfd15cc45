package org.sennit.internal.shm.mapped;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;

/**
 * The business card of mapped: {@code mapped:host!card}, the card being that of the underlying module.
 *
 * @param host the identity of the host, without exclamation marks
 * @param inner the card of the underlying module
 */
record MappedCard(String host, BusinessCard inner) {
    private static final String PREFIX = "mapped:";

    BusinessCard toCard() {
        return new BusinessCard(PREFIX + host + "!" + inner.text());
    }

    static MappedCard of(BusinessCard card) {
        String text = card.text();
        int end = text.indexOf('!');
        if (!text.startsWith(PREFIX) || end < 0 || end == text.length() - 1) {
            throw new SennitException(ErrorClass.ARG, "not a business card of mapped (mapped:host!card), card=" + card);
        }
        return new MappedCard(text.substring(PREFIX.length(), end), new BusinessCard(text.substring(end + 1)));
    }
}
