package org.sennit.examples.qmp.lattice;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Sites of a lattice along each axis, all even.
 *
 * @param x along axis 0
 * @param y along axis 1
 * @param z along axis 2
 * @param t along axis 3
 */
public record LatticeSize(int x, int y, int z, int t) {
    private static final long MOST_SITES = 1 << 20;

    /**
     * Returns the sites as QMP takes them.
     *
     * @return a new array, by axis
     */
    public int[] extents() {
        return new int[] {x, y, z, t};
    }

    /**
     * Returns how numbers by axis are written.
     *
     * @param extents one for each axis
     * @return such as 8x8x8x16
     */
    public static String text(int[] extents) {
        return extents[0] + "x" + extents[1] + "x" + extents[2] + "x" + extents[3];
    }

    @Override
    public String toString() {
        return text(extents());
    }

    /** Reads sizes such as 8x8x8x16. Stateless; any thread. */
    public static final class Reader implements ITypeConverter<LatticeSize> {
        @Override
        public LatticeSize convert(String text) {
            String[] parts = text.toLowerCase(Locale.ROOT).split("x", -1);
            if (parts.length != LocalLattice.AXES) {
                throw malformed(text);
            }
            int[] extents = new int[parts.length];
            long sites = 1;
            for (int axis = 0; axis < parts.length; axis++) {
                try {
                    extents[axis] = Integer.parseInt(parts[axis]);
                } catch (NumberFormatException notNumber) {
                    throw malformed(text);
                }
                if (extents[axis] < 2 || extents[axis] % 2 != 0) {
                    throw new TypeConversionException("'" + text + "': every extent must be even, and at least 2");
                }
                sites = Math.min(sites, MOST_SITES + 1) * extents[axis];
            }
            if (sites > MOST_SITES) {
                throw new TypeConversionException("'" + text + "' has more than " + MOST_SITES + " sites");
            }
            return new LatticeSize(extents[0], extents[1], extents[2], extents[3]);
        }

        private static TypeConversionException malformed(String text) {
            return new TypeConversionException("'" + text + "' is not a size such as 8x8x8x16");
        }
    }
}
