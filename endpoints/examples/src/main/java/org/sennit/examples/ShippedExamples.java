package org.sennit.examples;

import org.sennit.examples.cg.Cg;
import org.sennit.examples.ft.Ft;
import org.sennit.examples.heat.Heat;
import org.sennit.examples.is.Is;
import org.sennit.examples.learning.Hello;
import org.sennit.examples.learning.Ring;
import org.sennit.examples.learning.Workers;
import org.sennit.examples.onesided.Gups;
import org.sennit.examples.onesided.Histogram;
import org.sennit.spi.launch.Example;

/**
 * The short names under which the launcher finds the programs of this module, as providers for
 * {@link java.util.ServiceLoader}.
 *
 * <p>Stateless; any thread.
 */
public final class ShippedExamples {
    private ShippedExamples() {}

    /** {@code hello}. */
    public static final class HelloExample extends Example {
        /** Made by the service loader. */
        public HelloExample() {
            super("hello", "every endpoint says who it is", Hello.class);
        }
    }

    /** {@code ring}. */
    public static final class RingExample extends Example {
        /** Made by the service loader. */
        public RingExample() {
            super("ring", "a token goes round all endpoints", Ring.class);
        }
    }

    /** {@code workers}. */
    public static final class WorkersExample extends Example {
        /** Made by the service loader. */
        public WorkersExample() {
            super("workers", "a master hands out tasks to idle workers", Workers.class);
        }
    }

    /** {@code histogram}. */
    public static final class HistogramExample extends Example {
        /** Made by the service loader. */
        public HistogramExample() {
            super("histogram", "clients count numbers in a window of a server: histogram [--help]", Histogram.class);
        }
    }

    /** {@code gups}. */
    public static final class GupsExample extends Example {
        /** Made by the service loader. */
        public GupsExample() {
            super("gups", "random updates of a table in all endpoints' memory: gups [--help]", Gups.class);
        }
    }

    /** {@code heat}. */
    public static final class HeatExample extends Example {
        /** Made by the service loader. */
        public HeatExample() {
            super("heat", "spreads the heat of a picture: heat [PICTURE] [--help]", Heat.class);
        }
    }

    /** {@code cg}. */
    public static final class CgExample extends Example {
        /** Made by the service loader. */
        public CgExample() {
            super("cg", "NPB's conjugate gradient, verified: cg [S|W|A|B|C]", Cg.class);
        }
    }

    /** {@code ft}. */
    public static final class FtExample extends Example {
        /** Made by the service loader. */
        public FtExample() {
            super("ft", "NPB's 3-D FFT, verified: ft [S|W|A]", Ft.class);
        }
    }

    /** {@code is}. */
    public static final class IsExample extends Example {
        /** Made by the service loader. */
        public IsExample() {
            super("is", "NPB's integer sort, verified: is [S|W|A]", Is.class);
        }
    }
}
