package org.sennit.examples.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;

class KernelProgramTest {
    private enum Size {
        S,
        W
    }

    private static final class NoKernel implements Kernel<Size> {
        @Override
        public String name() {
            return "NO";
        }

        @Override
        public Size[] problems() {
            return Size.values();
        }

        @Override
        public String describe(Size problem) {
            return problem.name();
        }

        @Override
        public KernelResult run(Communicator world, Size problem, boolean showsProgress) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void findsAProblemByItsLetterInEitherCase() {
        assertEquals(Optional.of(Size.W), chosen("w"));
        assertEquals(Optional.of(Size.S), chosen("S"));
        assertEquals(Optional.empty(), chosen("Z"));
        assertEquals(Optional.empty(), chosen(""));
    }

    @Test
    void takesTheSmallestWhereNoneIsNamedAndNoneWhereTwoAre() {
        assertEquals(Optional.of(Size.S), chosen());
        assertEquals(Optional.empty(), chosen("S", "W"));
    }

    private static Optional<Size> chosen(String... args) {
        return new KernelProgram<>(new NoKernel(), args).chosen();
    }
}
