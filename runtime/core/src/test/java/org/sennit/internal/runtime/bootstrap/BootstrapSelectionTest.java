package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.context.RuntimeContext;

class BootstrapSelectionTest {
    private record Engine(String name, int preference, String reason) implements BootstrapProvider {
        @Override
        public String unavailableBecause(Options options) {
            return reason;
        }

        @Override
        public Bootstrap join(Options options, RuntimeContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private final Engine inner = new Engine("inner", 100, null);
    private final Engine outer = new Engine("outer", 50, null);
    private final Engine absent = new Engine("absent", 300, "no port");

    @Test
    void takesTheMostPreferredEngineThatHasStartedTheProcess() {
        assertSame(inner, BootstrapSelection.of(List.of(outer, absent, inner)).chosen(Options.defaults()));
    }

    @Test
    void namesEachEngineThatHasNot() {
        SennitException none = assertThrows(
                SennitException.class,
                () -> BootstrapSelection.of(List.of(absent)).chosen(Options.defaults()));
        assertEquals(ErrorClass.BOOTSTRAP, none.errorClass());
        assertTrue(none.getMessage().contains("absent: no port"), none::getMessage);
    }

    @Test
    void joinsAloneWhereNoEngineIsNamed() {
        try (Bootstrap bootstrap = BootstrapSelection.join(Options.defaults(), RuntimeContext.system())) {
            assertEquals(1, bootstrap.job().processes());
        }
    }
}
