package org.sennit.internal.runtime.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.message.DataLayout;
import org.sennit.message.TypeMap;

/** The shapes of layouts, which their class does not show to users. Any thread. */
public final class LayoutShapes {
    private static final VarHandle SHAPE =
            FieldHandle.of(MethodHandles.lookup(), TypeMap.class, "shape", LayoutShape.class); // a final field

    private LayoutShapes() {}

    /** Returns the nest of loops and pieces of a layout, or null when it is contiguous. */
    public static LayoutShape of(DataLayout layout) {
        return (LayoutShape) SHAPE.get((TypeMap) layout);
    }
}
