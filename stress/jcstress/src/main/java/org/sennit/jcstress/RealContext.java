package org.sennit.jcstress;

import org.sennit.spi.context.RuntimeContext;

/** One system context for all states: a test makes millions of them. Any thread. */
public final class RealContext {
    /** Clock, spins and yields of the JDK. */
    public static final RuntimeContext INSTANCE = RuntimeContext.system();

    private RealContext() {}
}
