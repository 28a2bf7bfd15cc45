package org.sennit.internal.runtime.bootstrap.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class KeyExchangeTest {
    private final KeyExchange zero = new KeyExchange();
    private final KeyExchange one = new KeyExchange();
    private final KeyExchange two = new KeyExchange();
    private final byte[] secret = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private final String sealed = zero.seal(secret, one.publicText(), "job.1");

    @Test
    void theHolderOfTheKeyOpensTheSecret() {
        assertArrayEquals(secret, one.open(sealed, zero.publicText(), "job.1"));
    }

    @Test
    void noOtherReaderDoes() {
        char last = sealed.charAt(sealed.length() - 1);
        String changed = sealed.substring(0, sealed.length() - 1) + (last == '0' ? '1' : '0');
        for (Runnable attempt : List.<Runnable>of(
                () -> two.open(sealed, zero.publicText(), "job.1"),
                () -> one.open(sealed, two.publicText(), "job.1"),
                () -> one.open(sealed, zero.publicText(), "job.2"),
                () -> one.open(changed, zero.publicText(), "job.1"),
                () -> one.open("nonsense", zero.publicText(), "job.1"),
                () -> one.open(sealed, "ab", "job.1"))) {
            assertEquals(
                    ErrorClass.BOOTSTRAP,
                    assertThrows(SennitException.class, attempt::run).errorClass());
        }
    }
}
