package org.sennit.conformance.random;

/**
 * Where a message lies, but for its length.
 *
 * @param memory the kind of memory
 * @param skip bytes before the user's memory, where the kind allows it
 * @param geometry which of the layouts with the same type signature
 */
record Place(MemoryKind memory, int skip, int geometry) {
    static final Place SIMPLEST = new Place(MemoryKind.BYTES, 0, 0);

    MemoryKind.Piece allocate(Elements elements, int units) {
        return memory.allocate(ShapeGenerator.shape(elements, units, geometry), skip);
    }

    @Override
    public String toString() {
        return memory + "+" + skip + " geometry " + geometry;
    }
}
