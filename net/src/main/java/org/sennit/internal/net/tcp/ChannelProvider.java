package org.sennit.internal.net.tcp;

import java.nio.channels.spi.SelectorProvider;
import org.sennit.internal.runtime.bootstrap.Providers;

/**
 * Spares the JDK its search for a provider of channels: before the first channel it opens each jar of the class path,
 * which takes 90 ms of processor time of each JVM of a job. Where the class path brings none, the JDK's own is named in
 * the property that comes before the search.
 *
 * <p>Threads: any. Two that name it at once name the same; the JDK asks for it once.
 */
final class ChannelProvider {
    /** The JDK's property. */
    static final String PROPERTY = "java.nio.channels.spi.SelectorProvider";

    /** The JDK's own provider on Linux, the one that it takes in the end. */
    private static final String OWN = "sun.nio.ch.EPollSelectorProvider";

    private ChannelProvider() {}

    /** Has the JDK choose its provider, the one that it would find by its search. */
    static void settle() {
        if (System.getProperty(PROPERTY) != null || Providers.mayBring(PROPERTY) || !hasOwn()) {
            return;
        }
        System.setProperty(PROPERTY, OWN);
        SelectorProvider.provider();
        System.clearProperty(PROPERTY); // the program sees none that its user has not set
    }

    private static boolean hasOwn() {
        try {
            Class.forName(OWN, false, null);
            return true;
        } catch (ClassNotFoundException otherSystem) {
            return false;
        }
    }
}
