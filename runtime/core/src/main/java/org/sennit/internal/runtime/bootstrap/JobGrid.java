package org.sennit.internal.runtime.bootstrap;

import java.util.Arrays;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The grid that the endpoints of a job form, as it stands in {@link JobOptions#GRID}.
 *
 * <p>Threads: stateless.
 */
public final class JobGrid {
    private JobGrid() {}

    /**
     * Reads the dimensions of a grid.
     *
     * @param text such as 2x2x4; empty: no grid
     * @return the dimensions; none for no grid
     * @throws SennitException ARG when it is not a grid, or has more points than endpoints can be; final
     */
    public static int[] parse(String text) {
        if (text.isEmpty()) {
            return new int[0];
        }
        try {
            int[] dimensions = Arrays.stream(text.split("x", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            if (Arrays.stream(dimensions).allMatch(size -> size >= 1)) {
                points(dimensions);
                return dimensions;
            }
        } catch (NumberFormatException | ArithmeticException malformed) {
            // the error below names the text
        }
        throw new SennitException(
                ErrorClass.ARG,
                "grid " + text + ": numbers of at least 1 with x between them are expected, such as 2x2x4");
    }

    /**
     * Returns the number of endpoints that a grid is for.
     *
     * @return their product
     */
    public static int points(int[] dimensions) {
        return Arrays.stream(dimensions).reduce(1, Math::multiplyExact);
    }
}
