package org.sennit.internal.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERGeneralizedTime;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.sennit.internal.runtime.bootstrap.JobProof;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The key and the certificate of a job: Ed25519 (RFC 8032), made from the job's secret alone, so that every process has
 * the same one, byte for byte, and nothing has to be handed out besides the secret, however the process was started.
 * Ed25519 signs without random numbers; that is what makes the same certificate from the same secret. It never expires,
 * since the job does, and clocks of hosts need not agree.
 *
 * <p>The key follows from the secret. TLS 1.3 agrees on fresh keys for each connection, so that what was recorded stays
 * secret when the job's secret becomes known later.
 *
 * @param certificate signed with it
 */
record JobCertificate(PrivateKey key, X509Certificate certificate) {
    /** The only use of the secret under this name: it reveals nothing about the proofs of the handshake. */
    private static final byte[] LABEL = "sennit tls ed25519 1".getBytes(StandardCharsets.US_ASCII);

    private static final AlgorithmIdentifier ED25519 =
            new AlgorithmIdentifier(new ASN1ObjectIdentifier("1.3.101.112")); // RFC 8410

    /**
     * Makes it. Takes some 10 ms, and a tenth of a second the first time for loading classes.
     *
     * @throws SennitException with {@link ErrorClass#INTERN} when this JDK has no Ed25519
     */
    static JobCertificate of(byte[] secret) {
        byte[] seed = JobProof.hmac(secret, LABEL);
        try {
            PrivateKey key = KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
            byte[] publicKey = new byte[Ed25519.PUBLIC_KEY_SIZE];
            Ed25519.generatePublicKey(seed, 0, publicKey, 0); // the JDK cannot get it from the private one
            return new JobCertificate(key, signed(key, publicKey));
        } catch (GeneralSecurityException | IOException e) {
            throw new SennitException(ErrorClass.INTERN, "the certificate of the job cannot be made", e);
        }
    }

    private static X509Certificate signed(PrivateKey key, byte[] publicKey)
            throws GeneralSecurityException, IOException {
        X500Name name = new X500Name("CN=Sennit job");
        V3TBSCertificateGenerator generator = new V3TBSCertificateGenerator();
        generator.setSerialNumber(new ASN1Integer(1));
        generator.setIssuer(name);
        generator.setSubject(name);
        generator.setStartDate(new Time(new DERGeneralizedTime("20000101000000Z")));
        generator.setEndDate(new Time(new DERGeneralizedTime("99991231235959Z"))); // RFC 5280: none
        generator.setSubjectPublicKeyInfo(new SubjectPublicKeyInfo(ED25519, publicKey));
        generator.setSignature(ED25519);
        TBSCertificate content = generator.generateTBSCertificate();
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(key);
        signature.update(content.getEncoded(ASN1Encoding.DER));
        byte[] encoded = new DERSequence(new ASN1Encodable[] {content, ED25519, new DERBitString(signature.sign())})
                .getEncoded(ASN1Encoding.DER);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    /** Does not show the key. */
    @Override
    public String toString() {
        return "JobCertificate[]";
    }
}
