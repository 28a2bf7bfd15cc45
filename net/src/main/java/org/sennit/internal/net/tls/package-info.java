/**
 * TLS between hosts: the certificate of a job, made from its secret, and the handler in front of a connection.
 *
 * <p>The module listens on a Unix socket in a folder of mode 0700, and then on no TCP port; on loopback where there are
 * no such sockets; on the network only with peers on other hosts, and there speaks TLS 1.3 alone: a socket speaks TLS
 * or does not, so a downgrade is impossible. Both sides show the job's certificate, and the proof covers a key of the
 * TLS session. The card lists all sockets, and the peer selects one. Over TLS every byte goes through Netty's pipeline,
 * one staging buffer at a time; the fast paths are for plain sockets.
 */
package org.sennit.internal.net.tls;
