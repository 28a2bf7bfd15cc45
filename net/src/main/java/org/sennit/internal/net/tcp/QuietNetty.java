package org.sennit.internal.net.tcp;

/**
 * Settings of Netty and SLF4J that must be made before their first class is loaded, for a start that is quick and
 * prints nothing. Each is left alone where the user has set it. Any thread; later calls do nothing new.
 */
final class QuietNetty {
    private QuietNetty() {}

    static void prepare() {
        // Netty would look up the hardware address of a network card and the process id for names that we do not use.
        setIfAbsent("io.netty.machineId", "00:00:00:00:00:00:00:01");
        setIfAbsent("io.netty.processId", Long.toString(ProcessHandle.current().pid() & 0x3fffff));
        // SLF4J would report on stderr that no logger is bound.
        setIfAbsent("slf4j.internal.verbosity", "ERROR");
    }

    private static void setIfAbsent(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
