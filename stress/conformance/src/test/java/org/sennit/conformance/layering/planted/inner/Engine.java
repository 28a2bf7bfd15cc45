package org.sennit.conformance.layering.planted.inner;

/** Not for users. */
public class Engine {}
