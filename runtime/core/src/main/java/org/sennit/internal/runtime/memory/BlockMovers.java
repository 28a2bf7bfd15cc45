package org.sennit.internal.runtime.memory;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.Map;

/**
 * The {@link BlockMover} for each pair of classes of segments: a copy of {@link ExactBlockMover} of its own, defined as
 * a hidden class when the pair is met first. Any thread.
 */
final class BlockMovers {
    /** The arrays of the segments on the heap. */
    private static final Map<Class<?>, Class<?>> ARRAYS = Map.of(
            MemorySegment.ofArray(new byte[0]).getClass(), byte[].class,
            MemorySegment.ofArray(new char[0]).getClass(), char[].class,
            MemorySegment.ofArray(new short[0]).getClass(), short[].class,
            MemorySegment.ofArray(new int[0]).getClass(), int[].class,
            MemorySegment.ofArray(new long[0]).getClass(), long[].class,
            MemorySegment.ofArray(new float[0]).getClass(), float[].class,
            MemorySegment.ofArray(new double[0]).getClass(), double[].class);

    private static final ClassValue<ClassValue<BlockMover>> MOVERS = new ClassValue<>() {
        @Override
        protected ClassValue<BlockMover> computeValue(Class<?> from) {
            return new ClassValue<>() {
                @Override
                protected BlockMover computeValue(Class<?> to) {
                    return define(from, to);
                }
            };
        }
    };

    private BlockMovers() {}

    /** Returns the mover for these segments' classes. */
    static BlockMover between(MemorySegment from, MemorySegment to) {
        return MOVERS.get(from.getClass()).get(to.getClass());
    }

    private static BlockMover define(Class<?> from, Class<?> to) {
        String file = ExactBlockMover.class.getSimpleName() + ".class";
        try (InputStream code = ExactBlockMover.class.getResourceAsStream(file)) {
            if (code == null) {
                throw new IllegalStateException("not beside its class: file=" + file);
            }
            Class<?> array = from == to ? ARRAYS.getOrDefault(from, Object.class) : Object.class;
            Lookup hidden = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(code.readAllBytes(), List.of(from, to, array), true);
            return (BlockMover) hidden.lookupClass().getDeclaredConstructor().newInstance();
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("cannot define a mover: from=" + from + " to=" + to, e);
        }
    }
}
