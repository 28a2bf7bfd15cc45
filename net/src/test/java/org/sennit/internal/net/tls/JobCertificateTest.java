package org.sennit.internal.net.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;

class JobCertificateTest {
    private static final byte[] SECRET =
            "a secret of 32 bytes, or so it is".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    @Test
    void everyProcessMakesTheSameFromTheSecret() throws Exception {
        JobCertificate one = JobCertificate.of(SECRET);
        assertEquals(one.certificate(), JobCertificate.of(SECRET).certificate());
        one.certificate().verify(one.certificate().getPublicKey());
        one.certificate().checkValidity();
        assertFalse(one.toString().contains("Key"), "the key is not shown");
    }

    @Test
    void anotherSecretMakesAnotherWhichIsNotTrusted() throws Exception {
        X509Certificate other = JobCertificate.of(new byte[32]).certificate();
        JobCertificate mine = JobCertificate.of(SECRET);
        assertNotEquals(mine.certificate(), other);
        JobTrust trust = new JobTrust(mine);
        trust.checkServerTrusted(new X509Certificate[] {mine.certificate()}, "");
        assertThrows(CertificateException.class, () -> trust.checkServerTrusted(new X509Certificate[] {other}, ""));
        assertThrows(CertificateException.class, () -> trust.checkClientTrusted(new X509Certificate[0], ""));
        assertThrows(
                CertificateException.class,
                () -> trust.checkClientTrusted(new X509Certificate[] {mine.certificate(), other}, ""));
    }
}
