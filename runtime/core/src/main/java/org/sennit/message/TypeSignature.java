package org.sennit.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The types of a layout's elements in order, as MPI's type signature: a tree that repeats and joins, with a polynomial
 * hash that follows the tree, so that a million repetitions cost no more than one. Immutable. (MPI 4.1, section 3.3.1)
 *
 * <p>The hash of the elements e₁ … eₙ is Σ eᵢ·Bⁿ⁻ⁱ modulo the prime 2³¹−1, so joined sequences have
 * h(ab) = h(a)·B^|b| + h(b), and n repetitions the closed form h·(Mⁿ−1)/(M−1) with M = B^|a|.
 */
final class TypeSignature {
    /** A value that no sequence has: the asked prefix ends inside an element. */
    static final int INSIDE_AN_ELEMENT = Integer.MIN_VALUE + Integer.MAX_VALUE; // top bit, and the modulus itself

    static final TypeSignature EMPTY = new TypeSignature(null, 0, 0, 0, 1, null, null);

    private static final long MODULUS = (1L << 31) - 1;
    private static final long BASE = 1_103_515_245;

    /** The types of all elements, or null when they differ or there are none. */
    final ElementType only;

    /** Bytes of all elements. */
    final long bytes;

    /** Number of elements. */
    final long elements;

    private final long hash;
    private final long multiplier; // BASE to the power of elements
    private final TypeSignature body; // repeated, or null
    private final long repeats;
    private final TypeSignature[] parts; // joined, or null
    private final long[] starts; // bytes of all parts before each
    private final ElementType first;
    private final long leadingBytes; // of elements that are of the first one's type

    private TypeSignature(
            ElementType only,
            long bytes,
            long elements,
            long hash,
            long multiplier,
            TypeSignature body,
            TypeSignature[] parts) {
        this.only = only;
        this.bytes = bytes;
        this.elements = elements;
        this.hash = hash;
        this.multiplier = multiplier;
        this.body = body;
        this.repeats = body == null ? 1 : elements / body.elements;
        this.parts = parts;
        this.starts = parts == null ? null : startsOf(parts);
        this.first = only != null ? only : body != null ? body.first : parts != null ? parts[0].first : null;
        this.leadingBytes = only != null ? bytes : body != null ? body.leadingBytes : leadingOf(parts);
    }

    private static long[] startsOf(TypeSignature[] parts) {
        long[] starts = new long[parts.length];
        for (int i = 1; i < parts.length; i++) {
            starts[i] = starts[i - 1] + parts[i - 1].bytes;
        }
        return starts;
    }

    private static long leadingOf(TypeSignature[] parts) {
        long leading = 0;
        for (int i = 0; parts != null && i < parts.length && parts[i].first == parts[0].first; i++) {
            leading += parts[i].leadingBytes;
            if (parts[i].leadingBytes < parts[i].bytes) {
                break;
            }
        }
        return leading;
    }

    static TypeSignature of(ElementType type, long count) {
        return new TypeSignature(
                type,
                Math.multiplyExact(count, type.bytes()),
                count,
                repeatedHash(code(type), BASE, count),
                power(BASE, count),
                null,
                null);
    }

    TypeSignature repeated(long count) {
        if (count == 1) {
            return this;
        }
        if (count == 0 || elements == 0) {
            return EMPTY;
        }
        if (only != null) {
            return of(only, Math.multiplyExact(count, elements));
        }
        if (body != null) {
            return body.repeated(Math.multiplyExact(count, repeats));
        }
        return new TypeSignature(
                null,
                Math.multiplyExact(count, bytes),
                Math.multiplyExact(count, elements),
                repeatedHash(hash, multiplier, count),
                power(multiplier, count),
                this,
                null);
    }

    static TypeSignature join(List<TypeSignature> sequences) {
        List<TypeSignature> parts = new ArrayList<>();
        for (TypeSignature next : sequences) {
            if (next.elements == 0) {
                continue;
            }
            TypeSignature last = parts.isEmpty() ? null : parts.getLast();
            if (last != null && last.only != null && last.only == next.only) {
                parts.set(parts.size() - 1, of(last.only, Math.addExact(last.elements, next.elements)));
            } else {
                parts.add(next);
            }
        }
        return parts.isEmpty() ? EMPTY : parts.size() == 1 ? parts.getFirst() : joined(parts);
    }

