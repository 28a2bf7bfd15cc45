package org.sennit.examples.qmp;

import org.sennit.examples.qmp.fermion.Dslash;
import org.sennit.examples.qmp.gauge.Su3;
import org.sennit.spi.launch.Example;

/**
 * The short names under which the launcher finds the programs of this module, as providers for
 * {@link java.util.ServiceLoader}.
 *
 * <p>Stateless; any thread.
 */
public final class QmpExamples {
    private QmpExamples() {}

    /** {@code su3}. */
    public static final class Su3Example extends Example {
        /** Made by the service loader. */
        public Su3Example() {
            super("su3", "SU(3) lattice gauge theory on QMP, verified: su3 [--help]", Su3.class);
        }
    }

    /** {@code dslash}. */
    public static final class DslashExample extends Example {
        /** Made by the service loader. */
        public DslashExample() {
            super("dslash", "Wilson-Dirac operator and its inversion on QMP, verified: dslash [--help]", Dslash.class);
        }
    }
}
