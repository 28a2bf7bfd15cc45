package org.sennit.internal.runtime.bootstrap.engine;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.X509EncodedKeySpec;
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
 * Hands a secret to another process over a channel that others may read: X25519 (RFC 7748), HKDF-SHA256 (RFC 5869) and
 * AES-GCM, with keys made for this purpose alone. A reader of the channel learns nothing; one who can also change what
 * is on it can take part: against that there is a secret file. Immutable.
 */
final class KeyExchange {
    private static final HexFormat HEX = HexFormat.of();
    private static final int KEY_BYTES = 32;
    private static final int TAG_BITS = 128;

    /** Every key seals one message. */
    private static final byte[] NONCE = new byte[12];

    private final KeyPair own;

    KeyExchange() {
        try {
            own = KeyPairGenerator.getInstance("X25519").generateKeyPair();
        } catch (GeneralSecurityException missing) {
            throw failure("no X25519 in this JDK", missing);
        }
    }

    /** Returns the public key, for all to read. */
    String publicText() {
        return HEX.formatHex(own.getPublic().getEncoded());
    }

    /**
     * Seals a text for the holder of a public key.
     *
     * @param purpose what both sides take the text for
     */
    String seal(byte[] secret, String theirs, String purpose) {
        try {
            return HEX.formatHex(cipher(Cipher.ENCRYPT_MODE, theirs, publicText() + theirs + purpose)
                    .doFinal(secret));
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            throw failure("the public key of another process is malformed", malformed);
        }
    }

    /** Opens what the holder of a public key has sealed for this one. */
    byte[] open(String sealed, String theirs, String purpose) {
        try {
            return cipher(Cipher.DECRYPT_MODE, theirs, theirs + publicText() + purpose)
                    .doFinal(HEX.parseHex(sealed));
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            throw failure("the secret that process 0 has sent is not for this process", malformed);
        }
    }

    private Cipher cipher(int mode, String theirs, String info) throws GeneralSecurityException {
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        agreement.init(own.getPrivate());
        agreement.doPhase(
                KeyFactory.getInstance("X25519").generatePublic(new X509EncodedKeySpec(HEX.parseHex(theirs))), true);
        SecretKey key = KDF.getInstance("HKDF-SHA256")
                .deriveKey(
                        "AES",
                        HKDFParameterSpec.ofExtract()
                                .addIKM(agreement.generateSecret())
                                .thenExpand(info.getBytes(StandardCharsets.US_ASCII), KEY_BYTES));
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, NONCE));
        return cipher;
    }

    private static SennitException failure(String what, Exception cause) {
        return new SennitException(ErrorClass.BOOTSTRAP, what, cause);
    }
}
