package org.sennit.message;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Reads the JDK's memory layouts: padding is left out, the extent is the layout's size. */
final class MemoryLayouts {
    private MemoryLayouts() {}

    static ElementType elementType(ValueLayout layout) {
        for (ElementType type : ElementType.values()) {
            if (type.arrayClass().getComponentType() == layout.carrier()
                    && (type.bytes() == 1 || type.layout().order() == layout.order())) {
                return type;
            }
        }
        throw new SennitException(ErrorClass.TYPE, "not a primitive layout in native byte order: layout=" + layout);
    }

    static LayoutUnit unit(MemoryLayout layout) {
        return switch (layout) {
            case AddressLayout address -> throw refused("an address means nothing to another process", layout);
            case ValueLayout value -> LayoutUnit.of(elementType(value));
            case SequenceLayout sequence ->
                DerivedLayouts.contiguous(sequence.elementCount(), unit(sequence.elementLayout()));
            case StructLayout struct -> struct(struct);
            case PaddingLayout padding -> LayoutUnit.empty("padding").resized(0, padding.byteSize(), "padding");
            case GroupLayout union -> throw refused("a union does not say which of its members is meant", layout);
        };
    }

    private static LayoutUnit struct(StructLayout struct) {
        List<Long> places = new ArrayList<>();
        List<LayoutUnit> members = new ArrayList<>();
        long place = 0;
        for (MemoryLayout member : struct.memberLayouts()) {
            if (!(member instanceof PaddingLayout)) {
                places.add(place);
                members.add(unit(member));
            }
            place = Math.addExact(place, member.byteSize());
        }
        LayoutUnit unit = DerivedLayouts.struct(
                places.stream().mapToLong(Long::longValue).toArray(), members.toArray(LayoutUnit[]::new));
        return unit.resized(0, struct.byteSize(), unit.text());
    }

    private static SennitException refused(String why, MemoryLayout layout) {
        return new SennitException(ErrorClass.TYPE, why + ": layout=" + layout);
    }
}