    private static TypeSignature joined(List<TypeSignature> parts) {
        TypeSignature[] all = parts.toArray(TypeSignature[]::new);
        if (Arrays.stream(all).allMatch(all[0]::equals)) {
            return all[0].repeated(all.length);
        }
        long bytes = 0;
        long elements = 0;
        long hash = 0;
        long multiplier = 1;
        for (TypeSignature part : all) {
            bytes = Math.addExact(bytes, part.bytes);
            elements = Math.addExact(elements, part.elements);
            hash = (hash * part.multiplier + part.hash) % MODULUS;
            multiplier = multiplier * part.multiplier % MODULUS;
        }
        return new TypeSignature(null, bytes, elements, hash, multiplier, null, all);
    }

    static int code(ElementType type) {
        return type.ordinal() + 1;
    }

    /**
     * Returns the word of the first bytes that envelopes carry: 0 for none, the code of the type when there is one
     * only, else the hash with the top bit set.
     */
    int prefix(long prefixBytes) {
        if (prefixBytes == 0) {
            return 0;
        }
        if (prefixBytes <= leadingBytes) {
            return code(first);
        }
        long prefixHash = prefixBytes == bytes ? hash : append(0, prefixBytes);
        return prefixHash < 0 ? INSIDE_AN_ELEMENT : Integer.MIN_VALUE | (int) prefixHash;
    }

    /** Returns the hash of a sequence continued by the first bytes of this one; −1 when they end in an element. */
    private long append(long before, long prefixBytes) {
        if (prefixBytes == bytes) {
            return (before * multiplier + hash) % MODULUS;
        }
        if (only != null) {
            long n = prefixBytes / only.bytes();
            return prefixBytes % only.bytes() != 0
                    ? -1
                    : (before * power(BASE, n) + repeatedHash(code(only), BASE, n)) % MODULUS;
        }
        if (body != null) {
            long n = prefixBytes / body.bytes;
            long whole = (before * power(body.multiplier, n) + repeatedHash(body.hash, body.multiplier, n)) % MODULUS;
            return prefixBytes % body.bytes == 0 ? whole : body.append(whole, prefixBytes % body.bytes);
        }
        long joined = before;
        for (int i = 0; i < parts.length && starts[i] < prefixBytes && joined >= 0; i++) {
            joined = parts[i].append(joined, Math.min(parts[i].bytes, prefixBytes - starts[i]));
        }
        return joined;
    }

    /** Returns the number of elements that the first bytes are; −1 when they end inside an element. */
    long elementsIn(long prefixBytes) {
        if (prefixBytes == bytes) {
            return elements;
        }
        if (only != null) {
            return prefixBytes % only.bytes() == 0 ? prefixBytes / only.bytes() : -1;
        }
        if (body != null) {
            long rest = body.elementsIn(prefixBytes % body.bytes);
            return rest < 0 ? -1 : prefixBytes / body.bytes * body.elements + rest;
        }
        long n = 0;
        for (int i = 0; parts != null && i < parts.length && starts[i] < prefixBytes; i++) {
            long rest = parts[i].elementsIn(Math.min(parts[i].bytes, prefixBytes - starts[i]));
            if (rest < 0) {
                return -1;
            }
            n += rest;
        }
        return n;
    }

    private static long power(long base, long exponent) {
        long result = 1;
        long square = base % MODULUS;
        for (long e = exponent; e > 0; e >>= 1) {
            if ((e & 1) != 0) {
                result = result * square % MODULUS;
            }
            square = square * square % MODULUS;
        }
        return result;
    }

    private static long repeatedHash(long hash, long multiplier, long count) {
        if (multiplier == 1) {
            return hash * (count % MODULUS) % MODULUS;
        }
        long sum = (power(multiplier, count) - 1 + MODULUS) % MODULUS;
        long inverse = power(multiplier - 1 + MODULUS, MODULUS - 2);
        return hash * (sum * inverse % MODULUS) % MODULUS;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof TypeSignature that
                        && hash == that.hash
                        && bytes == that.bytes
                        && elements == that.elements
                        && only == that.only;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * hash + bytes);
    }

    @Override
    public String toString() {
        return only != null ? only.name() : elements == 0 ? "nothing" : "mixed types";
    }
}
