/** TLS between hosts: the certificate of a job, made from its secret, and the handler in front of a connection. */
package org.sennit.internal.net.tls;
