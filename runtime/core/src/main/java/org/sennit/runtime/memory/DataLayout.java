package org.sennit.runtime.memory;

import java.lang.foreign.ValueLayout;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/**
 * Which elements of a memory a transfer means: an element type, a first element, and a count. A bare type such as
 * {@link #DOUBLE} means all the elements that fit; {@link #count} and {@link #slice} say how many and from where.
 * Immutable: keep one and use it again, in any thread. (MPI 4.1, chapter 5; here the contiguous layouts.)
 */
public final class DataLayout {
    /** All bytes of the memory. */
    public static final DataLayout BYTE = new DataLayout(ElementType.BYTE, 0, -1);

    /** All of the memory as truth values of one byte. */
    public static final DataLayout BOOLEAN = new DataLayout(ElementType.BOOLEAN, 0, -1);

    /** All of the memory as UTF-16 units. */
    public static final DataLayout CHAR = new DataLayout(ElementType.CHAR, 0, -1);

    /** All of the memory as 16-bit integers. */
    public static final DataLayout SHORT = new DataLayout(ElementType.SHORT, 0, -1);

    /** All of the memory as 32-bit integers. */
    public static final DataLayout INT = new DataLayout(ElementType.INT, 0, -1);

    /** All of the memory as 64-bit integers. */
    public static final DataLayout LONG = new DataLayout(ElementType.LONG, 0, -1);

    /** All of the memory as 32-bit floating point numbers. */
    public static final DataLayout FLOAT = new DataLayout(ElementType.FLOAT, 0, -1);

    /** All of the memory as 64-bit floating point numbers. */
    public static final DataLayout DOUBLE = new DataLayout(ElementType.DOUBLE, 0, -1);

    private final ElementType elementType;
    private final long offset;
    private final long count;

    private DataLayout(ElementType elementType, long offset, long count) {
        this.elementType = elementType;
        this.offset = offset;
        this.count = count;
    }

    /**
     * The bare layout of a type.
     *
     * @param type the element type
     * @return the constant for it
     */
    public static DataLayout of(ElementType type) {
        return switch (type) {
            case BYTE -> BYTE;
            case BOOLEAN -> BOOLEAN;
            case CHAR -> CHAR;
            case SHORT -> SHORT;
            case INT -> INT;
            case LONG -> LONG;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
        };
    }

    /**
     * The bare layout of one of the JDK's value layouts.
     *
     * @param layout a layout of a primitive type in native byte order
     * @return the constant for it
     * @throws SennitException TYPE when it is an address layout or of the other byte order; final
     */
    public static DataLayout of(ValueLayout layout) {
        for (ElementType type : ElementType.values()) {
            if (type.arrayClass().getComponentType() == layout.carrier()
                    && (type.bytes() == 1 || type.layout().order() == layout.order())) {
                return of(type);
            }
        }
        throw new SennitException(ErrorClass.TYPE, "not a primitive layout in native byte order: layout=" + layout);
    }

    /**
     * The first elements of the memory.
     *
     * @param count how many, in elements
     * @return a layout of exactly so many
     * @throws SennitException COUNT when it is negative; final
     */
    public DataLayout count(long count) {
        return slice(0, count);
    }

    /**
     * Some elements of the memory.
     *
     * @param offset the first, in elements from the start of this layout
     * @param count how many, in elements
     * @return a layout of exactly so many
     * @throws SennitException COUNT when the count is negative or larger than this layout's, ARG when the offset is
     *     negative; final
     */
    public DataLayout slice(long offset, long count) {
        if (count < 0) {
            throw new SennitException(ErrorClass.COUNT, "negative count: count=" + count);
        }
        if (offset < 0) {
            throw new SennitException(ErrorClass.ARG, "negative offset: offset=" + offset);
        }
        if (this.count >= 0 && (offset > this.count || count > this.count - offset)) {
            throw new SennitException(
                    ErrorClass.COUNT,
                    "slice outside its layout: offset=" + offset + " count=" + count + " of=" + this.count);
        }
        long limit = Long.MAX_VALUE / elementType.bytes();
        if (count > limit || offset > limit - count - this.offset) {
            throw new SennitException(
                    ErrorClass.COUNT, "layout larger than memory can be: offset=" + offset + " count=" + count);
        }
        return new DataLayout(elementType, this.offset + offset, count);
    }

    /**
     * The type of the elements.
     *
     * @return the type, never null
     */
    public ElementType elementType() {
        return elementType;
    }

    /**
     * Where the first element lies.
     *
     * @return bytes from the start of the memory
     */
    public long offsetBytes() {
        return offset * elementType.bytes();
    }

    /**
     * Whether the elements lie side by side, so that an offset and a length say all.
     *
     * @return true when there are no gaps and the elements are in the order of their addresses
     */
    public boolean isContiguous() {
        return true;
    }

    /**
     * The layout where it matters.
     *
     * @return this, or null when it {@link #isContiguous}
     */
    public DataLayout orNullIfContiguous() {
        return isContiguous() ? null : this;
    }

    /**
     * Whether the layout means all that fits.
     *
     * @return true for the bare types
     */
    public boolean fillsMemory() {
        return count < 0;
    }

    /**
     * The number of elements.
     *
     * @return the count, or −1 when the layout fills the memory
     */
    public long count() {
        return count;
    }

    /**
     * The bytes that this layout means in a memory of the given size.
     *
     * @param memoryBytes the size of the memory
     * @return the length in bytes
     * @throws SennitException COUNT when the memory is too small for the layout; final
     */
    public long lengthBytes(long memoryBytes) {
        int bytes = elementType.bytes();
        if (count < 0) {
            return memoryBytes / bytes * bytes;
        }
        long end = (offset + count) * bytes;
        if (end > memoryBytes) {
            throw new SennitException(
                    ErrorClass.COUNT,
                    "memory too small for its count: type=" + elementType + " offset=" + offset + " count=" + count
                            + " needs=" + end + " bytes has=" + memoryBytes + " bytes");
        }
        return count * bytes;
    }

    /**
     * The type signature of the first bytes, for the envelope: the same for all layouts with the same sequence of
     * element types. 0, no bytes, and that of {@link #BYTE}, raw bytes, fit every other.
     *
     * @param lengthBytes how many bytes of the packed stream
     * @return the signature
     */
    public int signatureOf(long lengthBytes) {
        return lengthBytes == 0 ? 0 : elementType.ordinal() + 1;
    }

    @Override
    public String toString() {
        return count < 0 ? elementType.name() : elementType + "[" + offset + ".." + (offset + count) + ")";
    }
}
