package org.sennit.internal.runtime.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Encryption of a connection between hosts, behind its greeting. Each side's nonce in the greeting of
 * {@link LauncherProtocol} is a fresh X25519 public key (RFC 7748), so the proofs of the job's secret authenticate the
 * keys; what both agree on, and the secret, make one AES-256-GCM key for each direction by HKDF-SHA256 (RFC 5869).
 *
 * <pre>
 * record     2 bytes: length of what follows, most significant first
 *            n bytes: up to 16 KiB of text, encrypted, and its tag of 16 bytes; the nonce counts the records of a
 *            direction
 * </pre>
 *
 * <p>A reader who learns the secret later cannot read what was recorded; a record that is changed, left out or repeated
 * ends the connection. Threads: one agrees; afterwards one reads and one at a time writes.
 */
public final class ChannelSeal {
    private static final String AGREEMENT = "X25519";
    private static final byte[] PUBLIC_KEY_PREFIX = HexFormat.of().parseHex("302a300506032b656e032100");
    private static final int PUBLIC_KEY_BYTES = 32;
    private static final int RECORD_BYTES = 16 << 10;
    private static final int TAG_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final int KEY_BYTES = 32;

    private final KeyPair pair;

    private ChannelSeal(KeyPair pair) {
        this.pair = pair;
    }

    /** Returns a fresh key pair for one connection. */
    public static ChannelSeal fresh() {
        try {
            return new ChannelSeal(KeyPairGenerator.getInstance(AGREEMENT).generateKeyPair());
        } catch (GeneralSecurityException missing) {
            throw noSuch(missing);
        }
    }

    /** Returns the public key, in 64 hexadecimal digits. */
    public String publicKey() {
        byte[] encoded = pair.getPublic().getEncoded();
        return HexFormat.of().formatHex(encoded, encoded.length - PUBLIC_KEY_BYTES, encoded.length);
    }

    /**
     * Agrees with the other side, whose proof of the secret and of both public keys has been seen.
     *
     * @param theirs the other side's public key
     * @param isServer whether this side is the server
     * @return the keys of both directions
     * @throws IOException theirs is no public key
     */
    public Keys agree(byte[] secret, String theirs, boolean isServer) throws IOException {
        try {
            KeyAgreement agreement = KeyAgreement.getInstance(AGREEMENT);
            agreement.init(pair.getPrivate());
            agreement.doPhase(publicKeyOf(theirs), true);
            byte[] shared = agreement.generateSecret();
            String both = isServer ? publicKey() + theirs : theirs + publicKey();
            SecretKey ofServer = derive(secret, shared, "server " + both);
            SecretKey ofClient = derive(secret, shared, "client " + both);
            return isServer ? new Keys(ofClient, ofServer) : new Keys(ofServer, ofClient);
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            throw new IOException("not a public key", malformed);
        }
    }

    private static PublicKey publicKeyOf(String hex) throws GeneralSecurityException {
        byte[] raw = HexFormat.of().parseHex(hex);
        if (raw.length != PUBLIC_KEY_BYTES) {
            throw new IllegalArgumentException("length");
        }
        byte[] encoded = Arrays.copyOf(PUBLIC_KEY_PREFIX, PUBLIC_KEY_PREFIX.length + PUBLIC_KEY_BYTES);
        System.arraycopy(raw, 0, encoded, PUBLIC_KEY_PREFIX.length, PUBLIC_KEY_BYTES);
        return KeyFactory.getInstance(AGREEMENT).generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static SecretKey derive(byte[] secret, byte[] shared, String info) throws GeneralSecurityException {
        return KDF.getInstance("HKDF-SHA256")
                .deriveKey(
                        "AES",
                        HKDFParameterSpec.ofExtract()
                                .addIKM(shared)
                                .addSalt(secret)
                                .thenExpand(("sennit " + info).getBytes(StandardCharsets.US_ASCII), KEY_BYTES));
    }

    private static SennitException noSuch(GeneralSecurityException missing) {
        return new SennitException(ErrorClass.INTERN, "this JDK lacks X25519 or AES-GCM", missing);
    }

    /** The keys of one connection. */
    public static final class Keys {
        private final SecretKey reading;
        private final SecretKey writing;

        private Keys(SecretKey reading, SecretKey writing) {
            this.reading = reading;
            this.writing = writing;
        }

        /**
         * Decrypts what the other side writes.
         *
         * @param in where its records come from
         * @return the text; a record that is not authentic is an {@link IOException}
         */
        public InputStream open(InputStream in) {
            return new Opened(in, reading);
        }

        /**
         * Encrypts what this side writes: each write is one record, or several.
         *
         * @param out where the records go
         * @return takes the text
         */
        public OutputStream seal(OutputStream out) {
            return new Sealed(out, writing);
        }
    }

    /** A cipher whose nonce counts. */
    private static final class Counting {
        private final SecretKey key;
        private final int mode;
        private final Cipher cipher;
        private long count;

        Counting(SecretKey key, int mode) {
            this.key = key;
            this.mode = mode;
            try {
                cipher = Cipher.getInstance("AES/GCM/NoPadding");
            } catch (GeneralSecurityException missing) {
                throw noSuch(missing);
            }
        }

        byte[] next(byte[] bytes, int offset, int length) throws IOException {
            byte[] nonce =
                    ByteBuffer.allocate(NONCE_BYTES).putInt(0).putLong(count++).array();
            try {
                cipher.init(mode, key, new GCMParameterSpec(Byte.SIZE * TAG_BYTES, nonce));
                return cipher.doFinal(bytes, offset, length);
            } catch (GeneralSecurityException forged) {
                throw new IOException("a record is not authentic", forged);
            }
        }
    }

    private static final class Sealed extends OutputStream {
        private final OutputStream out;
        private final Counting cipher;

        Sealed(OutputStream out, SecretKey key) {
            this.out = out;
            this.cipher = new Counting(key, Cipher.ENCRYPT_MODE);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; done += RECORD_BYTES) {
                byte[] sealed = cipher.next(bytes, offset + done, Math.min(RECORD_BYTES, length - done));
                out.write(ByteBuffer.allocate(Short.BYTES + sealed.length)
                        .putShort((short) sealed.length)
                        .put(sealed)
                        .array());
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    private static final class Opened extends InputStream {
        private final InputStream in;
        private final Counting cipher;
        private byte[] text = new byte[0];
        private int position;

        Opened(InputStream in, SecretKey key) {
            this.in = in;
            this.cipher = new Counting(key, Cipher.DECRYPT_MODE);
        }

        @Override
        public int read() throws IOException {
            return hasText() ? text[position++] & 0xff : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!hasText()) {
                return -1;
            }
            int count = Math.min(length, text.length - position);
            System.arraycopy(text, position, bytes, offset, count);
            position += count;
            return count;
        }

        /** Reads the next record where this one has been read. Returns false at the end. */
        private boolean hasText() throws IOException {
            while (position == text.length) {
                int high = in.read();
                if (high < 0) {
                    return false;
                }
                int low = in.read();
                byte[] sealed = in.readNBytes(high << 8 | Math.max(low, 0));
                if (low < 0 || sealed.length != (high << 8 | low)) {
                    throw new EOFException("the connection has ended inside a record");
                }
                text = cipher.next(sealed, 0, sealed.length);
                position = 0;
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
