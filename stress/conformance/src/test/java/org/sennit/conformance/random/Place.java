package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import org.sennit.testkit.SeededRandom;

/**
 * Where a message lies, but for its length.
 *
 * @param memory the kind of memory
 * @param memories into how many memories the message is cut, the first of that kind; each has a layout of its own
 * @param skip bytes before the user's memory, where the kind allows it
 * @param geometry which of the layouts with the same type signature
 */
record Place(MemoryKind memory, int memories, int skip, int geometry) {
    static final Place SIMPLEST = new Place(MemoryKind.BYTES, 1, 0, 0);

    Piece allocate(Elements elements, int units) {
        return memories == 1
                ? memory.allocate(ShapeGenerator.shape(elements, units, geometry), skip)
                : several(elements, units);
    }

    /** Cuts between units anywhere; a part may be empty. */
    private Piece several(Elements elements, int units) {
        SeededRandom random = new SeededRandom(geometry);
        List<Piece> pieces = new ArrayList<>();
        MemoryKind kind = memory;
        for (int left = memories, rest = units; left > 0; left--) {
            int part = left == 1 ? rest : random.nextInt(rest + 1);
            int partGeometry = geometry == 0 ? 0 : random.nextInt(1000);
            // A layout of several memories refuses those of one thread.
            kind = kind == MemoryKind.CONFINED ? MemoryKind.SHARED : kind;
            pieces.add(kind.allocate(ShapeGenerator.shape(elements, part, partGeometry), skip));
            kind = random.oneOf(MemoryKind.values());
            rest -= part;
        }
        return Piece.ofSeveral(pieces);
    }

    @Override
    public String toString() {
        String kinds = memories == 1 ? memory.toString() : memories + " memories from " + memory;
        return kinds + "+" + skip + " geometry " + geometry;
    }
}
