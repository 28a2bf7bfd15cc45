package org.sennit.internal.net.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** TLS clients that trust any server, as strangers may. */
public final class TestTls {
    private TestTls() {}

    /**
     * A client.
     *
     * @param secret of the job whose certificate it shows; null for none
     */
    public static SSLContext client(byte[] secret) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(secret == null ? null : keys(secret), new TrustManager[] {new Anybody()}, null);
        return context;
    }

    private static KeyManager[] keys(byte[] secret) throws GeneralSecurityException {
        try {
            JobCertificate identity = JobCertificate.of(secret);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("job", identity.key(), new char[0], new X509Certificate[] {identity.certificate()});
            KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
            factory.init(store, new char[0]);
            return factory.getKeyManagers();
        } catch (java.io.IOException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
