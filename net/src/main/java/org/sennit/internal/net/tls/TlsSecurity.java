package org.sennit.internal.net.tls;

import io.netty.channel.Channel;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.function.Consumer;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLKeyException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.sennit.internal.net.connection.SocketSecurity;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * TLS 1.3 by the JDK's provider, in Netty's handler. Both sides must show the job's certificate. Nothing else is
 * spoken: no older version, and no way to go on without. Used with the loop held.
 */
public final class TlsSecurity implements SocketSecurity {
    private static final String PROTOCOL = "TLSv1.3";
    private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};

    /** RFC 9266: the name of the key that binds something to a TLS channel. */
    private static final String BINDING = "EXPORTER-Channel-Binding";

    private static final int BINDING_LENGTH = 32;

    private final SSLContext context;

    /**
     * Makes the certificate and what goes with it; a tenth of a second.
     *
     * @throws SennitException with {@link ErrorClass#UNSUPPORTED} when this JDK cannot do it; do not retry
     */
    public TlsSecurity(byte[] secret) {
        try {
            JobCertificate identity = JobCertificate.of(secret);
            context = SSLContext.getInstance(PROTOCOL);
            context.init(new KeyManager[] {new JobKeys(identity)}, new TrustManager[] {new JobTrust(identity)}, null);
        } catch (GeneralSecurityException e) {
            throw new SennitException(ErrorClass.UNSUPPORTED, "this JDK cannot do TLS 1.3: " + e.getMessage(), e);
        }
    }

    @Override
    public void protect(Channel channel, boolean isInitiator, Consumer<Throwable> done) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(isInitiator);
        SSLParameters parameters = new SSLParameters(CIPHERS, new String[] {PROTOCOL});
        parameters.setNamedGroups(new String[] {"x25519"}); // one, so that no key is made for nothing
        parameters.setSignatureSchemes(new String[] {"ed25519"});
        parameters.setNeedClientAuth(!isInitiator);
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(0); // the connection's own handshake, which follows, has a deadline for both
        handler.handshakeFuture().addListener(result -> done.accept(brief(channel, result.cause())));
        channel.pipeline().addLast(new FirstByte(done), handler);
    }

    /** Returns what is fit for one line of a log: Netty's text of bytes that are not TLS has all of them. */
    private static Throwable brief(Channel channel, Throwable cause) {
        if (cause instanceof NotSslRecordException) {
            return new SSLException("it does not speak TLS");
        }
        if (cause instanceof SSLException && !channel.isActive()) {
            return new IOException("the peer has closed the connection during the TLS handshake", cause);
        }
        return cause;
    }

    @Override
    public byte[] binding(Channel channel) {
        SSLEngine engine = channel.pipeline().get(SslHandler.class).engine();
        try {
            return ((ExtendedSSLSession) engine.getSession())
                    .exportKeyingMaterialData(BINDING, new byte[0], BINDING_LENGTH);
        } catch (SSLKeyException e) {
            throw new SennitException(ErrorClass.NETWORK, "TLS gives no binding: " + e.getMessage(), e);
        }
    }
}
