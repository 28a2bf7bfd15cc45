package org.sennit.internal.net.tcp;

/** The same with the sockets of the JDK. */
class NioGatherTest extends TcpGatherTest {
    @Override
    String transport() {
        return "nio";
    }
}
