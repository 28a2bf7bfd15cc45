package org.sennit.internal.runtime.concurrent;

/**
 * Two cache lines of nothing before the fields of a subclass, so that what other threads read there does not share a
 * line with whatever object happens to lie before it in memory: the hot fields of another endpoint, for instance. What
 * lies behind is the subclass's business: end in fields that are read only, or be followed by another padded object.
 *
 * <p>The JVM fills gaps of a superclass with fields of its subclasses, so padding must leave none: the
 * {@code int} takes the four bytes behind a header of twelve, where else a reference would lie, before the
 * padding. JOL tests pin what comes of it.
 */
public abstract class FrontPadding {
    @SuppressWarnings("unused")
    private int p;

    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** For subclasses. */
    protected FrontPadding() {}
}
