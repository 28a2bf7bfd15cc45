package org.sennit.conformance.layering.planted;

import org.sennit.conformance.layering.planted.inner.Engine;

/** A user's program that needs an inner class. */
final class Program {
    private Program() {}

    static String run() {
        return new Engine().toString();
    }
}
