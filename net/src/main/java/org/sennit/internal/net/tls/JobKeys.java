package org.sennit.internal.net.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Shows the job's certificate to every peer. Immutable. */
final class JobKeys extends X509ExtendedKeyManager {
    private static final String ALIAS = "job";
    private static final String KEY_TYPE = "EdDSA";

    private final JobCertificate identity;

    JobKeys(JobCertificate identity) {
        this.identity = identity;
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return Arrays.asList(keyTypes).contains(KEY_TYPE) ? ALIAS : null;
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return keyType.equals(KEY_TYPE) ? ALIAS : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {identity.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return identity.key();
    }

    // sockets of the JDK are not used

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return null;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return null;
    }
}
