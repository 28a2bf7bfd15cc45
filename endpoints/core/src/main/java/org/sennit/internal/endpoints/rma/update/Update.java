package org.sennit.internal.endpoints.rma.update;

import java.util.List;
import org.sennit.PairType;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.runtime.memory.LayoutShapes;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * An operation on the elements of a layout: element by element, or pair by pair under the target's guard, since no
 * instruction updates a pair. Pairs of one type that are replaced or read may be elements to other accesses: they are
 * updated element by element under the guard. Immutable; {@link UpdateExecution} executes it.
 *
 * @param operation a predefined one
 * @param element the type of the elements; null for pairs of two types, and for operations on pairs
 * @param pair the type of the pairs; null for elements alone
 */
public record Update(Reduction operation, ElementType element, PairType pair) {
    /** The predefined operations, by their numbers in headers. */
    public static final List<Reduction> OPERATIONS = List.of(
            Reduction.SUM,
            Reduction.PRODUCT,
            Reduction.MIN,
            Reduction.MAX,
            Reduction.BAND,
            Reduction.BOR,
            Reduction.BXOR,
            Reduction.LAND,
            Reduction.LOR,
            Reduction.LXOR,
            Reduction.MINLOC,
            Reduction.MAXLOC,
            Reduction.REPLACE,
            Reduction.NO_OP);

    private static final int ELEMENTS = 1 + ElementType.values().length; // and none
    private static final int PAIRS = 1 + PairType.values().length;

    /** One object for all accesses with the same operation and types; by their numbers, 0 for none. */
    private static final Update[] KNOWN = known();

    private static Update[] known() {
        Update[] all = new Update[OPERATIONS.size() * ELEMENTS * PAIRS];
        for (Reduction operation : OPERATIONS) {
            for (ElementType element : ElementType.values()) {
                all[placeOf(operation, element, null)] = new Update(operation, element, null);
            }
            for (PairType pair : PairType.values()) {
                all[placeOf(operation, null, pair)] = new Update(operation, null, pair);
                if (pair.value() == pair.index()) {
                    all[placeOf(operation, pair.value(), pair)] = new Update(operation, pair.value(), pair);
                }
            }
        }
        return all;
    }

    private static int placeOf(Reduction operation, ElementType element, PairType pair) {
        int ofElement = element == null ? 0 : 1 + element.ordinal();
        int ofPair = pair == null ? 0 : 1 + pair.ordinal();
        return (OPERATIONS.indexOf(operation) * ELEMENTS + ofElement) * PAIRS + ofPair;
    }

    /** Returns the update of elements or pairs, of which there are some. */
    public static Update of(Reduction operation, ElementType element, PairType pair) {
        return KNOWN[placeOf(operation, element, pair)];
    }

    /** Returns the update; null when the operation is not for the layout. */
    public static Update of(Reduction operation, DataLayout layout) {
        ElementType element = layout.elementType();
        if (operation == Reduction.REPLACE || operation == Reduction.NO_OP) {
            PairType pair = PairType.in(layout);
            if (pair != null && element != null && layout.unitBytes() != pair.bytes()) {
                pair = null; // bare elements
            }
            return element == null && pair == null ? null : of(operation, element, pair);
        }
        ReductionType type = operation.typeOf(layout);
        return of(operation, type.elementType(), type.pairType());
    }

    /** Returns the bytes of one element or pair. */
    public int unitBytes() {
        return pair != null ? pair.bytes() : element.bytes();
    }

    /** Returns whether the target's guard is needed, so that its own process has to do it. */
    public boolean isGuarded(TargetMemory to) {
        return pair != null
                || element == null
                || !AtomicElements.areAll(
                        to.region(), to.offset(), to.layout() == null ? null : LayoutShapes.of(to.layout()), element);
    }
}
