package org.sennit.active;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class ActiveVectorTest {
    @Test
    void noMemoriesAtAllAreAnErrorThatNamesThem() {
        for (VectorKind kind : new VectorKind[] {VectorKind.GENERIC, VectorKind.IOVECTOR}) {
            SennitException error = assertThrows(SennitException.class, () -> {
                if (kind == VectorKind.GENERIC) {
                    ActiveVector.generic((Object[]) null);
                } else {
                    ActiveVector.iovector((Object[]) null);
                }
            });
            assertEquals(ErrorClass.BUFFER, error.errorClass());
            assertTrue(error.getMessage().contains("memories"), error::getMessage);
        }
    }
}
