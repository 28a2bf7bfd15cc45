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
    public static final class HelloExample implements Example {
        /** Made by the service loader. */
        public HelloExample() {}

        @Override
        public String name() {
            return "hello";
        }

        @Override
        public String summary() {
            return "every endpoint says who it is";
        }

        @Override
        public Class<?> mainClass() {
            return Hello.class;
        }
    }

    /** {@code ring}. */
    public static final class RingExample implements Example {
        /** Made by the service loader. */
        public RingExample() {}

        @Override
        public String name() {
            return "ring";
        }

        @Override
        public String summary() {
            return "a token goes round all endpoints";
        }

        @Override
        public Class<?> mainClass() {
            return Ring.class;
        }
    }

    /** {@code workers}. */
    public static final class WorkersExample implements Example {
        /** Made by the service loader. */
        public WorkersExample() {}

        @Override
        public String name() {
            return "workers";
        }

        @Override
        public String summary() {
            return "a master hands out tasks to idle workers";
        }

        @Override
        public Class<?> mainClass() {
            return Workers.class;
        }
    }

    /** {@code histogram}. */
    public static final class HistogramExample implements Example {
        /** Made by the service loader. */
        public HistogramExample() {}

        @Override
        public String name() {
            return "histogram";
        }

        @Override
        public String summary() {
            return "clients count numbers in a window of a server, verified";
        }

        @Override
        public Class<?> mainClass() {
            return Histogram.class;
        }
    }

    /** {@code gups}. */
    public static final class GupsExample implements Example {
        /** Made by the service loader. */
        public GupsExample() {}

        @Override
        public String name() {
            return "gups";
        }

        @Override
        public String summary() {
            return "random updates of a table in all endpoints' memory, verified";
        }

        @Override
        public Class<?> mainClass() {
            return Gups.class;
        }
    }

    /** {@code heat}. */
    public static final class HeatExample implements Example {
        /** Made by the service loader. */
        public HeatExample() {}

        @Override
        public String name() {
            return "heat";
        }

        @Override
        public String summary() {
            return "spreads the heat of a picture: heat [PICTURE] [--help]";
        }

        @Override
        public Class<?> mainClass() {
            return Heat.class;
        }
    }

    /** {@code cg}. */
    public static final class CgExample implements Example {
        /** Made by the service loader. */
        public CgExample() {}

        @Override
        public String name() {
            return "cg";
        }

        @Override
        public String summary() {
            return "NPB's conjugate gradient, verified: cg [S|W|A|B|C]";
        }

        @Override
        public Class<?> mainClass() {
            return Cg.class;
        }
    }

    /** {@code ft}. */
    public static final class FtExample implements Example {
        /** Made by the service loader. */
        public FtExample() {}

        @Override
        public String name() {
            return "ft";
        }

        @Override
        public String summary() {
            return "NPB's 3-D FFT, verified: ft [S|W|A]";
        }

        @Override
        public Class<?> mainClass() {
            return Ft.class;
        }
    }

    /** {@code is}. */
    public static final class IsExample implements Example {
        /** Made by the service loader. */
        public IsExample() {}

        @Override
        public String name() {
            return "is";
        }

        @Override
        public String summary() {
            return "NPB's integer sort, verified: is [S|W|A]";
        }

        @Override
        public Class<?> mainClass() {
            return Is.class;
        }
    }
}
