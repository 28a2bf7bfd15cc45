package org.sennit.examples.ownership;

import org.sennit.examples.ownership.fft2d.Fft2d;
import org.sennit.examples.ownership.md.Md;
import org.sennit.spi.launch.Example;

/**
 * The short names under which the launcher finds the programs of this module, as providers for
 * {@link java.util.ServiceLoader}.
 *
 * <p>Stateless; any thread.
 */
public final class OwnershipExamples {
    private OwnershipExamples() {}

    /** {@code fft2d}. */
    public static final class Fft2dExample extends Example {
        /** Made by the service loader. */
        public Fft2dExample() {
            super("fft2d", "2-D FFT by send/receive and by ownership, verified: fft2d [S|W|A] [--help]", Fft2d.class);
        }
    }

    /** {@code md}. */
    public static final class MdExample extends Example {
        /** Made by the service loader. */
        public MdExample() {
            super(
                    "md",
                    "molecular dynamics by send/receive and by ownership, energy conserved: md [S|W|A] [--help]",
                    Md.class);
        }
    }
}
