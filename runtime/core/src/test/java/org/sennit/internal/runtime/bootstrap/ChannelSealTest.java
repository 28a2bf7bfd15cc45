package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChannelSealTest {
    private static final byte[] SECRET = "the secret of the job of a test!".getBytes(StandardCharsets.US_ASCII);

    private final ChannelSeal ofServer = ChannelSeal.fresh();
    private final ChannelSeal ofClient = ChannelSeal.fresh();
    private final ByteArrayOutputStream wire = new ByteArrayOutputStream();

    private ChannelSeal.Keys server(byte[] secret) throws IOException {
        return ofServer.agree(secret, ofClient.publicKey(), true);
    }

    private ChannelSeal.Keys client(byte[] secret) throws IOException {
        return ofClient.agree(secret, ofServer.publicKey(), false);
    }

    private InputStream onWire(byte[] bytes) throws IOException {
        return client(SECRET).open(new ByteArrayInputStream(bytes));
    }

    private byte[] records(String... texts) throws IOException {
        OutputStream out = server(SECRET).seal(wire);
        for (String text : texts) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return wire.toByteArray();
    }

    @Test
    void bringsTextsOfAnyLengthThroughInBothDirections() throws IOException {
        for (int length : new int[] {0, 1, 100, 16 << 10, (16 << 10) + 1, 100_000}) {
            byte[] text = new byte[length];
            Arrays.fill(text, (byte) length);
            wire.reset();
            server(SECRET).seal(wire).write(text);
            assertArrayEquals(text, onWire(wire.toByteArray()).readAllBytes());
            wire.reset();
            client(SECRET).seal(wire).write(text);
            ByteArrayInputStream in = new ByteArrayInputStream(wire.toByteArray());
            assertArrayEquals(text, server(SECRET).open(in).readAllBytes());
        }
    }

    @Test
    void showsNothingOfTheText() throws IOException {
        assertFalse(new String(records("a card with an address"), StandardCharsets.ISO_8859_1).contains("card"));
    }

    @Test
    void isNotReadWithAnotherSecretOrTheKeyOfTheOtherDirection() throws IOException {
        byte[] records = records("text");
        byte[] other = SECRET.clone();
        other[0]++;
        InputStream in = client(other).open(new ByteArrayInputStream(records));
        assertThrows(IOException.class, in::read);
        InputStream reflected = server(SECRET).open(new ByteArrayInputStream(records));
        assertThrows(IOException.class, reflected::read);
    }

    @Test
    void endsAtARecordThatIsChangedRepeatedLeftOutOrCut() throws IOException {
        byte[] records = records("one", "two");
        int first = records.length / 2;
        byte[] changed = records.clone();
        changed[first - 1]++;
        assertThrows(IOException.class, onWire(changed)::read);
        byte[] repeated = Arrays.copyOf(records, records.length);
        System.arraycopy(records, 0, repeated, first, first);
        assertThrows(IOException.class, onWire(repeated)::readAllBytes);
        assertThrows(IOException.class, onWire(Arrays.copyOfRange(records, first, records.length))::read);
        assertThrows(IOException.class, onWire(Arrays.copyOf(records, first - 1))::read);
        assertEquals(-1, onWire(new byte[0]).read());
    }

    @Test
    void refusesWhatIsNoPublicKey() {
        for (String key : new String[] {"", "zz", "00".repeat(31), "00".repeat(32)}) {
            assertThrows(IOException.class, () -> ofServer.agree(SECRET, key, true), key);
        }
    }
}
