package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;

class EagerLimitTest {
    private static Options options(long bytes) {
        Properties properties = new Properties();
        properties.setProperty("sennit.mapped.eager.max", Long.toString(bytes));
        return Options.of(properties, Map.of());
    }

    @Test
    void isRefusedBeyondWhatADeviceAccepts() {
        int most = VirtualConnection.MAX_EAGER_BYTES;
        assertEquals(most, options(most).value(MappedOptions.EAGER_MAX));
        SennitException illegal =
                assertThrows(SennitException.class, () -> options(most + 1L).value(MappedOptions.EAGER_MAX));
        assertTrue(illegal.getMessage().contains("within 0 to " + most), illegal.getMessage());
    }
}
